"""Pools that ask: all agree, or who did not loses the ticket and the others keep their age."""

from __future__ import annotations

import pytest

from nurselog.chassis.gatherer import Gatherer
from nurselog.matchmaking.answers import Adopted, Asked, Barred, Created, NothingProposed, Responded
from nurselog.matchmaking.penalties import Penalties
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.ticket_store import ROOT, TicketStore
from nurselog.matchmaking.tickets import State, Ticket, new_ticket_id
from tests.integration.matchmaking.conftest import LONG_MS, File, Passed, filing, proposed

ASKING = Pool(game="forest_sky", seats=(2,), acceptance=True)
PENALTIES = Penalties()
TABLE = "games/forest_sky/tables/e0-k3v9q2ma"


async def asked(
    tickets: TicketStore, pools: PoolStore, *filed: Ticket, name: str = "p1", ask_ms: int = LONG_MS
) -> list[Ticket]:
    """The tickets, whose players are asked to agree."""
    token = (await pools.lease("me", LONG_MS, [ASKING.id]))[ASKING.id]
    assert await pools.claim(ASKING.id, token, proposed(name, *filed), LONG_MS, ask_ms) == Asked()
    return [await read(tickets, ticket) for ticket in filed]


async def read(tickets: TicketStore, ticket: Ticket) -> Ticket:
    touched = await tickets.touch(ticket.id)
    assert touched is not None
    return touched.ticket


async def say(tickets: TicketStore, ticket: Ticket, *, yes: bool) -> Responded | NothingProposed | None:
    return await tickets.respond(ticket.id, ticket.player, PENALTIES, agrees=yes)


@pytest.fixture
async def two(tickets: TicketStore, pools: PoolStore, file: File) -> list[Ticket]:
    return await asked(tickets, pools, await file("ann", ASKING), await file("bob", ASKING))


async def test_everybody_is_asked_and_a_table_opens_when_all_agree(
    tickets: TicketStore, pools: PoolStore, two: list[Ticket]
) -> None:
    ann, bob = two
    assert (ann.state, ann.pending) == (State.PROPOSED, ("players/ann",))
    assert ann.accept_by_ms >= ann.created_ms + LONG_MS
    agreed = await say(tickets, ann, yes=True)
    assert isinstance(agreed, Responded)
    assert agreed.ticket.pending == ()
    assert await pools.adopt(LONG_MS, 10, PENALTIES) == Adopted((), 0)
    assert await say(tickets, bob, yes=True) is not None
    [proposal] = (await pools.adopt(LONG_MS, 10, PENALTIES)).proposals
    assert proposal.plan.seats == ("players/ann", "players/bob")
    assert isinstance(await say(tickets, ann, yes=True), Responded)
    assert await say(tickets, ann, yes=False) == NothingProposed()
    await pools.assign(proposal.id, TABLE)
    assert (await read(tickets, bob)).state is State.ASSIGNED


async def test_who_declines_loses_the_ticket_and_the_other_keeps_the_age(
    tickets: TicketStore, pools: PoolStore, two: list[Ticket]
) -> None:
    ann, bob = two
    await say(tickets, bob, yes=True)
    declined = await say(tickets, ann, yes=False)
    assert isinstance(declined, Responded)
    assert (declined.ended, declined.ticket.state, declined.ticket.end_reason) == (
        1,
        State.CANCELLED,
        "declined",
    )
    back = await read(tickets, bob)
    assert (back.state, back.since_ms, back.pending) == (State.WAITING, bob.since_ms, ())
    assert (await pools.queue(ASKING.id)).since_ms == {bob.id: bob.since_ms}
    assert await pools.busy() == []


async def test_silence_is_a_refusal(
    tickets: TicketStore, pools: PoolStore, file: File, passed: Passed
) -> None:
    filed = [await file(name, ASKING) for name in ("ann", "bob")]
    ann, bob = await asked(tickets, pools, *filed, ask_ms=400)
    await say(tickets, ann, yes=True)
    await passed(bob.accept_by_ms)
    assert await say(tickets, bob, yes=True) == NothingProposed()
    assert await pools.adopt(LONG_MS, 10, PENALTIES) == Adopted((), 1)
    assert (await read(tickets, ann)).state is State.WAITING
    told = await read(tickets, bob)
    assert (told.state, told.end_reason) == (State.CANCELLED, "not_accepted")


async def test_declining_again_and_again_makes_one_wait(
    tickets: TicketStore, pools: PoolStore, file: File, entrance: Gatherer
) -> None:
    delays = []
    for number in range(3):
        filed = [await file("ann", ASKING), await file(f"b{number}", ASKING)]
        ann, _ = await asked(tickets, pools, *filed, name=f"p{number}")
        await say(tickets, ann, yes=False)
        answer = await tickets.create(filing("ann", ASKING), 3)
        if isinstance(answer, Created):
            delays.append(0)
            await tickets.cancel(answer.ticket.id)
        else:
            assert isinstance(answer, Barred)
            delays.append(answer.left_ms)
        await entrance.call("DEL", f"{ROOT}:barred:players/ann", key=ROOT)
    assert delays[0] == 0
    assert 29_000 < delays[1] <= 30_000
    assert 119_000 < delays[2] <= 120_000


async def test_the_count_halves_per_day(
    tickets: TicketStore, pools: PoolStore, file: File, entrance: Gatherer
) -> None:
    where = f"{ROOT}:declines:players/ann"
    filed = [await file("ann", ASKING), await file("bob", ASKING)]
    ann, _ = await asked(tickets, pools, *filed)
    two_days_ago = ann.created_ms - 2 * 86_400_000
    await entrance.call("HSET", where, "count", 4, "at", two_days_ago, key=ROOT)
    await say(tickets, ann, yes=False)
    assert await entrance.call("HGET", where, "count", key=ROOT) == b"2"


async def test_there_is_nothing_to_say_without_a_proposal(tickets: TicketStore, file: File) -> None:
    ann = await file("ann", ASKING)
    assert await say(tickets, ann, yes=True) == NothingProposed()
    assert await say(tickets, ann, yes=False) == NothingProposed()
    assert await tickets.respond(ann.id, "players/eve", PENALTIES, agrees=True) is None
    assert await tickets.respond(new_ticket_id("players/x", ""), "players/x", PENALTIES, agrees=True) is None
