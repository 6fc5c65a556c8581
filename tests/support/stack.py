"""A whole backend for tests: `nurselog up` with real processes, on free ports, in a folder of its own.

`Stack.events` is what the supervisor tells, so tests wait for what happens instead of sleeping.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.support.clients import Faces

Event = dict[str, Any]

READY_S = 180.0

GAMES = ("forest_sky", "cabin_by_the_sea")
"""What tests play that need a stack of their own; the other games would only take the machine's time."""

UNLIMITED = {"NURSELOG_CALLS_PER_S": "0", "NURSELOG_CREATES_PER_S": "0"}
"""Tests are one address with many guests."""


class Stack:
    """A running `nurselog up`."""

    def __init__(self, process: asyncio.subprocess.Process, data: Path) -> None:
        self.data = data
        self.events: list[Event] = []
        self.up: Event = {}
        self._process = process
        self._news = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    @property
    def faces(self) -> Faces:
        """Where it answers."""
        return Faces(self.up["http"], self.up["grpc"])

    @property
    def redis_url(self) -> str:
        """Its store, for tests that read what was recorded."""
        return str(self.up["redis_url"])

    def pid(self, name: str) -> int:
        """The process that has this name now."""
        for event in reversed(self.events):
            if event["event"] == "started" and event["process"] == name:
                return int(event["pid"])
        raise KeyError(name)

    def mark(self) -> int:
        """A place in the events; `until` looks only at what comes after it."""
        return len(self.events)

    async def until(
        self, wanted: Callable[[Event], bool], since: int = 0, within_s: float = READY_S
    ) -> Event:
        """The first event of that kind; waits for it."""
        async with asyncio.timeout(within_s), self._news:
            while True:
                for event in self.events[since:]:
                    if wanted(event):
                        return event
                if self._reading.done():
                    raise RuntimeError(f"the stack ended: {self.tail()}")
                since = len(self.events)
                await self._news.wait()

    async def kill(self, name: str) -> None:
        """Kills a process as a power cut would, and returns when another one is ready in its place."""
        mark = self.mark()
        os.kill(self.pid(name), signal.SIGKILL)
        await self.until(lambda event: event["event"] == "ready" and event["process"] == name, mark)

    async def stop(self) -> int:
        """Ends it as Ctrl-C does; its exit code."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        code = await self._process.wait()
        await self._reading
        return code

    def tail(self) -> str:
        """The ends of all logs, for a failing test."""
        logs = sorted((self.data / "logs").glob("*.log"))
        return "\n".join(f"== {log.stem}\n{_last(log)}" for log in logs)

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            event = json.loads(line)
            async with self._news:
                self.events.append(event)
                if event["event"] == "up":
                    self.up = event
                self._news.notify_all()
        async with self._news:
            self._news.notify_all()


@asynccontextmanager
async def running_stack(
    data: Path,
    *,
    env: Mapping[str, str] | None = None,
    arguments: tuple[str, ...] = (),
    games: Sequence[str] = GAMES,
) -> AsyncIterator[Stack]:
    """Starts a stack that serves these games, and stops it at the end of the block."""
    command = (sys.executable, "-m", "nurselog.cli", "up", "--json", "--http-port", "0", "--grpc-port", "0")
    own = {name: value for name, value in os.environ.items() if not name.startswith(("REDIS_", "NURSELOG_"))}
    process = await asyncio.create_subprocess_exec(
        *command,
        *("--data", str(data)),
        *(word for game in games for word in ("--game", game)),
        *arguments,
        env={**own, **UNLIMITED, **(env or {})},
        stdout=asyncio.subprocess.PIPE,
    )
    stack = Stack(process, data)
    try:
        await stack.until(lambda event: event["event"] == "up")
        yield stack
    finally:
        await stack.stop()


def _last(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-8:])
