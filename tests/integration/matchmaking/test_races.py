"""Two who want the same thing at the same time, over connections of their own: exactly one gets it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import connect
from nurselog.matchmaking.answers import Assigned, Cancelled, Gone, Proposal
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.ticket_store import ROOT, TicketStore
from nurselog.matchmaking.tickets import State
from tests.integration.matchmaking.conftest import DUEL, LONG_MS, File, filing, proposed

Stores = tuple[TicketStore, PoolStore]

TABLE = "games/forest_sky/tables/e0-k3v9q2ma"


@pytest.fixture
async def rival(either_settings: Settings, tickets: TicketStore) -> AsyncIterator[Stores]:
    """Another process: a connection of its own."""
    client = connect(either_settings)
    gatherer = Gatherer(client)
    yield TicketStore(gatherer), PoolStore(gatherer)
    await gatherer.aclose()
    await client.aclose()


async def test_cancel_against_claim_exactly_one_wins(
    tickets: TicketStore, pools: PoolStore, rival: Stores, file: File
) -> None:
    token = (await pools.lease("me", LONG_MS, [DUEL.id]))[DUEL.id]
    won = {"cancel": 0, "claim": 0}
    for number in range(300):
        ann, bob = await file(f"a{number}"), await file(f"b{number}")
        moves = [
            pools.claim(DUEL.id, token, proposed(f"p{number}", ann, bob), LONG_MS),
            rival[0].cancel(ann.id),
        ]
        if number % 2:
            moves.reverse()
        answers = await asyncio.gather(*moves)
        cancelled = next(answer for answer in answers if isinstance(answer, Cancelled))
        claimed = next(answer for answer in answers if isinstance(answer, Proposal | Gone))
        assert (cancelled.did == "cancelled") != isinstance(claimed, Proposal)
        if isinstance(claimed, Proposal):
            won["claim"] += 1
            assert cancelled.ticket.state is State.PROPOSED
            await pools.assign(claimed.id, TABLE)
        else:
            won["cancel"] += 1
            await tickets.cancel(bob.id)
    assert all(won.values()), won


async def test_two_pools_against_each_other_one_player_one_claim(
    tickets: TicketStore, pools: PoolStore, rival: Stores, file: File
) -> None:
    fast = Pool(game="forest_sky", seats=(2,), pace=Pace.FAST)
    leases = await pools.lease("me", LONG_MS, [DUEL.id, fast.id])
    for number in range(150):
        ann, ann_fast = await file(f"a{number}"), await file(f"a{number}", fast)
        bob, cat = await file(f"b{number}"), await file(f"c{number}", fast)
        moves = [
            pools.claim(DUEL.id, leases[DUEL.id], proposed(f"p{number}", ann, bob), LONG_MS),
            rival[1].claim(fast.id, leases[fast.id], proposed(f"q{number}", ann_fast, cat), LONG_MS),
        ]
        random.shuffle(moves)
        answers = await asyncio.gather(*moves)
        [claimed] = [answer for answer in answers if isinstance(answer, Proposal)]
        await pools.assign(claimed.id, TABLE)
        for ticket in (bob, cat):
            await tickets.cancel(ticket.id)
    assert await pools.pools() == {}


async def test_the_first_to_assign_assigns(
    tickets: TicketStore, pools: PoolStore, rival: Stores, file: File
) -> None:
    token = (await pools.lease("me", LONG_MS, [DUEL.id]))[DUEL.id]
    for number in range(100):
        filed = [await file(f"{letter}{number}") for letter in "ab"]
        seats = [ticket.id for ticket in filed]
        claimed = await pools.claim(DUEL.id, token, proposed(f"p{number}", *filed), LONG_MS)
        assert isinstance(claimed, Proposal)
        answers = await asyncio.gather(
            pools.assign(claimed.id, TABLE), rival[1].withdraw(claimed), rival[1].assign(claimed.id, TABLE)
        )
        told = [await tickets.touch(seat) for seat in seats]
        ends = {touch.ticket.state for touch in told if touch}
        if any(isinstance(answer, Assigned) for answer in answers):
            assert ends == {State.ASSIGNED}
            assert sum(isinstance(answer, Assigned) for answer in answers) == 1
        else:
            assert ends == {State.WAITING}
            for seat in seats:
                await tickets.cancel(seat)


async def test_requests_repeated_at_the_same_time_file_one_ticket(
    tickets: TicketStore, pools: PoolStore, rival: Stores, entrance: Gatherer
) -> None:
    answers = await asyncio.gather(
        *(store.create(filing("ann", request_id="r1"), 3) for _ in range(50) for store in (tickets, rival[0]))
    )
    assert [getattr(answer, "new", None) for answer in answers].count(True) == 1
    assert await entrance.call("ZCARD", f"{ROOT}:queue:{DUEL.id}", key=ROOT) == 1
