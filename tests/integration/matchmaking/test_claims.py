"""All seats or none, one player at one table, and proposals that survive those who hold them."""

from __future__ import annotations

import asyncio

import pytest

from nurselog.matchmaking.answers import Assigned, Closed, Fenced, Gone, Proposal, Withdrawn
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.ticket_store import TicketStore
from nurselog.matchmaking.tickets import Seated, State, Ticket
from tests.integration.matchmaking.conftest import DUEL, LONG_MS, File, Passed

FAST = Pool(game="forest_sky", seats=(2,), pace=Pace.FAST)
TABLE = "games/forest_sky/tables/e0-k3v9q2ma"


async def token(tickets: TicketStore, pool: Pool = DUEL, holder: str = "me") -> int:
    return (await tickets.lease(holder, LONG_MS, [pool.id]))[pool.id]


async def claim(tickets: TicketStore, *seats: Ticket, name: str = "p1", lease_ms: int = LONG_MS) -> Proposal:
    claimed = await tickets.claim(
        seats[0].pool.id, await token(tickets, seats[0].pool), name, lease_ms, [seat.id for seat in seats]
    )
    assert isinstance(claimed, Proposal), claimed
    return claimed


async def states(tickets: TicketStore, *asked: Ticket) -> list[State]:
    touched = [await tickets.touch(ticket.id) for ticket in asked]
    return [touch.ticket.state for touch in touched if touch]


async def test_a_claim_takes_all_seats_in_order(tickets: TicketStore, file: File) -> None:
    ann, bob = await file("ann"), await file("bob")
    proposal = await claim(tickets, bob, ann)
    assert proposal.players == (("players/bob", "Bob"), ("players/ann", "Ann"))
    assert (proposal.pool, proposal.token, proposal.attempts) == (DUEL, 1, 0)
    assert await states(tickets, ann, bob) == [State.PROPOSED] * 2
    assert await tickets.pools() == {}
    assert await tickets.sweep(10) == []


async def test_a_claim_takes_nothing_if_one_is_gone(tickets: TicketStore, file: File) -> None:
    ann, bob, cat = [await file(name) for name in ("ann", "bob", "cat")]
    await tickets.cancel(bob.id)
    answer = await tickets.claim(DUEL.id, await token(tickets), "p1", LONG_MS, [ann.id, bob.id, "nobody"])
    assert answer == Gone((bob.id, "nobody"))
    assert await states(tickets, ann, cat) == [State.WAITING] * 2
    await claim(tickets, ann, cat)


async def test_a_ticket_whose_time_is_over_cannot_be_claimed(
    tickets: TicketStore, file: File, passed: Passed
) -> None:
    ann, bob = await file("ann", ttl_ms=1), await file("bob")
    await passed(ann.expires_ms)
    assert await tickets.claim(DUEL.id, await token(tickets), "p1", LONG_MS, [ann.id, bob.id]) == Gone(
        (ann.id,)
    )
    assert [ticket for ticket, _ in (await tickets.queue(DUEL.id, 10)).tickets] == [bob.id]


async def test_a_ticket_of_another_pool_cannot_be_claimed(tickets: TicketStore, file: File) -> None:
    ann, bob = await file("ann", FAST), await file("bob")
    assert await tickets.claim(DUEL.id, await token(tickets), "p1", LONG_MS, [ann.id, bob.id]) == Gone(
        (ann.id,)
    )


async def test_a_claimed_player_is_claimed_in_no_other_pool(tickets: TicketStore, file: File) -> None:
    ann, bob, ann_fast, cat_fast = (
        await file("ann"),
        await file("bob"),
        await file("ann", FAST),
        await file("cat", FAST),
    )
    await claim(tickets, ann, bob)
    assert [ticket for ticket, _ in (await tickets.queue(FAST.id, 10)).tickets] == [cat_fast.id]
    answer = await tickets.claim(
        FAST.id, await token(tickets, FAST), "p2", LONG_MS, [ann_fast.id, cat_fast.id]
    )
    assert answer == Gone((ann_fast.id,))


async def test_the_same_ticket_cannot_fill_two_seats(tickets: TicketStore, file: File) -> None:
    ann = await file("ann")
    assert await tickets.claim(DUEL.id, await token(tickets), "p1", LONG_MS, [ann.id, ann.id]) == Gone(
        (ann.id,)
    )


async def test_only_the_holder_of_the_pool_claims(tickets: TicketStore, file: File, passed: Passed) -> None:
    ann, bob = await file("ann"), await file("bob")
    old = (await tickets.lease("old", 1, [DUEL.id]))[DUEL.id]
    await passed(ann.created_ms + 50)
    new = await token(tickets, holder="new")
    assert new > old
    assert await tickets.claim(DUEL.id, old, "p1", LONG_MS, [ann.id, bob.id]) == Fenced()
    assert await tickets.lease("old", LONG_MS, [DUEL.id]) == {}
    assert isinstance(await tickets.claim(DUEL.id, new, "p1", LONG_MS, [ann.id, bob.id]), Proposal)


async def test_a_lease_is_renewed_by_its_holder_and_given_back(tickets: TicketStore) -> None:
    first = await token(tickets, holder="one")
    assert await token(tickets, holder="one") == first
    await tickets.release("two", [DUEL.id])
    assert await tickets.lease("two", LONG_MS, [DUEL.id, FAST.id]) == {FAST.id: first + 1}
    await tickets.release("one", [DUEL.id])
    assert await token(tickets, holder="two") == first + 2


async def test_an_assignment_ends_the_tickets_and_cancels_the_players_others(
    tickets: TicketStore, file: File
) -> None:
    ann, bob, ann_fast, cat_fast = (
        await file("ann"),
        await file("bob"),
        await file("ann", FAST),
        await file("cat", FAST),
    )
    await claim(tickets, bob, ann)
    assigned = await tickets.assign("p1", TABLE)
    assert isinstance(assigned, Assigned)
    assert (assigned.pool, len(assigned.waits_ms), assigned.cancelled_others) == (DUEL, 2, 1)
    told = await tickets.touch(ann.id)
    assert told is not None
    assert told.ticket.assignment == Seated(table=TABLE, seat=1, waits_ms=assigned.waits_ms)
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
    assert await tickets.assign("p1", TABLE) == Closed("assigned")
    await file("ann")


async def test_withdrawn_tickets_go_back_with_their_age_and_time_to_live(
    tickets: TicketStore, file: File, passed: Passed
) -> None:
    ann, bob = await file("ann", ttl_ms=200), await file("bob")
    cat = await file("cat")
    proposal = await claim(tickets, ann, bob)
    await passed(ann.expires_ms)
    assert await tickets.withdraw(proposal) == Withdrawn(2)
    queue = await tickets.queue(DUEL.id, 10)
    assert [ticket for ticket, _ in queue.tickets] == [ann.id, bob.id, cat.id]
    assert [created for _, created in queue.tickets][:2] == [ann.created_ms, bob.created_ms]
    assert await tickets.withdraw(proposal) == Closed()
    assert await tickets.assign("p1", TABLE) == Closed("withdrawn")
    await claim(tickets, ann, cat, name="p2")


async def test_a_hopeless_proposal_ends_its_tickets_with_the_reason(tickets: TicketStore, file: File) -> None:
    ann, bob = await file("ann"), await file("bob")
    proposal = await claim(tickets, ann, bob)
    assert await tickets.withdraw(proposal, "OPTION_INVALID") == Withdrawn(2)
    told = await tickets.touch(bob.id)
    assert told is not None
    assert (told.ticket.state, told.ticket.end_reason) == (State.CANCELLED, "OPTION_INVALID")
    await file("ann")


async def test_a_proposal_is_adopted_when_its_lease_is_over_and_fences_who_held_it(
    tickets: TicketStore, file: File, passed: Passed
) -> None:
    ann, bob = await file("ann"), await file("bob")
    dropped = await claim(tickets, ann, bob, lease_ms=1)
    await passed(bob.created_ms + 50)
    adoptions = await asyncio.gather(*(tickets.adopt(LONG_MS, 10) for _ in range(8)))
    [adopted] = [proposal for adoption in adoptions for proposal in adoption]
    assert (adopted.id, adopted.players) == (dropped.id, dropped.players)
    assert (adopted.token, adopted.attempts) == (2, 1)
    assert adopted.age_ms > 0
    assert await tickets.withdraw(dropped) == Fenced()
    assert await tickets.postpone(dropped, 0) is False
    assert await states(tickets, ann, bob) == [State.PROPOSED] * 2


async def test_a_postponed_proposal_comes_back_after_its_delay(tickets: TicketStore, file: File) -> None:
    proposal = await claim(tickets, await file("ann"), await file("bob"))
    assert await tickets.adopt(LONG_MS, 10) == []
    assert await tickets.postpone(proposal, 0)
    [again] = await tickets.adopt(LONG_MS, 10)
    assert again.id == proposal.id
    assert isinstance(await tickets.assign(again.id, TABLE), Assigned)
    assert await tickets.adopt(LONG_MS, 10) == []


@pytest.mark.parametrize("end", ["assign", "withdraw"])
async def test_a_ticket_filed_during_a_proposal_is_no_duplicate_elsewhere(
    end: str, tickets: TicketStore, file: File
) -> None:
    ann, bob = await file("ann"), await file("bob")
    proposal = await claim(tickets, ann, bob)
    fast = await file("ann", FAST)
    await (tickets.assign(proposal.id, TABLE) if end == "assign" else tickets.withdraw(proposal))
    expected = State.CANCELLED if end == "assign" else State.WAITING
    assert await states(tickets, fast) == [expected]
