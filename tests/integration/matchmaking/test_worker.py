"""The worker: who waits gets a table, exactly one, whatever happens to workers in between."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from prometheus_client import REGISTRY

from nurselog.chassis.gatherer import Gatherer
from nurselog.matchmaking.bells import Bells
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.ticket_store import ROOT, TicketStore
from nurselog.matchmaking.tickets import State, new_ticket_id
from nurselog.matchmaking.worker import Worker
from tests.integration.matchmaking.conftest import (
    DUEL,
    LONG_MS,
    TERMS,
    File,
    Make,
    Passed,
    ended,
    idle,
    read,
)
from tests.support.fake_engine import FakeEngine, table_of

SOLO = Pool(game="cabin_by_the_sea", seats=(1,))
FLEXIBLE = Pool(game="forest_sky", seats=(2, 3, 4))


async def test_two_strangers_get_one_table(
    tickets: TicketStore, file: File, worker: Worker, engine: FakeEngine
) -> None:
    ann, bob = await file("ann"), await file("bob")
    await worker.round()
    await idle(worker)
    [request] = engine.tables.values()
    assert {occupant.player for occupant in request.occupants} == {"players/ann", "players/bob"}
    assert request.clock.reserve.initial_ms == 300_000
    for ticket in (ann, bob):
        told = await read(tickets, ticket)
        assert told.assignment is not None
        assert told.assignment.table == table_of(request)
        assert ticket.player in told.assignment.plan.seats
        assert tuple(one.player for one in request.occupants) == told.assignment.plan.seats


async def test_what_happened_is_counted_by_pool(tickets: TicketStore, file: File, worker: Worker) -> None:
    pool = Pool(game="forest_sky", seats=(2,), options=(("expert", "on"),), pace=Pace.CASUAL)

    def counted(name: str, **labels: str) -> float:
        return (
            REGISTRY.get_sample_value(f"nurselog_matchmaking_{name}", {"pool": pool.label, **labels}) or 0.0
        )

    before = counted("tables_total"), counted("wait_seconds_count")
    await file("ann", pool)
    await worker.round()
    assert counted("waiting") == 1
    await file("bob", pool)
    await worker.round()
    await idle(worker)
    await worker.round()
    assert (counted("tables_total"), counted("wait_seconds_count")) == (before[0] + 1, before[1] + 2)
    assert counted("waiting") == 0
    assert counted("ended_total", state="assigned", reason="") >= 2


async def test_alone_for_many_passes_then_a_partner(
    tickets: TicketStore, file: File, worker: Worker, engine: FakeEngine
) -> None:
    ann = await file("ann")
    for _ in range(5):
        await worker.round()
    assert (await read(tickets, ann)).state is State.WAITING
    await file("bob")
    await worker.round()
    await idle(worker)
    assert (await read(tickets, ann)).state is State.ASSIGNED


async def test_a_solo_ticket_is_assigned_at_once(
    tickets: TicketStore, bells: Bells, file: File, running: Worker, engine: FakeEngine
) -> None:
    [done] = await ended(tickets, bells, [await file("ann", SOLO)])
    assert done.state is State.ASSIGNED


async def test_nobody_is_stranded_once_a_smaller_table_is_allowed(
    tickets: TicketStore, file: File, worker: Worker, engine: FakeEngine, make: Make
) -> None:
    filed = [await file(name, FLEXIBLE) for name in ("ann", "bob", "cat")]
    await worker.round()
    assert not engine.asked
    await worker.stop()
    impatient = make(terms=replace(TERMS, fewer_first_s=0.0))
    await impatient.round()
    await idle(impatient)
    [request] = engine.asked
    assert len(request.occupants) == 3
    assert {(await read(tickets, ticket)).state for ticket in filed} == {State.ASSIGNED}


async def test_hundreds_of_tickets_and_three_workers_one_table_each(
    tickets: TicketStore, bells: Bells, file: File, engine: FakeEngine, make: Make
) -> None:
    workers = [make() for _ in range(3)]
    tasks = [asyncio.create_task(worker.run()) for worker in workers]
    fast = Pool(game="forest_sky", seats=(2,), pace=Pace.FAST)
    filed = await asyncio.gather(*(file(f"p{number}", DUEL) for number in range(200)))
    also = await asyncio.gather(*(file(f"p{number}", fast) for number in range(0, 200, 5)))
    done = await ended(tickets, bells, [*filed])
    for worker in workers:
        await worker.stop()
    await asyncio.gather(*tasks)
    seated = [occupant.player for request in engine.tables.values() for occupant in request.occupants]
    assert len(seated) == len(set(seated))
    assert {ticket.state for ticket in done} <= {State.ASSIGNED, State.CANCELLED}
    assigned = [
        ticket for ticket in [*done, *[await read(tickets, one) for one in also]] if ticket.assignment
    ]
    assert sorted(ticket.player for ticket in assigned) == sorted(seated)


async def test_a_pool_that_another_holds_is_left_alone_until_its_lease_is_over(
    pools: PoolStore, file: File, worker: Worker, engine: FakeEngine, passed: Passed
) -> None:
    await pools.lease("other", LONG_MS, [DUEL.id])
    await file("ann")
    await file("bob")
    await worker.round()
    assert not engine.asked
    await pools.lease("other", 1, [DUEL.id])
    await passed((await pools.queue(DUEL.id)).time_ms + 1)
    await worker.round()
    await idle(worker)
    assert len(engine.tables) == 1


async def test_tickets_expire_without_anybody_asking(
    bells: Bells, file: File, running: Worker, entrance: Gatherer
) -> None:
    with bells.listen(new_ticket_id("players/ann", "r1")) as rung:
        ann = await file("ann", ttl_ms=20, request_id="r1")
        async with asyncio.timeout(10):
            while await entrance.call("HGET", f"{ROOT}:ticket:{ann.id}", "state", key=ROOT) != b"expired":
                await rung.wait()
                rung.clear()


async def test_a_stopped_worker_leaves_its_pools_to_others(
    pools: PoolStore, file: File, worker: Worker
) -> None:
    await file("ann")
    await worker.round()
    assert await pools.lease("other", LONG_MS, [DUEL.id]) == {}
    await worker.stop()
    assert DUEL.id in await pools.lease("other", LONG_MS, [DUEL.id])
