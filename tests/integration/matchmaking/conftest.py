from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient, connect, load_functions, server_time_ms
from nurselog.matchmaking.answers import Created
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.ticket_store import TicketStore, functions
from nurselog.matchmaking.tickets import Ticket, new_ticket_id

DUEL = Pool(game="forest_sky", seats=(2,))
LONG_MS = 60_000

File = Callable[..., Awaitable[Ticket]]
Passed = Callable[[int], Awaitable[None]]


@pytest.fixture
async def client(either_settings: Settings) -> AsyncIterator[RedisClient]:
    """One server, then a cluster."""
    made = connect(either_settings)
    yield made
    await made.aclose()


@pytest.fixture
async def entrance(client: RedisClient) -> AsyncIterator[Gatherer]:
    made = Gatherer(client, await load_functions(client, functions()))
    yield made
    await made.aclose()


@pytest.fixture
def tickets(entrance: Gatherer) -> TicketStore:
    return TicketStore(entrance)


@pytest.fixture
def file(tickets: TicketStore) -> File:
    """Files a ticket: `await file("ann")`."""

    async def one(player: str, pool: Pool = DUEL, ttl_ms: int = LONG_MS, request_id: str = "") -> Ticket:
        name = f"players/{player}"
        answer = await tickets.create(
            new_ticket_id(name, request_id), (name, player.title()), pool, ttl_ms, 3
        )
        assert isinstance(answer, Created), answer
        return answer.ticket

    return one


@pytest.fixture
def passed(client: RedisClient) -> Passed:
    """Returns when the server's clock is past a time."""

    async def wait(time_ms: int) -> None:
        left_ms = time_ms - await server_time_ms(client)
        if left_ms >= 0:
            await asyncio.sleep((left_ms + 2) / 1000)  # time itself is what is waited for

    return wait
