from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.support.clients import Faces
from tests.support.stack import Stack, running_stack


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stack(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    """One backend for all tests of a test process: separate processes, as `nurselog up` starts them."""
    async with running_stack(tmp_path_factory.mktemp("stack")) as stack:
        yield stack


@pytest.fixture(scope="session")
def faces(stack: Stack) -> Faces:
    return stack.faces
