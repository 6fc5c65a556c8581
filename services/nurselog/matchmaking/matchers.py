"""Where a pool is matched: small ones in this process, large ones beside the loop that answers.

The other process is a child that reads requests from its input and writes answers to its output, both JSON
with their length before them; it ends when this process does, however that ends.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Protocol

import orjson

from nurselog.chassis.logs import get
from nurselog.matchmaking.matching.mirror import Answer, Change, Mirror
from nurselog.matchmaking.matching.seekers import Shape
from nurselog.matchmaking.matching.terms import Terms

CHUNK = 2_000
"""How many tickets travel in one message, so that the loop answers others in between."""
HEADER = 8

log = get(__name__)


class MatcherLost(Exception):
    """The process that matched is gone, and what it knew with it."""


class Matcher(Protocol):
    """Matches one pool, from pass to pass."""

    async def look(self, change: Change) -> Answer:
        """One pass. Raises `MatcherLost`."""
        ...


class LocalMatcher:
    """In this process."""

    def __init__(self, shape: Shape, terms: Terms) -> None:
        self._mirror = Mirror(shape, terms)

    async def look(self, change: Change) -> Answer:
        return self._mirror.look(change)


class MatcherProcess:
    """The child; started when it is first needed, and again when it was lost."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._lock = asyncio.Lock()
        self.generation = 0
        """How often it was started: what an older one was told is forgotten."""

    async def ask(self, message: dict[str, Any]) -> Any:
        """One request and its answer. Raises `MatcherLost`."""
        async with self._lock:
            try:
                return await self._exchange(orjson.dumps(message))
            except (OSError, EOFError) as error:
                await self._end()
                raise MatcherLost(str(error)) from error
            except asyncio.CancelledError:
                await self._end()  # its answer would be taken for the next one's
                raise

    async def start(self) -> None:
        """Makes sure that it runs."""
        async with self._lock:
            if self._process is None or self._process.returncode is not None:
                self.generation += 1
                command = (sys.executable, "-m", "nurselog.matchmaking.matcher_process")
                self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
                log.info("matcher_started", pid=self._process.pid)

    async def aclose(self) -> None:
        """Ends the child."""
        async with self._lock:
            await self._end()

    async def _exchange(self, data: bytes) -> Any:
        if self._process is None:
            raise EOFError("The matcher is not running.")
        sent, heard = self._process.stdin, self._process.stdout
        assert sent is not None
        assert heard is not None
        sent.write(len(data).to_bytes(HEADER))
        sent.write(data)
        await sent.drain()
        length = int.from_bytes(await heard.readexactly(HEADER))
        return orjson.loads(await heard.readexactly(length))

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class RemoteMatcher:
    """In the child."""

    def __init__(self, process: MatcherProcess, pool: str, shape: Shape, terms: Terms) -> None:
        self._process = process
        self._pool = pool
        self._new: dict[str, Any] | None = {"shape": asdict(shape), "terms": asdict(terms)}
        self._generation = 0

    async def look(self, change: Change) -> Answer:
        if self._new is not None:
            await self._process.start()
            await self._process.ask({"pool": self._pool, "new": self._new})
            self._new, self._generation = None, self._process.generation
        if self._generation != self._process.generation:
            raise MatcherLost("The matcher was started anew.")
        arrived, rest = change.arrived, change
        while len(arrived) > CHUNK:
            part = replace(change, arrived=arrived[:CHUNK], left=(), strengths={}, vacancies=())
            await self._process.ask({"pool": self._pool, "told": part.to_wire()})
            arrived = arrived[CHUNK:]
            rest = replace(change, arrived=arrived)
        found = await self._process.ask({"pool": self._pool, "change": rest.to_wire()})
        return Answer.from_wire(found)
