from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient, connect, load_functions
from nurselog.scoring.app import functions
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.settlement import Settlement
from nurselog.scoring.verify import Report, verify

Proof = Callable[[], Awaitable[Report]]


@pytest.fixture
async def client(either_settings: Settings) -> AsyncIterator[RedisClient]:
    """One server, then a cluster."""
    made = connect(either_settings)
    yield made
    await made.aclose()


@pytest.fixture
async def entrance(client: RedisClient) -> AsyncIterator[Gatherer]:
    """The store with scoring's functions."""
    made = Gatherer(client, await load_functions(client, functions()))
    yield made
    await made.aclose()


@pytest.fixture
def proof(client: RedisClient) -> Proof:
    """Computes everything again: `report = await proof()`."""
    return lambda: verify(client)


@pytest.fixture
def ladders(entrance: Gatherer) -> LadderStore:
    return LadderStore(entrance)


@pytest.fixture
def results(entrance: Gatherer) -> ResultsStore:
    return ResultsStore(entrance)


@pytest.fixture
def settlement(ladders: LadderStore, results: ResultsStore) -> Settlement:
    return Settlement(ladders, results)
