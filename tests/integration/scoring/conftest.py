from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import connect, load_functions
from nurselog.scoring.app import functions
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.settlement import Settlement


@pytest.fixture
async def entrance(either_settings: Settings) -> AsyncIterator[Gatherer]:
    """A store with scoring's functions: one server, then a cluster."""
    client = connect(either_settings)
    made = Gatherer(client, await load_functions(client, functions()))
    yield made
    await made.aclose()
    await client.aclose()


@pytest.fixture
def ladders(entrance: Gatherer) -> LadderStore:
    return LadderStore(entrance)


@pytest.fixture
def results(entrance: Gatherer) -> ResultsStore:
    return ResultsStore(entrance)


@pytest.fixture
def settlement(ladders: LadderStore, results: ResultsStore) -> Settlement:
    return Settlement(ladders, results)
