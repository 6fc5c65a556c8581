"""The life of a ticket in the store, on one server and on a cluster."""

from __future__ import annotations

import asyncio

from nurselog.chassis.gatherer import Gatherer
from nurselog.matchmaking.answers import Created, Duplicate, TooMany
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.ticket_store import ROOT, TicketStore
from nurselog.matchmaking.tickets import State, Ticket, new_ticket_id
from tests.integration.matchmaking.conftest import DUEL, LONG_MS, File, Passed, filing


async def state_of(tickets: TicketStore, ticket: Ticket) -> State:
    touched = await tickets.touch(ticket.id)
    assert touched is not None
    return touched.ticket.state


async def test_a_new_ticket_waits_in_its_pool(pools: PoolStore, file: File) -> None:
    ticket = await file("ann")
    assert (ticket.player, ticket.names, ticket.pool) == ("players/ann", {"players/ann": "Ann"}, DUEL)
    assert ticket.state is State.WAITING
    assert ticket.expires_ms == ticket.created_ms + LONG_MS
    assert await pools.pools() == {DUEL.id: DUEL}
    assert (await pools.queue(DUEL.id)).since_ms == {ticket.id: ticket.created_ms}


async def test_a_repeated_request_finds_its_ticket_in_any_state(tickets: TicketStore, file: File) -> None:
    ticket_id = new_ticket_id("players/ann", "r1")
    first = await tickets.create(filing("ann", request_id="r1"), 3)
    again = await tickets.create(filing("ann", request_id="r1"), 3)
    assert isinstance(first, Created)
    assert again == Created(first.ticket, new=False)
    await tickets.cancel(ticket_id)
    after = await tickets.create(filing("ann", request_id="r1"), 3)
    assert isinstance(after, Created)
    assert (after.new, after.ticket.state) == (False, State.CANCELLED)


async def test_one_open_ticket_per_player_and_pool(tickets: TicketStore, file: File) -> None:
    ticket = await file("ann")
    other = await tickets.create(filing("ann"), 3)
    assert other == Duplicate(ticket.id)
    await tickets.cancel(ticket.id)
    assert (await file("ann")).state is State.WAITING


async def test_at_most_three_pools(tickets: TicketStore, file: File) -> None:
    pools = [Pool(game="forest_sky", seats=(2,), pace=pace) for pace in Pace]
    filed = [await file("ann", pool) for pool in pools[:3]]
    assert await tickets.create(filing("ann", pools[3]), 3) == TooMany()
    await tickets.cancel(filed[0].id)
    await file("ann", pools[3])


async def test_tickets_whose_time_is_over_are_in_nobody_s_way(
    tickets: TicketStore, file: File, passed: Passed
) -> None:
    pools = [Pool(game="forest_sky", seats=(2,), pace=pace) for pace in Pace]
    filed = [await file("ann", pool, ttl_ms=1) for pool in pools]
    await passed(filed[-1].expires_ms)
    await file("ann", pools[0])
    assert [ticket.pool for ticket in await tickets.open_tickets("players/ann")] == [pools[0]]
    await tickets.sweep(10)
    assert [ticket.pool for ticket in await tickets.open_tickets("players/ann")] == [pools[0]]


async def test_a_touch_keeps_a_ticket_alive(tickets: TicketStore, file: File, passed: Passed) -> None:
    ticket = await file("ann", ttl_ms=LONG_MS)
    await passed(ticket.created_ms + 1000)
    touched = await tickets.touch(ticket.id)
    assert touched is not None
    assert touched.ticket.expires_ms >= ticket.expires_ms + 1000
    assert touched.ticket.expires_ms == touched.time_ms + LONG_MS


async def test_a_touch_too_late_expires_once(tickets: TicketStore, file: File, passed: Passed) -> None:
    ticket = await file("ann", ttl_ms=1)
    await passed(ticket.expires_ms)
    touches = [await tickets.touch(ticket.id) for _ in range(3)]
    assert [touch and touch.expired_now for touch in touches] == [True, False, False]
    assert await state_of(tickets, ticket) is State.EXPIRED
    assert await tickets.sweep(10) == []


async def test_the_sweep_expires_each_ticket_once_whoever_sweeps(
    tickets: TicketStore, file: File, passed: Passed
) -> None:
    filed = [await file(f"p{number}", ttl_ms=1) for number in range(50)]
    alive = await file("ann")
    await passed(max(ticket.expires_ms for ticket in filed))
    sweeps = await asyncio.gather(*(tickets.sweep(7) for _ in range(20)))
    expired = [ticket.id for sweep in sweeps for ticket in sweep]
    assert sorted(expired) == sorted(ticket.id for ticket in filed)
    assert await state_of(tickets, alive) is State.WAITING


async def test_cancelling_is_harmless_to_repeat(tickets: TicketStore, file: File) -> None:
    ticket = await file("ann")
    answers = [await tickets.cancel(ticket.id) for _ in range(2)]
    assert [answer and answer.did for answer in answers] == ["cancelled", "nothing"]
    assert [answer and answer.ticket.end_reason for answer in answers] == ["cancelled"] * 2


async def test_who_cancels_too_late_has_expired(tickets: TicketStore, file: File, passed: Passed) -> None:
    ticket = await file("ann", ttl_ms=1)
    await passed(ticket.expires_ms)
    answer = await tickets.cancel(ticket.id)
    assert answer is not None
    assert (answer.did, answer.ticket.state) == ("expired", State.EXPIRED)


async def test_an_unknown_ticket_is_none(tickets: TicketStore) -> None:
    assert await tickets.touch("nobody") is None
    assert await tickets.cancel("nobody") is None
    assert await tickets.open_tickets("players/nobody") == []


async def test_an_ended_ticket_stays_readable_for_an_hour_and_leaves_nothing_else(
    tickets: TicketStore, file: File, entrance: Gatherer
) -> None:
    ticket = await file("ann")
    await tickets.cancel(ticket.id)
    where = f"{ROOT}:ticket:{ticket.id}"
    assert 3_590_000 < await entrance.call("PTTL", where, key=ROOT) <= 3_600_000
    left = [
        f"{ROOT}:{part}" for part in ("pools", "expiry", f"queue:{DUEL.id}", "open:players/ann", "claims")
    ]
    assert await entrance.call("EXISTS", *left, key=ROOT) == 0


async def test_who_waits_learns_how_many_wait(tickets: TicketStore, file: File) -> None:
    ann = await file("ann")
    await file("bob")
    touched = await tickets.touch(ann.id)
    assert touched is not None
    assert (touched.pool_size, touched.oldest_since_ms) == (2, ann.created_ms)
