"""What finished tables say of players, entered once, and what follows."""

from __future__ import annotations

import asyncio

import pytest
from prometheus_client import REGISTRY

from nurselog.api.common.v1.score_pb2 import ENDED_BY_LEFT, ENDED_BY_PLAYED, Result
from nurselog.chassis.gatherer import Gatherer
from nurselog.matchmaking.answers import Created, PoolsClosed, Proposal
from nurselog.matchmaking.conduct import ConductTerms
from nurselog.matchmaking.conduct_store import ConductStore
from nurselog.matchmaking.matching.mirror import Proposed
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.settlement import Settlement
from nurselog.matchmaking.ticket_store import TicketStore
from tests.integration.matchmaking.conftest import DUEL, LONG_MS, File, filing


@pytest.fixture
def records(entrance: Gatherer) -> ConductStore:
    return ConductStore(entrance)


@pytest.fixture
def settlement(records: ConductStore, pools: PoolStore) -> Settlement:
    return Settlement(records, pools, ConductTerms())


def result(number: int, *, left: bool = False, loser: str = "bob") -> Result:
    made = Result(table=f"games/forest_sky/tables/e0-{number:08}", game="forest_sky", rated=True)
    for seat, player in enumerate(("ann", loser)):
        made.seats.add(index=seat).occupant.player = f"players/{player}"
        ended_by = ENDED_BY_LEFT if left and not seat else ENDED_BY_PLAYED
        made.outcome.placements.add(seat=seat, place=seat + 1, ended_by=ended_by)
    return made


async def test_a_table_is_noted_once_however_often_it_is_told(
    settlement: Settlement, records: ConductStore
) -> None:
    await asyncio.gather(*(settlement.settle(result(1, left=True)) for _ in range(50)))
    found = await records.records(["players/ann", "players/bob"])
    assert [(one.version, one.last) for one in found.values()] == [(1, "-"), (1, "+")]


async def test_tables_told_at_once_are_all_noted(settlement: Settlement, records: ConductStore) -> None:
    await asyncio.gather(*(settlement.settle(result(n, loser=f"l{n}")) for n in range(12)))
    found = (await records.records(["players/ann"]))["players/ann"]
    assert (found.version, found.last) == (12, "+" * 12)


async def test_live_pools_close_to_who_leaves_too_often(
    settlement: Settlement, tickets: TicketStore, file: File
) -> None:
    for number in range(3):
        await settlement.settle(result(number, left=True))
    await tickets.cancel((await file("ann")).id)
    await settlement.settle(result(3, left=True))
    answer = await tickets.create(filing("ann"), 3)
    assert isinstance(answer, PoolsClosed)
    assert 899_000 < answer.left_ms <= 900_000
    days = Pool(game="forest_sky", seats=(2,), pace=Pace.ASYNC)
    assert isinstance(await tickets.create(filing("ann", days), 3), Created)
    assert isinstance(await tickets.create(filing("bob"), 3), Created)


async def test_who_met_lately_is_known_to_the_matcher(
    settlement: Settlement, pools: PoolStore, file: File
) -> None:
    for number, loser in enumerate(("bob", "cat", "dan")):
        await settlement.settle(result(number, loser=loser))
    [seeker] = await pools.seekers([(await file("ann")).id])
    assert seeker.recent == {"players/cat", "players/dan"}


async def test_what_was_foretold_stands_beside_what_happened(
    settlement: Settlement, pools: PoolStore, file: File
) -> None:
    ann, bob = await file("ann"), await file("bob")
    seats = (ann.player, bob.player)
    plan = TablePlan(seats=seats, rated=True, spread=0, fairness_permille=500, forecast=((0, 1, 0.75),))
    token = (await pools.lease("me", LONG_MS, [DUEL.id]))[DUEL.id]
    claimed = await pools.claim(DUEL.id, token, Proposed("p1", (ann.id, bob.id), plan, 0.0), LONG_MS)
    assert isinstance(claimed, Proposal)
    await pools.assign("p1", result(7).table)

    def counted(name: str) -> float:
        labels = {"pool": DUEL.label, "bin": "7"}
        return REGISTRY.get_sample_value(f"nurselog_matchmaking_{name}_total", labels) or 0.0

    names = ("predicted_pairs", "predicted_sum", "actual_wins")
    before = [counted(name) for name in names]
    for _ in range(3):
        await settlement.settle(result(7))
    assert [counted(name) - old for name, old in zip(names, before, strict=True)] == [1, 0.75, 1]
