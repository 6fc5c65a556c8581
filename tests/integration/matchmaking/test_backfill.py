"""The seat of one who left goes to somebody who waits, exactly once."""

from __future__ import annotations

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.engine.v1.engine_service_pb2 import SubstituteSeatRequest
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.chassis.errors import FailedPrecondition, ResourceExhausted, Unavailable
from nurselog.chassis.gatherer import Gatherer
from nurselog.matchmaking.conduct import ConductTerms
from nurselog.matchmaking.conduct_store import ConductStore
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.settlement import Settlement
from nurselog.matchmaking.ticket_store import ROOT, TicketStore
from nurselog.matchmaking.tickets import State
from nurselog.matchmaking.wishes import Wish
from nurselog.matchmaking.worker import Worker
from tests.integration.matchmaking.conftest import LONG_MS, File, idle, proposed, read
from tests.support.fake_engine import FakeEngine

THREE = Pool(game="forest_sky", seats=(3,))
TABLE = "games/forest_sky/tables/e0-k3v9q2ma"


def left(version: int = 7) -> Fact:
    """Bob, in seat 1, left."""
    fact = Fact(table=TABLE, version=version)
    for index, player in enumerate(("ann", "bob", "cat")):
        fact.seated.seats.add(index=index, left=index == 1).occupant.player = f"players/{player}"
    return fact


async def begun(pools: PoolStore, file: File, entrance: Gatherer) -> Settlement:
    """A table of Ann, Bob and Cat that matchmaking opened; gives who reads what becomes of it."""
    seats = [await file(name, THREE) for name in ("ann", "bob", "cat")]
    token = (await pools.lease("earlier", LONG_MS, [THREE.id]))[THREE.id]
    await pools.claim(THREE.id, token, proposed("p1", *seats), LONG_MS)
    await pools.assign("p1", TABLE)
    await pools.release("earlier", [THREE.id])
    return Settlement(ConductStore(entrance), pools, ConductTerms())


async def test_who_waits_and_agreed_takes_the_seat(
    tickets: TicketStore, pools: PoolStore, file: File, worker: Worker, engine: FakeEngine, entrance: Gatherer
) -> None:
    settlement = await begun(pools, file, entrance)
    eve = await file("eve", THREE, wish=Wish(substitutes=True))
    fay = await file("fay", THREE)
    for _ in range(3):
        await settlement.read(left())
    [vacancy] = await pools.vacancies(THREE.id)
    assert vacancy[:4] == (TABLE, 1, 7, ("players/ann", "players/bob", "players/cat"))
    await worker.round()
    await idle(worker)
    [request] = engine.substituted
    assert isinstance(request, SubstituteSeatRequest)
    assert (request.seat, request.left_at_version, request.occupant.player) == (1, 7, "players/eve")
    told = await read(tickets, eve)
    assert told.assignment is not None
    assert (told.assignment.table, told.assignment.plan.reasons) == (TABLE, ("substitution",))
    assert told.to_proto(told.player).assignment.seat == 1
    assert (await read(tickets, fay)).state is State.WAITING
    assert await pools.vacancies(THREE.id) == []


async def test_a_seat_that_is_gone_costs_nobody_the_ticket(
    tickets: TicketStore, pools: PoolStore, file: File, worker: Worker, engine: FakeEngine, entrance: Gatherer
) -> None:
    settlement = await begun(pools, file, entrance)
    eve = await file("eve", THREE, wish=Wish(substitutes=True))
    await settlement.read(left())
    asked: list[object] = []

    def refuse(request: object) -> FailedPrecondition:
        asked.append(request)
        return FailedPrecondition("SEAT_TAKEN", "Seat 1 is not vacant.")

    engine.refuse = refuse
    await worker.round()
    await idle(worker)
    assert len(asked) == 1
    told = await read(tickets, eve)
    assert (told.state, told.since_ms) == (State.WAITING, eve.since_ms)


async def test_a_seat_given_away_by_an_answer_that_was_lost_is_taken_back_and_offered_again(
    tickets: TicketStore, pools: PoolStore, file: File, worker: Worker, engine: FakeEngine, entrance: Gatherer
) -> None:
    settlement = await begun(pools, file, entrance)
    eve = await file("eve", THREE, wish=Wish(substitutes=True))
    await settlement.read(left())
    engine.lose = lambda _: Unavailable("SERVICE_UNAVAILABLE", "The answer is lost.")
    await worker.round()
    await idle(worker)
    assert engine.stand_ins == {(TABLE, 1): "players/eve"}
    engine.refuse = lambda _: ResourceExhausted("HOUSE_FULL", "Not now.", retry_after_ms=1)
    while (await read(tickets, eve)).state is State.PROPOSED:
        await worker.keep_up()
        await idle(worker)
    engine.refuse, engine.lose = (lambda _: None), (lambda _: None)
    assert (await read(tickets, eve)).state is State.WAITING
    await tickets.cancel(eve.id, "players/eve")

    await worker.keep_up()
    await idle(worker)

    assert engine.stand_ins == {}
    assert [one[:3] for one in await pools.vacancies(THREE.id)] == [(TABLE, 1, 7)]
    fay = await file("fay", THREE, wish=Wish(substitutes=True))
    await worker.round()
    await idle(worker)
    assert engine.stand_ins == {(TABLE, 1): "players/fay"}
    assert (await read(tickets, fay)).state is State.ASSIGNED


async def test_who_is_told_of_the_seat_after_all_is_not_taken_out(
    tickets: TicketStore, pools: PoolStore, file: File, worker: Worker, engine: FakeEngine, entrance: Gatherer
) -> None:
    settlement = await begun(pools, file, entrance)
    eve = await file("eve", THREE, wish=Wish(substitutes=True))
    await settlement.read(left())
    words = f"{TABLE} 1 7 players/eve"
    await entrance.call("ZADD", f"{ROOT}:unwanted", LONG_MS * 10**6, words, key=ROOT)

    await worker.round()
    await idle(worker)

    assert (await read(tickets, eve)).state is State.ASSIGNED
    assert await entrance.call("ZCARD", f"{ROOT}:unwanted", key=ROOT) == 0


async def test_only_seats_of_our_own_running_tables_are_offered(
    pools: PoolStore, file: File, entrance: Gatherer
) -> None:
    settlement = Settlement(ConductStore(entrance), pools, ConductTerms())
    await settlement.read(left())
    assert await pools.vacancies(THREE.id) == []
    settlement = await begun(pools, file, entrance)
    await settlement.read(left(version=-1))
    assert await pools.vacancies(THREE.id) == []
    await settlement.read(left())
    assert len(await pools.vacancies(THREE.id)) == 1
    over = Result(table=TABLE, game="forest_sky")
    await settlement.read(Fact(table=TABLE, version=9, finished=over))
    assert await pools.vacancies(THREE.id) == []
