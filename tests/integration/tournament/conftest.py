from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient, connect, load_functions
from nurselog.tournament.log_store import LogStore, functions
from tests.support.tournament_world import World, tournament_world


@pytest.fixture
async def world(store_settings: Settings) -> AsyncIterator[World]:
    async with tournament_world(store_settings) as world:
        yield world


@pytest.fixture
async def client(either_settings: Settings) -> AsyncIterator[RedisClient]:
    """One server, then a cluster."""
    made = connect(either_settings)
    yield made
    await made.aclose()


@pytest.fixture
async def entrance(client: RedisClient) -> AsyncIterator[Gatherer]:
    """The store with the functions of tournaments."""
    made = Gatherer(client, await load_functions(client, functions()))
    yield made
    await made.aclose()


@pytest.fixture
def logs(entrance: Gatherer) -> LogStore:
    return LogStore(entrance)
