"""All seats or none, one player at one table, and proposals that survive those who hold them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from nurselog.matchmaking.answers import Adopted, Assigned, Closed, Fenced, Gone, Proposal, Withdrawn
from nurselog.matchmaking.penalties import Penalties
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.ticket_store import TicketStore
from nurselog.matchmaking.tickets import Seated, State, Ticket
from tests.integration.matchmaking.conftest import DUEL, LONG_MS, File, Passed, proposed

FAST = Pool(game="forest_sky", seats=(2,), pace=Pace.FAST)
PENALTIES = Penalties()
TABLE = "games/forest_sky/tables/e0-k3v9q2ma"


async def token(pools: PoolStore, pool: Pool = DUEL, holder: str = "me") -> int:
    return (await pools.lease(holder, LONG_MS, [pool.id]))[pool.id]


async def claim(pools: PoolStore, *seats: Ticket, name: str = "p1", lease_ms: int = LONG_MS) -> Proposal:
    pool = seats[0].pool
    claimed = await pools.claim(pool.id, await token(pools, pool), proposed(name, *seats), lease_ms)
    assert isinstance(claimed, Proposal), claimed
    return claimed


async def states(tickets: TicketStore, *asked: Ticket) -> list[State]:
    touched = [await tickets.touch(ticket.id) for ticket in asked]
    return [touch.ticket.state for touch in touched if touch]


async def test_a_claim_takes_all_seats_in_order(tickets: TicketStore, pools: PoolStore, file: File) -> None:
    ann, bob = await file("ann"), await file("bob")
    proposal = await claim(pools, bob, ann)
    assert proposal.players == (("players/bob", "Bob"), ("players/ann", "Ann"))
    assert (proposal.pool, proposal.token, proposal.attempts) == (DUEL, 1, 0)
    assert await states(tickets, ann, bob) == [State.PROPOSED] * 2
    assert await pools.pools() == {}
    assert await tickets.sweep(10) == []


async def test_a_claim_takes_nothing_if_one_is_gone(
    tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    ann, bob, cat = [await file(name) for name in ("ann", "bob", "cat")]
    await tickets.cancel(bob.id)
    nobody = replace(ann, id="nobody")
    answer = await pools.claim(DUEL.id, await token(pools), proposed("p1", ann, bob, nobody), LONG_MS)
    assert answer == Gone((bob.id, "nobody"))
    assert await states(tickets, ann, cat) == [State.WAITING] * 2
    await claim(pools, ann, cat)


async def test_a_ticket_whose_time_is_over_cannot_be_claimed(
    tickets: TicketStore, pools: PoolStore, file: File, passed: Passed
) -> None:
    ann, bob = await file("ann", ttl_ms=1), await file("bob")
    await passed(ann.expires_ms)
    assert await pools.claim(DUEL.id, await token(pools), proposed("p1", ann, bob), LONG_MS) == Gone(
        (ann.id,)
    )
    await tickets.sweep(10)
    assert list((await pools.queue(DUEL.id)).since_ms) == [bob.id]


async def test_a_ticket_of_another_pool_cannot_be_claimed(
    tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    ann, bob = await file("ann", FAST), await file("bob")
    assert await pools.claim(DUEL.id, await token(pools), proposed("p1", ann, bob), LONG_MS) == Gone(
        (ann.id,)
    )


async def test_a_claimed_player_is_claimed_in_no_other_pool(
    tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    ann, bob, ann_fast, cat_fast = (
        await file("ann"),
        await file("bob"),
        await file("ann", FAST),
        await file("cat", FAST),
    )
    await claim(pools, ann, bob)
    assert sorted(await pools.busy()) == ["players/ann", "players/bob"]
    answer = await pools.claim(FAST.id, await token(pools, FAST), proposed("p2", ann_fast, cat_fast), LONG_MS)
    assert answer == Gone((ann_fast.id,))


async def test_the_same_ticket_cannot_fill_two_seats(
    tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    ann = await file("ann")
    assert await pools.claim(DUEL.id, await token(pools), proposed("p1", ann, ann), LONG_MS) == Gone(
        (ann.id,)
    )


async def test_only_the_holder_of_the_pool_claims(
    tickets: TicketStore, pools: PoolStore, file: File, passed: Passed
) -> None:
    ann, bob = await file("ann"), await file("bob")
    old = (await pools.lease("old", 1, [DUEL.id]))[DUEL.id]
    await passed((await pools.queue(DUEL.id)).time_ms + 50)
    new = await token(pools, holder="new")
    assert new > old
    assert await pools.claim(DUEL.id, old, proposed("p1", ann, bob), LONG_MS) == Fenced()
    assert await pools.lease("old", LONG_MS, [DUEL.id]) == {}
    assert isinstance(await pools.claim(DUEL.id, new, proposed("p1", ann, bob), LONG_MS), Proposal)


async def test_a_lease_is_renewed_by_its_holder_and_given_back(pools: PoolStore) -> None:
    first = await token(pools, holder="one")
    assert await token(pools, holder="one") == first
    await pools.release("two", [DUEL.id])
    assert await pools.lease("two", LONG_MS, [DUEL.id, FAST.id]) == {FAST.id: first + 1}
    await pools.release("one", [DUEL.id])
    assert await token(pools, holder="two") == first + 2


async def test_an_assignment_ends_the_tickets_and_cancels_the_players_others(
    tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    ann, bob, ann_fast, cat_fast = (
        await file("ann"),
        await file("bob"),
        await file("ann", FAST),
        await file("cat", FAST),
    )
    await claim(pools, bob, ann)
    assigned = await pools.assign("p1", TABLE)
    assert isinstance(assigned, Assigned)
    assert (assigned.pool, len(assigned.waits_ms), assigned.cancelled_others) == (DUEL, 2, 1)
    told = await tickets.touch(ann.id)
    assert told is not None
    assert told.ticket.assignment == Seated(table=TABLE, plan=assigned.plan, waits_ms=assigned.waits_ms)
    assert assigned.plan.seats == ("players/bob", "players/ann")
    assert (told.ticket.proposal, told.ticket.end_reason) == ("p1", "")
    assert await states(tickets, ann, bob, ann_fast, cat_fast) == [
        State.ASSIGNED,
        State.ASSIGNED,
        State.CANCELLED,
        State.WAITING,
    ]
    other = await tickets.touch(ann_fast.id)
    assert other is not None
    assert other.ticket.end_reason == "assigned_elsewhere"
    assert await tickets.open_tickets("players/ann") == []
    assert await pools.assign("p1", TABLE) == Closed("assigned")
    await file("ann")


async def test_withdrawn_tickets_go_back_with_their_age_and_time_to_live(
    tickets: TicketStore, pools: PoolStore, file: File, passed: Passed
) -> None:
    ann = await file("ann", ttl_ms=200)
    await passed(ann.created_ms)  # tickets of one millisecond have no order
    bob = await file("bob")
    await passed(bob.created_ms)
    cat = await file("cat")
    proposal = await claim(pools, ann, bob)
    await passed(ann.expires_ms)
    assert await pools.withdraw(proposal) == Withdrawn(2)
    queue = await pools.queue(DUEL.id)
    assert list(queue.since_ms.items())[:2] == [(ann.id, ann.created_ms), (bob.id, bob.created_ms)]
    assert list(queue.since_ms)[2:] == [cat.id]
    assert await pools.withdraw(proposal) == Closed()
    assert await pools.assign("p1", TABLE) == Closed("withdrawn")
    await claim(pools, ann, cat, name="p2")


async def test_a_hopeless_proposal_ends_its_tickets_with_the_reason(
    tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    ann, bob = await file("ann"), await file("bob")
    proposal = await claim(pools, ann, bob)
    assert await pools.withdraw(proposal, "OPTION_INVALID") == Withdrawn(2)
    told = await tickets.touch(bob.id)
    assert told is not None
    assert (told.ticket.state, told.ticket.end_reason) == (State.CANCELLED, "OPTION_INVALID")
    await file("ann")


async def test_a_proposal_is_adopted_when_its_lease_is_over_and_fences_who_held_it(
    tickets: TicketStore, pools: PoolStore, file: File, passed: Passed
) -> None:
    ann, bob = await file("ann"), await file("bob")
    dropped = await claim(pools, ann, bob, lease_ms=1)
    await passed((await pools.queue(DUEL.id)).time_ms + 50)
    adoptions = await asyncio.gather(*(pools.adopt(LONG_MS, 10, PENALTIES) for _ in range(8)))
    [adopted] = [proposal for adoption in adoptions for proposal in adoption.proposals]
    assert (adopted.id, adopted.players) == (dropped.id, dropped.players)
    assert (adopted.token, adopted.attempts) == (2, 1)
    assert adopted.age_ms > 0
    assert await pools.withdraw(dropped) == Fenced()
    assert await pools.postpone(dropped, 0) is False
    assert await states(tickets, ann, bob) == [State.PROPOSED] * 2


async def test_a_postponed_proposal_comes_back_after_its_delay(
    tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    proposal = await claim(pools, await file("ann"), await file("bob"))
    assert await pools.adopt(LONG_MS, 10, PENALTIES) == Adopted((), 0)
    assert await pools.postpone(proposal, 0)
    [again] = (await pools.adopt(LONG_MS, 10, PENALTIES)).proposals
    assert again.id == proposal.id
    assert isinstance(await pools.assign(again.id, TABLE), Assigned)
    assert await pools.adopt(LONG_MS, 10, PENALTIES) == Adopted((), 0)


@pytest.mark.parametrize("end", ["assign", "withdraw"])
async def test_a_ticket_filed_during_a_proposal_is_no_duplicate_elsewhere(
    end: str, tickets: TicketStore, pools: PoolStore, file: File
) -> None:
    ann, bob = await file("ann"), await file("bob")
    proposal = await claim(pools, ann, bob)
    fast = await file("ann", FAST)
    await (pools.assign(proposal.id, TABLE) if end == "assign" else pools.withdraw(proposal))
    expected = State.CANCELLED if end == "assign" else State.WAITING
    assert await states(tickets, fast) == [expected]
