"""The worker: who waits gets a table, exactly one, whatever happens to workers and engines in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace

import pytest
from prometheus_client import REGISTRY

from nurselog.chassis.errors import InvalidArgument, ResourceExhausted, Unavailable
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient
from nurselog.chassis.topology import topology_of
from nurselog.matchmaking.answers import Closed, Proposal
from nurselog.matchmaking.bells import Bells
from nurselog.matchmaking.matching.terms import Terms
from nurselog.matchmaking.pool_passes import PoolPasses, Room
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.proposals import Patience, Proposals, request_of
from nurselog.matchmaking.ratings import RatingBook
from nurselog.matchmaking.ticket_store import ROOT, TicketStore
from nurselog.matchmaking.tickets import State, Ticket, new_ticket_id
from nurselog.matchmaking.worker import Rhythm, Worker
from tests.integration.matchmaking.conftest import DUEL, LONG_MS, File, Passed, proposed
from tests.support.fake_engine import FakeEngine, table_of

SOLO = Pool(game="cabin_by_the_sea", seats=(1,))
FLEXIBLE = Pool(game="forest_sky", seats=(2, 3, 4))
TERMS = Terms()
PATIENCE = Patience(call_s=0.5, first_ms=1, longest_ms=5, limit_ms=LONG_MS)
RHYTHM = Rhythm(pass_s=0.05, breath_s=0.001, pool_lease_ms=500, proposal_lease_ms=1_000, idle_share=0.0)
"""No rest after a pass that a busy machine made long: the rounds of a test are all looked at."""

Make = Callable[..., Worker]


@pytest.fixture
async def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
async def bells(client: RedisClient) -> AsyncIterator[Bells]:
    """Bells that are heard."""
    made = Bells(topology_of(client))
    task = asyncio.create_task(made.run())
    async with asyncio.timeout(10):
        await made.heard.wait()
    yield made
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def make(tickets: TicketStore, pools: PoolStore, bells: Bells, engine: FakeEngine) -> Make:
    """Workers of the same store and engine."""

    def one(patience: Patience = PATIENCE, terms: Terms = TERMS) -> Worker:
        return made(tickets, pools, bells, engine, patience, terms)

    return one


@pytest.fixture
def worker(make: Make) -> Worker:
    return make()


def made(
    tickets: TicketStore,
    pools: PoolStore,
    bells: Bells,
    engine: FakeEngine,
    patience: Patience,
    terms: Terms,
) -> Worker:
    passes = PoolPasses(pools, RatingBook(None), terms, Room())
    proposals = Proposals(pools, engine.open, engine.stop_table, patience)
    return Worker((tickets, pools), bells, passes, proposals, RHYTHM)


@pytest.fixture
async def running(worker: Worker) -> AsyncIterator[Worker]:
    """The worker at work."""
    task = asyncio.create_task(worker.run())
    yield worker
    await worker.stop()
    await task


async def read(tickets: TicketStore, ticket: Ticket) -> Ticket:
    touched = await tickets.touch(ticket.id)
    assert touched is not None
    return touched.ticket


async def ended(tickets: TicketStore, bells: Bells, filed: Iterable[Ticket]) -> list[Ticket]:
    """The tickets once all of them have ended."""
    return [await one_ended(tickets, bells, ticket) for ticket in filed]


async def one_ended(tickets: TicketStore, bells: Bells, ticket: Ticket) -> Ticket:
    async with asyncio.timeout(30):
        with bells.listen(ticket.id) as rung:
            while True:
                rung.clear()
                now = await read(tickets, ticket)
                if now.state.ended:
                    return now
                await rung.wait()


async def idle(worker: Worker) -> None:
    await worker._idle()


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


@pytest.mark.parametrize("moment", ["before the call", "after the call"])
async def test_a_worker_that_died_between_claim_and_assignment_is_followed_by_another(
    moment: str, pools: PoolStore, file: File, engine: FakeEngine, make: Make, passed: Passed
) -> None:
    ann, bob = await file("ann"), await file("bob")
    token = (await pools.lease("dead", LONG_MS, [DUEL.id]))[DUEL.id]
    dropped = await pools.claim(DUEL.id, token, proposed("p1", ann, bob), 50)
    assert isinstance(dropped, Proposal)
    if moment == "after the call":
        await engine.open(request_of(dropped))
    await passed((await pools.queue(DUEL.id)).time_ms + 60)
    follower = make()
    await follower.keep_up()
    await idle(follower)
    assert len(engine.tables) == 1
    assert await pools.assign("p1", "") == Closed("assigned")


async def test_a_lost_answer_is_asked_for_again_and_leads_to_the_same_table(
    tickets: TicketStore, bells: Bells, file: File, running: Worker, engine: FakeEngine
) -> None:
    lost = [Unavailable("SERVICE_UNAVAILABLE", "gone"), Unavailable("SERVICE_UNAVAILABLE", "gone")]
    engine.lose = lambda _request: lost.pop() if lost else None
    done = await ended(tickets, bells, [await file("ann"), await file("bob")])
    assert len(engine.asked) == 3
    assert len(engine.tables) == 1
    assert {ticket.assignment and ticket.assignment.table for ticket in done} == {table_of(engine.asked[0])}


async def test_an_engine_that_never_answers_ends_the_tickets_when_patience_is_over(
    tickets: TicketStore, bells: Bells, file: File, engine: FakeEngine, make: Make
) -> None:
    engine.silent = True
    patience = Patience(call_s=0.01, first_ms=1, longest_ms=5, limit_ms=100)
    worker = make(patience)
    task = asyncio.create_task(worker.run())
    refusals = [Unavailable("SERVICE_UNAVAILABLE", "Not now.") for _ in range(2)]
    engine.resist = lambda _table: refusals.pop() if refusals else None
    done = await ended(tickets, bells, [await file("ann"), await file("bob")])
    await engine.until(lambda: engine.stopped)
    await worker.stop()
    await task
    assert {(ticket.state, ticket.end_reason) for ticket in done} == {(State.CANCELLED, "engine_unavailable")}
    assert len(engine.tables) == 1
    assert len(engine.asked) > 1
    assert engine.stopped == [table_of(engine.asked[0])]


async def test_a_table_that_may_be_open_is_ended_when_the_tickets_go_back(
    tickets: TicketStore, bells: Bells, file: File, engine: FakeEngine, make: Make
) -> None:
    engine.lose = lambda _request: Unavailable("SERVICE_UNAVAILABLE", "gone")
    full = ResourceExhausted("TOO_MANY_REQUESTS", "Full.", retry_after_ms=60_000)
    engine.refuse = lambda _request: full if len(engine.asked) > 1 else None
    worker = make()
    task = asyncio.create_task(worker.run())
    ann = await file("ann")
    await file("bob")

    await engine.until(lambda: engine.stopped)
    await worker.stop()
    await task

    assert engine.stopped == [table_of(engine.asked[0])]
    assert (await read(tickets, ann)).state is State.WAITING


async def test_a_table_that_never_was_is_forgotten(
    entrance: Gatherer, file: File, engine: FakeEngine, make: Make
) -> None:
    engine.refuse = lambda _request: Unavailable("SERVICE_UNAVAILABLE", "gone")
    worker = make(Patience(call_s=0.5, first_ms=1, longest_ms=1, limit_ms=0))
    await file("ann")
    await file("bob")
    await worker.round()
    await idle(worker)
    assert await entrance.call("ZCARD", f"{ROOT}:unwanted", key=ROOT) == 1

    await worker.keep_up()
    await idle(worker)

    assert not engine.stopped
    assert await entrance.call("ZCARD", f"{ROOT}:unwanted", key=ROOT) == 0


async def test_what_can_never_work_ends_the_tickets_with_the_reason(
    tickets: TicketStore, file: File, worker: Worker, engine: FakeEngine
) -> None:
    engine.refuse = lambda _request: InvalidArgument("OPTION_INVALID", "These options exclude each other.")
    ann, bob = await file("ann"), await file("bob")
    await worker.round()
    await idle(worker)
    for ticket in (ann, bob):
        told = await read(tickets, ticket)
        assert (told.state, told.end_reason) == (State.CANCELLED, "OPTION_INVALID")


async def test_an_engine_without_room_puts_the_tickets_back_and_rests_the_pool(
    tickets: TicketStore, file: File, worker: Worker, engine: FakeEngine
) -> None:
    engine.refuse = lambda _request: ResourceExhausted("TOO_MANY_REQUESTS", "Full.", retry_after_ms=60_000)
    ann, bob = await file("ann"), await file("bob")
    await worker.round()
    await idle(worker)
    told = [await read(tickets, ticket) for ticket in (ann, bob)]
    assert [(ticket.state, ticket.created_ms) for ticket in told] == [
        (State.WAITING, ann.created_ms),
        (State.WAITING, bob.created_ms),
    ]
    await worker.round()
    await idle(worker)
    assert len(engine.asked) == 1


async def test_a_pool_that_another_holds_is_left_alone_until_its_lease_is_over(
    pools: PoolStore, file: File, worker: Worker, engine: FakeEngine, passed: Passed
) -> None:
    await pools.lease("other", 50, [DUEL.id])
    await file("ann")
    await file("bob")
    await worker.round()
    assert not engine.asked
    await passed((await pools.queue(DUEL.id)).time_ms + 60)
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
