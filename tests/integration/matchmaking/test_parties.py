"""Parties: everybody joins by themselves, waits together, and is seated or ended together."""

from __future__ import annotations

from nurselog.chassis.gatherer import Gatherer
from nurselog.matchmaking.answers import Duplicate, Joined, Proposal, TooMany
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.ticket_store import ROOT, TicketStore
from nurselog.matchmaking.tickets import State, Ticket
from nurselog.matchmaking.wishes import Wish
from tests.integration.matchmaking.conftest import DUEL, LONG_MS, File, Passed, filing, proposed

FOUR = Pool(game="forest_sky", seats=(4,))
BOB, CAT = ("players/bob", "Bob"), ("players/cat", "Cat")
TABLE = "games/forest_sky/tables/e0-k3v9q2ma"


async def formed(tickets: TicketStore, file: File) -> Ticket:
    """Ann's party with Bob and Cat, who joined."""
    ticket = await file("ann", FOUR, party=(BOB[0], CAT[0]))
    for player in (BOB, CAT):
        joined = await tickets.join(ticket.id, player, 3)
        assert isinstance(joined, Joined)
        ticket = joined.ticket
    return ticket


async def test_a_party_waits_when_all_have_joined(tickets: TicketStore, pools: PoolStore, file: File) -> None:
    ticket = await file("ann", FOUR, party=(BOB[0], CAT[0]))
    assert (ticket.state, ticket.pending) == (State.FORMING, (BOB[0], CAT[0]))
    assert await pools.pools() == {}
    first = await tickets.join(ticket.id, BOB, 3)
    assert isinstance(first, Joined)
    assert (first.ticket.state, first.ticket.pending) == (State.FORMING, (CAT[0],))
    again = await tickets.join(ticket.id, BOB, 3)
    assert again == first
    last = await tickets.join(ticket.id, CAT, 3)
    assert isinstance(last, Joined)
    assert (last.ticket.state, last.ticket.names[CAT[0]]) == (State.WAITING, "Cat")
    assert last.ticket.since_ms >= ticket.created_ms
    [seeker] = await pools.seekers([ticket.id])
    assert seeker.players == ("players/ann", BOB[0], CAT[0])


async def test_only_who_was_named_may_join_see_or_cancel(tickets: TicketStore, file: File) -> None:
    ticket = await formed(tickets, file)
    assert await tickets.join(ticket.id, ("players/eve", "Eve"), 3) is None
    assert await tickets.touch(ticket.id, "players/eve") is None
    assert await tickets.cancel(ticket.id, "players/eve") is None
    assert await tickets.touch(ticket.id, CAT[0]) is not None


async def test_any_of_them_may_take_the_ticket_back(
    tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    ticket = await formed(tickets, file)
    assert [one.id for one in await tickets.open_tickets(BOB[0])] == [ticket.id]
    cancelled = await tickets.cancel(ticket.id, BOB[0])
    assert cancelled is not None
    assert cancelled.did == "cancelled"
    for player in ticket.players:
        assert await tickets.open_tickets(player) == []
    assert await pools.pools() == {}


async def test_a_member_has_one_ticket_in_a_pool_and_three_in_all(tickets: TicketStore, file: File) -> None:
    own = await file("bob", FOUR)
    party = await file("ann", FOUR, party=(BOB[0],))
    assert await tickets.join(party.id, BOB, 3) == Duplicate(own.id)
    await tickets.cancel(own.id)
    for pace in (Pace.LIVE, Pace.FAST, Pace.ASYNC):
        await file("bob", Pool(game="forest_sky", seats=(2,), pace=pace))
    assert await tickets.join(party.id, BOB, 3) == TooMany()


async def test_a_party_that_does_not_form_expires(tickets: TicketStore, file: File, passed: Passed) -> None:
    ticket = await file("ann", FOUR, ttl_ms=1, party=(BOB[0],))
    await passed(ticket.expires_ms)
    assert [one.id for one in await tickets.sweep(10)] == [ticket.id]
    late = await tickets.join(ticket.id, BOB, 3)
    assert isinstance(late, Joined)
    assert late.ticket.state is State.EXPIRED


async def test_a_claimed_party_is_claimed_whole(tickets: TicketStore, pools: PoolStore, file: File) -> None:
    party, dan = await formed(tickets, file), await file("dan", FOUR)
    cat_alone = await file("cat", DUEL)
    token = (await pools.lease("me", LONG_MS, [FOUR.id]))[FOUR.id]
    claimed = await pools.claim(FOUR.id, token, proposed("p1", party, dan), LONG_MS)
    assert isinstance(claimed, Proposal)
    assert [name for _, name in claimed.players] == ["Ann", "Bob", "Cat", "Dan"]
    assert set(await pools.busy()) == {*party.players, "players/dan"}
    await pools.assign("p1", TABLE)
    told = await tickets.touch(cat_alone.id)
    assert told is not None
    assert told.ticket.end_reason == "assigned_elsewhere"
    assert await pools.busy() == []


async def test_a_party_whose_member_is_seated_elsewhere_ends(
    tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    party = await formed(tickets, file)
    bob_alone, eve = await file("bob", DUEL), await file("eve", DUEL)
    token = (await pools.lease("me", LONG_MS, [DUEL.id]))[DUEL.id]
    await pools.claim(DUEL.id, token, proposed("p1", bob_alone, eve), LONG_MS)
    await pools.assign("p1", TABLE)
    told = await tickets.touch(party.id)
    assert told is not None
    assert (told.ticket.state, told.ticket.end_reason) == (State.CANCELLED, "assigned_elsewhere")


async def test_what_is_wished_reaches_the_matcher(tickets: TicketStore, pools: PoolStore, file: File) -> None:
    wish = Wish(regions={"eu": 20}, blocks=("players/eve",), bots_after_s=9, one_team=False)
    ticket = await file("ann", DUEL, wish=wish)
    [seeker] = await pools.seekers([ticket.id, "nobody"])
    assert (seeker.regions, seeker.blocks, seeker.bots_after_s, seeker.one_team) == (
        {"eu": 20},
        frozenset({"players/eve"}),
        9,
        False,
    )


async def test_async_tickets_live_for_a_fixed_time(tickets: TicketStore, file: File, passed: Passed) -> None:
    ticket = await file("ann", Pool(game="forest_sky", seats=(2,), pace=Pace.ASYNC), ttl_ms=1500)
    await passed(ticket.created_ms + 1000)
    touched = await tickets.touch(ticket.id)
    assert touched is not None
    assert touched.ticket.expires_ms == ticket.expires_ms


async def test_each_ticket_ends_with_exactly_one_event(
    tickets: TicketStore, pools: PoolStore, file: File, entrance: Gatherer, passed: Passed
) -> None:
    ann, bob, cat, dan = [await file(name) for name in ("ann", "bob", "cat", "dan")]
    short = await file("eve", ttl_ms=1)
    token = (await pools.lease("me", LONG_MS, [DUEL.id]))[DUEL.id]
    await pools.claim(DUEL.id, token, proposed("p1", ann, bob), LONG_MS)
    for _ in range(2):
        await pools.assign("p1", TABLE)
        await tickets.cancel(cat.id)
    await passed(short.expires_ms)
    await tickets.sweep(10)
    found = await entrance.call("XRANGE", f"{ROOT}:events", "-", "+", key=ROOT)
    events = [dict(zip(flat[::2], flat[1::2], strict=True)) for _, flat in found]
    assert sorted((event[b"kind"], event[b"ticket"].decode(), event[b"state"]) for event in events) == sorted(
        [
            (b"assigned", ann.id, b"assigned"),
            (b"assigned", bob.id, b"assigned"),
            (b"ticket_ended", cat.id, b"cancelled"),
            (b"ticket_ended", short.id, b"expired"),
        ]
    )
    assert filing("dan").player in dan.players
