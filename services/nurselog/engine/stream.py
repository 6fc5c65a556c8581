"""The frames of one watcher, as an asynchronous iterator: the sink behind `WatchTable`."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from nurselog.chassis.errors import Refusal
from nurselog.engine.hub import Hub
from nurselog.engine.live import LiveTable
from nurselog.engine.watch import Look, Watch


class FrameStream:
    """`async for frame in FrameStream(hub).watch(table, look)`; ends with the table."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._frames: deque[bytes] = deque()
        self._some = asyncio.Event()
        self._refusal: Refusal | None = None

    def push(self, watch: Watch, frame: bytes) -> None:  # noqa: ARG002 - there is only one
        """Takes a frame."""
        self._frames.append(frame)
        self._some.set()

    def end(self, watch: Watch, refusal: Refusal) -> None:  # noqa: ARG002 - there is only one
        """Raises the refusal once everything before it was read."""
        self._refusal = refusal
        self._some.set()

    async def watch(self, table: LiveTable, look: Look, resume: str = "") -> AsyncIterator[bytes]:
        """The frames, from the first one on."""
        watch = await self._hub.watch(table, look, self, resume=resume)
        try:
            while True:
                while self._frames:
                    yield self._frames.popleft()
                if watch.sent():
                    self._hub.refresh_view(watch)
                    continue
                if self._refusal is not None:
                    raise self._refusal
                if watch.over:
                    return
                self._some.clear()
                await self._some.wait()
        finally:
            self._hub.leave(watch)
