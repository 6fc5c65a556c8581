"""Keeps processes running: starts them by stages, restarts what dies, ends them in the opposite order.

It knows children and readiness, not what the processes are for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from nurselog.chassis.config import SETTINGS_INVALID
from nurselog.cli.child import Child

EventKind = Literal["started", "ready", "died", "stopping", "stopped", "killed"]


@dataclass(frozen=True, slots=True)
class Happening:
    """Something a person or a test wants to know of a process."""

    kind: EventKind
    process: str
    pid: int | None = None
    code: int | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait before the next start: doubled each time, until the process has lived for a while."""

    first_s: float = 0.1
    longest_s: float = 5.0
    settled_s: float = 10.0

    def after(self, failures: int) -> float:
        """Seconds to wait after so many deaths in a row."""
        return float(min(self.longest_s, self.first_s * 2 ** max(0, failures - 1)))


class NotStarting(Exception):
    """A process died again and again before it was ready once, did not get ready in time, or cannot start."""

    def __init__(self, process: str, what: str, last_words: str) -> None:
        super().__init__(f"{process} {what}.\n{last_words}".rstrip())
        self.process = process


@dataclass(slots=True)
class Kept:
    """A process that is kept running, and how it fares."""

    name: str
    child: Child
    until_ready: Callable[[], Awaitable[None]]
    stage: int = 1
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    ready_s: float = 0.0
    restarts: int = 0
    once_ready: bool = False
    keeper: asyncio.Task[None] | None = None


class Supervisor:
    """`await start()`, then `await failed()` or whatever ends the stack, then `await stop()`."""

    def __init__(
        self,
        kept: Iterable[Kept],
        on_happening: Callable[[Happening], None] = lambda _happening: None,
        *,
        backoff: Backoff | None = None,
        give_up_after: int = 5,
        patience_s: float = 180.0,
        grace_s: float = 15.0,
    ) -> None:
        self.kept = tuple(kept)
        self._tell = on_happening
        self._backoff = backoff or Backoff()
        self._give_up_after = give_up_after
        self._patience_s = patience_s
        self._grace_s = grace_s
        self._stopping = asyncio.Event()
        self._killing = asyncio.Event()

    async def start(self) -> None:
        """Starts everything and returns when all are ready; raises `NotStarting` instead of trying for ever.

        Stage 0 (the store) is ready before anything else starts; the later stages start together and find
        each other.
        """
        await self._start([kept for kept in self.kept if kept.stage == 0])
        await self._start([kept for kept in self.kept if kept.stage > 0])

    async def _start(self, group: list[Kept]) -> None:
        for kept in group:
            kept.keeper = asyncio.create_task(self._keep(kept), name=f"keep {kept.name}")
        failed = asyncio.create_task(self.failed())
        ready = asyncio.create_task(self._all_ready(group))
        done, _ = await asyncio.wait(
            {ready, failed}, timeout=self._patience_s, return_when=asyncio.FIRST_COMPLETED
        )
        ready.cancel()
        if failed in done:
            await failed
        failed.cancel()
        for kept in group if not done else ():
            if not kept.once_ready:
                what = f"is not ready after {self._patience_s:.0f} s"
                raise NotStarting(kept.name, what, kept.child.last_words())

    async def _all_ready(self, group: list[Kept]) -> None:
        for kept in group:
            await kept.ready.wait()

    async def failed(self) -> None:
        """Waits until a process can not be kept running, and raises why; for ever if all goes well."""
        keepers = [kept.keeper for kept in self.kept if kept.keeper is not None]
        await asyncio.gather(*(asyncio.shield(keeper) for keeper in keepers))

    async def stop(self) -> None:
        """Ends everything, the last stage first; what does not end within the grace is killed."""
        self._stopping.set()
        for stage in sorted({kept.stage for kept in self.kept}, reverse=True):
            await asyncio.gather(*(self._end(kept) for kept in self.kept if kept.stage == stage))

    def kill(self) -> None:
        """Ends everything at once, as a second Ctrl-C asks for."""
        self._stopping.set()
        self._killing.set()
        for kept in self.kept:
            kept.child.kill()

    def __iter__(self) -> Iterator[Kept]:
        return iter(self.kept)

    async def _keep(self, kept: Kept) -> None:
        failures = 0
        while not self._stopping.is_set():
            born = time.monotonic()
            code = await self._live(kept)
            if self._stopping.is_set():
                return
            failures = 1 if time.monotonic() - born > self._backoff.settled_s else failures + 1
            if not kept.once_ready:
                self._give_up(kept, code, failures)
            self._tell(Happening("died", kept.name, code=code, seconds=time.monotonic() - born))
            await asyncio.sleep(self._backoff.after(failures))
            kept.restarts += 1

    def _give_up(self, kept: Kept, code: int | None, failures: int) -> None:
        """Raises `NotStarting` if another start would be in vain."""
        if code == SETTINGS_INVALID:
            raise NotStarting(kept.name, "cannot take its settings", kept.child.last_words())
        if failures >= self._give_up_after:
            what = f"ended {failures} times before it was ready"
            raise NotStarting(kept.name, what, kept.child.last_words())

    async def _live(self, kept: Kept) -> int | None:
        """One life of a process, from its start to its end; None if it could not even start."""
        born = time.monotonic()
        kept.ready.clear()
        try:
            await kept.child.start()
        except Exception:
            if kept.once_ready and not self._stopping.is_set():
                return None
            raise
        self._tell(Happening("started", kept.name, pid=kept.child.pid))
        getting_ready = asyncio.create_task(self._get_ready(kept, born))
        try:
            return await kept.child.wait()
        finally:
            getting_ready.cancel()
            kept.ready.clear()

    async def _get_ready(self, kept: Kept, born: float) -> None:
        await kept.until_ready()
        kept.ready_s = time.monotonic() - born
        kept.once_ready = True
        kept.ready.set()
        self._tell(Happening("ready", kept.name, pid=kept.child.pid, seconds=kept.ready_s))

    async def _end(self, kept: Kept) -> None:
        if kept.keeper is None:
            return
        if kept.child.pid is None:  # between two lives, or never born
            kept.keeper.cancel()
        else:
            self._tell(Happening("stopping", kept.name, pid=kept.child.pid))
            await self._terminate(kept, kept.keeper)
        await asyncio.gather(kept.keeper, return_exceptions=True)
        self._tell(Happening("stopped", kept.name))

    async def _terminate(self, kept: Kept, keeper: asyncio.Task[None]) -> None:
        kept.child.terminate()
        killing = asyncio.create_task(self._killing.wait())
        await asyncio.wait({keeper, killing}, timeout=self._grace_s, return_when=asyncio.FIRST_COMPLETED)
        killing.cancel()
        if not keeper.done():
            self._tell(Happening("killed", kept.name, pid=kept.child.pid))
            kept.child.kill()
