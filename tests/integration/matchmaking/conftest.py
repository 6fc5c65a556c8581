from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient, server_time_ms
from nurselog.matchmaking.answers import Created
from nurselog.matchmaking.matching.mirror import Proposed
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.ticket_store import Filing, TicketStore, functions
from nurselog.matchmaking.tickets import Ticket, new_ticket_id

DUEL = Pool(game="forest_sky", seats=(2,))
LONG_MS = 60_000

File = Callable[..., Awaitable[Ticket]]
Passed = Callable[[int], Awaitable[None]]


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
