"""Watching: one look at the log per tournament and pass, one frame per change, shared by all who watch.

A watcher has a short queue; who does not read gets a fresh view instead of a growing queue.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from redis.exceptions import RedisError

from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.errors import Unavailable
from nurselog.chassis.logs import get
from nurselog.tournament import metrics, show
from nurselog.tournament.book import Book, RoundState
from nurselog.tournament.desk import Desk
from nurselog.tournament.live import Standings

SHOWN: Final = 100
"""How many lines of the standings a frame has."""

QUEUE: Final = 8

_VERSION = re.compile(r"[0-9]{1,10}")

log = get(__name__)


class Watcher:
    """One who watches: frames that wait, and whether some were dropped."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[pb.TournamentUpdate] = asyncio.Queue(QUEUE)
        self.behind = False

    def push(self, frame: pb.TournamentUpdate) -> None:
        """Takes a frame, or drops all and asks for a fresh view."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.behind = True
            while not self.frames.empty():
                self.frames.get_nowait()
            self.frames.put_nowait(frame)


class Hub:
    """All watchers of this process."""

    def __init__(self, desk: Desk, standings: Standings, *, every_s: float) -> None:
        self._desk = desk
        self._standings = standings
        self._every_s = every_s
        self._watchers: dict[str, set[Watcher]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def watching(self, tournament: str) -> AsyncIterator[Watcher]:
        """A watcher that is told of every change from now on."""
        watcher = Watcher()
        self._watchers.setdefault(tournament, set()).add(watcher)
        metrics.watchers.inc()
        try:
            if tournament not in self._tasks:
                version = (await self._desk.read(tournament)).version
                if tournament not in self._tasks:
                    self._tasks[tournament] = asyncio.create_task(self._follow(tournament, version))
            yield watcher
        finally:
            metrics.watchers.dec()
            self._watchers[tournament].discard(watcher)
            if not self._watchers[tournament]:
                del self._watchers[tournament]
                if (task := self._tasks.pop(tournament, None)) is not None:
                    task.cancel()

    async def frame(
        self, book: Book, kind: pb.TournamentUpdateKind.ValueType, since: int
    ) -> pb.TournamentUpdate:
        """Everything as it is, and what happened behind a version."""
        version = book.version
        frame = pb.TournamentUpdate(
            kind=kind,
            version=version,
            resume_token=str(version),
            events=show.events(book, (one for one in book.happenings if one.version > since)),
            tournament=show.tournament(book),
        )
        published = [one for one in book.rounds if one.state != RoundState.ROUND_STATE_PAIRING]
        if published:
            frame.round.CopyFrom(show.the_round(book, published[-1]))
        table = await self._standings.of(book)
        frame.standings.extend(table.part(0, SHOWN))
        return frame

    async def _follow(self, tournament: str, version: int) -> None:
        changed = self._desk.listen(tournament)
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._every_s):
                        await changed.wait()
                changed.clear()
                version = await self._told(tournament, version)
                await asyncio.sleep(self._every_s)
        finally:
            self._desk.unlisten(tournament, changed)

    async def _told(self, tournament: str, version: int) -> int:
        try:
            book = await self._desk.read(tournament)
            if book.version == version:
                return version
            frame = await self.frame(book, pb.TOURNAMENT_UPDATE_KIND_CHANGE, version)
        except (RedisError, Unavailable) as error:
            log.warning("watch_waits", tournament=tournament, error=str(error))
            return version
        except Exception:
            metrics.failures.inc()
            log.exception("watch_failed", tournament=tournament)
            return version
        for watcher in self._watchers.get(tournament, ()):
            watcher.push(frame)
        return frame.version


def resumable(book: Book, token: str) -> int | None:
    """The version behind which a watcher goes on; None if it needs everything anew."""
    if _VERSION.fullmatch(token) is None:
        return None
    version = int(token)
    oldest = book.happenings[0].version if book.happenings else book.version
    return version if oldest - 1 <= version <= book.version else None
