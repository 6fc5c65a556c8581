"""Streams of tournaments, and signs of presence."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.context import current_player, require_player
from nurselog.tournament import show
from nurselog.tournament.log_store import LogStore
from nurselog.tournament.names import read_tournament
from nurselog.tournament.reading import Reading
from nurselog.tournament.watch import Hub, Watcher, resumable


@dataclass(frozen=True, slots=True, kw_only=True)
class Pulse:
    """How long a sign of presence counts, and after what silence a stream says that it is alive."""

    present_s: float
    heartbeat_s: float


class Watching:
    """Follows tournaments for watchers."""

    def __init__(self, reading: Reading, hub: Hub, store: LogStore, pulse: Pulse) -> None:
        self._reading = reading
        self._hub = hub
        self._store = store
        self._pulse = pulse

    async def signal(self, request: pb.SignalPresenceRequest) -> pb.SignalPresenceResponse:
        """The caller is here."""
        player, name = require_player(), read_tournament(request.name)
        book = await self._reading.book(name)
        present_ms = int(self._pulse.present_s * 1000)
        if player in book.player_of:
            await self._store.present(name, player, present_ms)
        running = [one for one in show.my_tables(book, player) if not one.ended and one.table]
        return pb.SignalPresenceResponse(
            present_for_ms=present_ms if player in book.player_of else 0,
            table=running[0].table if running else "",
        )

    async def watch(self, request: pb.WatchTournamentRequest) -> AsyncIterator[pb.TournamentUpdate]:
        """First everything, or what was missed; then each change."""
        name = read_tournament(request.name)
        await self._reading.book(name)
        player = require_player() if request.present else current_player() or ""
        async with self._hub.watching(name) as watcher:
            book = await self._reading.book(name)
            since = resumable(book, request.resume_token) if request.resume_token else book.version
            kind = pb.TOURNAMENT_UPDATE_KIND_SNAPSHOT
            if request.resume_token:
                resync, change = pb.TOURNAMENT_UPDATE_KIND_RESYNC, pb.TOURNAMENT_UPDATE_KIND_CHANGE
                kind = resync if since is None else change
            if kind != pb.TOURNAMENT_UPDATE_KIND_CHANGE or since != book.version:
                first = await self._hub.frame(book, kind, book.version if since is None else since)
                version = first.version
                yield first
            else:
                version = book.version
            async for update in self._further(name, watcher, version, player if request.present else ""):
                yield update

    async def _further(
        self, name: str, watcher: Watcher, version: int, player: str
    ) -> AsyncIterator[pb.TournamentUpdate]:
        alive_s = min(
            self._pulse.heartbeat_s, self._pulse.present_s / 3 if player else self._pulse.heartbeat_s
        )
        spoke = time.monotonic()
        while True:
            if player:
                await self._store.present(name, player, int(self._pulse.present_s * 1000))
            try:
                async with asyncio.timeout(alive_s):
                    update = await watcher.frames.get()
            except TimeoutError:
                if time.monotonic() - spoke >= self._pulse.heartbeat_s:
                    spoke = time.monotonic()
                    beat = pb.TOURNAMENT_UPDATE_KIND_HEARTBEAT
                    yield pb.TournamentUpdate(kind=beat, version=version, resume_token=str(version))
                continue
            if watcher.behind:
                watcher.behind = False
                book = await self._reading.book(name)
                update = await self._hub.frame(book, pb.TOURNAMENT_UPDATE_KIND_RESYNC, book.version)
            if update.version > version or update.kind == pb.TOURNAMENT_UPDATE_KIND_RESYNC:
                version, spoke = update.version, time.monotonic()
                yield update
