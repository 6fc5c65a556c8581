"""A backend of the bench's own, in a temporary data folder, with every limit for strangers lifted."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from nurselog.chassis import logs
from nurselog.cli import data_folder
from nurselog.cli.plan import Wishes
from nurselog.cli.runfile import RunFile
from nurselog.cli.stack import make_stack

UNLIMITED = {
    "NURSELOG_CALLS_PER_S": "0",
    "NURSELOG_CREATES_PER_S": "0",
    "NURSELOG_FRAMES_PER_S": "0",
    "NURSELOG_SOCKETS_PER_CALLER": "100000",
    "NURSELOG_STREAMS_PER_CALLER": "100000",
    "NURSELOG_LOG_LEVEL": "warning",
}


@asynccontextmanager
async def own_stack(*games: str) -> AsyncIterator[RunFile]:
    """A stack as `nurselog up` starts it, on free ports, durable as by default; gone afterwards."""
    logs.configure("bench", "console", "warning")
    with tempfile.TemporaryDirectory(prefix="nurselog-bench-") as folder:
        data = Path(folder)
        wishes = Wishes(data=data, redis_url="", http_port=0, grpc_port=0, games=games, env=UNLIMITED)
        with data_folder.locked(wishes.data):
            stack = make_stack(wishes, own_store=True, on_happening=lambda _happening: None)
            try:
                await stack.start()
                yield stack.describe()
            finally:
                await stack.stop()
