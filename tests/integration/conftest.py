"""The store as the stores of services reach it: one server, then a cluster."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient, close, connect, load_functions


@pytest.fixture
async def client(either_settings: Settings) -> AsyncIterator[RedisClient]:
    """A connection to either."""
    made = connect(either_settings)
    yield made
    await close(made)


@pytest.fixture
async def entrance(client: RedisClient, library: str) -> AsyncIterator[Gatherer]:
    """The store with the functions that a service calls `library`."""
    made = Gatherer(client, await load_functions(client, library))
    yield made
    await made.aclose()
