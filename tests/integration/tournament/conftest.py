from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.tournament.log_store import LogStore, functions
from tests.support.tournament_world import World, tournament_world


@pytest.fixture
async def world(store_settings: Settings) -> AsyncIterator[World]:
    async with tournament_world(store_settings) as world:
        yield world


@pytest.fixture
def library() -> str:
    return functions()


@pytest.fixture
def logs(entrance: Gatherer) -> LogStore:
    return LogStore(entrance)
