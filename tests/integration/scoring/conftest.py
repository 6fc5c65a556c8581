from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient
from nurselog.scoring.annulment import Annulment
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.library import functions
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.season_store import SeasonStore
from nurselog.scoring.settlement import Settlement
from nurselog.scoring.standing_store import StandingStore
from nurselog.scoring.totals import Window
from nurselog.scoring.verify import Report, verify

Proof = Callable[[], Awaitable[Report]]


@pytest.fixture
def library() -> str:
    return functions()


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
def standings(entrance: Gatherer) -> StandingStore:
    return StandingStore(entrance)


@pytest.fixture
def copies(entrance: Gatherer) -> CopyStore:
    return CopyStore(entrance)


@pytest.fixture
def seasons(entrance: Gatherer) -> SeasonStore:
    return SeasonStore(entrance)


@pytest.fixture
def boards(entrance: Gatherer) -> BoardStore:
    return BoardStore(entrance)


@pytest.fixture
def settlement(ladders: LadderStore, results: ResultsStore, boards: BoardStore) -> Settlement:
    return Settlement(ladders, results, boards)


@pytest.fixture
def annulment(
    ladders: LadderStore, copies: CopyStore, results: ResultsStore, boards: BoardStore
) -> Annulment:
    return Annulment(ladders, copies, results, boards, (Window.ALL, Window.MONTH))
