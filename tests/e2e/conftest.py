from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from nurselog.rules.registry import game_names
from tests.support.clients import Faces
from tests.support.stack import Stack, running_stack


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stack(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    """One backend for all tests of a test process: separate processes, as `nurselog up` starts them.

    It serves all games there are: to start a process costs more than most tests. Tests do not meet in it, as
    each has players of its own, and who looks for a table gets one before the test ends.
    """
    async with running_stack(tmp_path_factory.mktemp("stack"), games=game_names()) as stack:
        yield stack


@pytest.fixture(scope="session")
def faces(stack: Stack) -> Faces:
    return stack.faces
