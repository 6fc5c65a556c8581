from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any

import pytest

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient, server_time_ms
from nurselog.chassis.topology import topology_of
from nurselog.matchmaking.answers import Created
from nurselog.matchmaking.bells import Bells
from nurselog.matchmaking.matching.mirror import Proposed
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.matching.terms import Terms
from nurselog.matchmaking.pool_passes import PoolPasses, Room
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.proposals import Patience, Proposals
from nurselog.matchmaking.ratings import RatingBook
from nurselog.matchmaking.ticket_store import Filing, TicketStore, functions
from nurselog.matchmaking.tickets import Ticket, new_ticket_id
from nurselog.matchmaking.worker import Rhythm, Worker
from tests.support.fake_engine import FakeEngine

DUEL = Pool(game="forest_sky", seats=(2,))
LONG_MS = 60_000

File = Callable[..., Awaitable[Ticket]]
Passed = Callable[[int], Awaitable[None]]
TERMS = Terms()
PATIENCE = Patience(call_s=0.5, first_ms=1, longest_ms=5, limit_ms=LONG_MS)
RHYTHM = Rhythm(pass_s=0.05, breath_s=0.001, pool_lease_ms=500, proposal_lease_ms=1_000, idle_share=0.0)
"""No rest after a pass that a busy machine made long: the rounds of a test are all looked at."""

Make = Callable[..., Worker]


@pytest.fixture
def library() -> str:
    return functions()


@pytest.fixture
def tickets(entrance: Gatherer) -> TicketStore:
    return TicketStore(entrance)


@pytest.fixture
def pools(entrance: Gatherer) -> PoolStore:
    return PoolStore(entrance)


def proposed(name: str, *seats: Ticket, more: tuple[str, ...] = ()) -> Proposed:
    """A table for tickets, in this order of seats, and bots after them."""
    players = tuple(player for ticket in seats for player in ticket.players)
    plan = TablePlan(seats=(*players, *more), rated=True, spread=0, fairness_permille=1000, rating=1344)
    return Proposed(name, tuple(ticket.id for ticket in seats), plan, 0.0)


@pytest.fixture
def file(tickets: TicketStore) -> File:
    """Files a ticket: `await file("ann")`."""

    async def one(
        player: str, pool: Pool = DUEL, ttl_ms: int = LONG_MS, request_id: str = "", **more: Any
    ) -> Ticket:
        answer = await tickets.create(filing(player, pool, ttl_ms, request_id, **more), 3)
        assert isinstance(answer, Created), answer
        return answer.ticket

    return one


def filing(
    player: str, pool: Pool = DUEL, ttl_ms: int = LONG_MS, request_id: str = "", **more: Any
) -> Filing:
    name = f"players/{player}"
    return Filing(
        ticket_id=new_ticket_id(name, request_id),
        player=name,
        name=player.title(),
        pool=pool,
        ttl_ms=ttl_ms,
        **more,
    )


@pytest.fixture
def passed(client: RedisClient) -> Passed:
    """Returns when the server's clock is past a time."""

    async def wait(time_ms: int) -> None:
        left_ms = time_ms - await server_time_ms(client)
        if left_ms >= 0:
            await asyncio.sleep((left_ms + 2) / 1000)  # time itself is what is waited for

    return wait


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
    proposals = Proposals(pools, engine.open, engine.undo, patience)
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
