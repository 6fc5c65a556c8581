"""The clock's one loop: look at what is due, fire each entry when its moment comes, look again.

The sweep is the truth. It also looks a little ahead, so that a deadline is fired at its moment and not at the
next sweep; whatever was fired in vain (the move came after all) is answered with nothing done.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

from redis.exceptions import RedisError

from nurselog.chassis.addresses import game_of
from nurselog.chassis.errors import Refusal
from nurselog.chassis.logs import get
from nurselog.clock.due_store import Outage, Sweep
from nurselog.clock.engines import Engines
from nurselog.clock.lane import Lane
from nurselog.clock.settings import ClockSettings

log = get(__name__)


class Store(Protocol):
    """What the worker reads."""

    async def sweep(self, ahead_ms: int, known: int) -> Sweep:
        """What is due now or soon, and what waits for the archive."""
        ...

    async def beat(self, game: str, gap_ms: int) -> tuple[Outage, ...]:
        """Notes that the game can be played now; its outages."""
        ...


@dataclass(slots=True)
class Game:
    """The work for one game."""

    expiring: Lane
    archiving: Lane
    outages: tuple[Outage, ...] = field(default=())


class Worker:
    """`run` is the process's background work."""

    def __init__(self, store: Store, engines: Engines, settings: ClockSettings) -> None:
        self._store = store
        self._engines = engines
        self._settings = settings
        self._games = {game: self._game(game) for game in engines.games}
        self._unknown: set[str] = set()
        self.swept = asyncio.Event()

    async def run(self) -> None:
        """Sweeps for ever."""
        async with self._lanes():
            while True:
                try:
                    await self.sweep()
                except (RedisError, OSError, Refusal) as error:
                    log.warning("sweep_failed", error=repr(error))
                    self._shut()
                await asyncio.sleep(self._settings.clock_sweep_s)

    async def sweep(self) -> None:
        """One look: which games can be played, what is due, what is finished."""
        await asyncio.gather(*(self._beat(name, game) for name, game in self._games.items()))
        known = sum(game.expiring.known + game.archiving.known for game in self._games.values())
        self._take(await self._store.sweep(self._ahead_ms, known))
        self.swept.set()

    @property
    def _ahead_ms(self) -> int:
        return int(2 * self._settings.clock_sweep_s * 1000)

    def _take(self, sweep: Sweep) -> None:
        for due in sweep.due:
            if game := self._find(due.table):
                game.expiring.put(due.table, due.at_ms, due.in_s)
        for table in sweep.finished:
            if game := self._find(table):
                game.archiving.put(table)

    async def _beat(self, name: str, game: Game) -> None:
        """Opens the lanes of a game that can be played, its outages being known; shuts the others."""
        if not self._engines.playable(name):
            game.expiring.shut()
            game.archiving.shut()
            return
        game.outages = await self._store.beat(name, int(self._settings.clock_outage_s * 1000))
        game.expiring.open()
        game.archiving.open()

    def _shut(self) -> None:
        for game in self._games.values():
            game.expiring.shut()
            game.archiving.shut()

    def _find(self, table: str) -> Game | None:
        try:
            name = game_of(table)
        except ValueError:
            name = ""
        if name not in self._games and name not in self._unknown:
            self._unknown.add(name)
            log.warning("no_engine_for_game", game=name, table=table)
        return self._games.get(name)

    def _game(self, name: str) -> Game:
        async def expire(table: str) -> bool:
            expired = await self._engines.expire(table, self._games[name].outages)
            if expired:
                log.info("turn_expired", table=table, decisions=expired)
            return expired > 0

        async def archive(table: str) -> bool:
            return await self._engines.archive(table)

        limits = {"at_once": self._settings.clock_at_once, "room": self._settings.clock_queue}
        return Game(Lane(f"expire {name}", expire, **limits), Lane(f"archive {name}", archive, **limits))

    @asynccontextmanager
    async def _lanes(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for game in self._games.values():
                await stack.enter_async_context(game.expiring)
                await stack.enter_async_context(game.archiving)
            yield
