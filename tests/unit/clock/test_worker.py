from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

from redis.exceptions import ConnectionError as StoreConnectionError

from nurselog.clock.due_store import Due, Outage, Sweep
from nurselog.clock.settings import ClockSettings
from nurselog.clock.worker import Worker

TABLE = "games/forest_sky/tables/e0-k3v9q2ma"
OTHER = "games/cabin_by_the_sea/tables/e0-aaaaaaaa"


class Store:
    """Due entries as the test writes them; an expired one disappears, as the engine would make it."""

    def __init__(self) -> None:
        self.now_ms = 1_000_000
        self.due: dict[str, float] = {}
        self.finished: list[str] = []
        self.outages: tuple[Outage, ...] = ()
        self.broken = False
        self.beats: list[str] = []

    async def sweep(self, ahead_ms: int, known: int) -> Sweep:
        if self.broken:
            raise StoreConnectionError("down")
        due = (Due(table, at, (at - self.now_ms) / 1000) for table, at in self.due.items())
        return Sweep(tuple(one for one in due if one.in_s * 1000 <= ahead_ms), tuple(self.finished))

    async def beat(self, game: str, gap_ms: int) -> tuple[Outage, ...]:
        if self.broken:
            raise StoreConnectionError("down")
        self.beats.append(game)
        return self.outages


class Engines:
    """Two games; those in `dead` do not answer."""

    games = ("forest_sky", "cabin_by_the_sea")

    def __init__(self, store: Store) -> None:
        self._store = store
        self.dead: set[str] = set()
        self.expired: list[tuple[str, tuple[Outage, ...]]] = []
        self.archived: list[str] = []
        self.news = asyncio.Condition()

    def playable(self, game: str) -> bool:
        return game not in self.dead

    async def expire(self, table: str, outages: Iterable[Outage]) -> int:
        self._store.due.pop(table, None)
        self.expired.append((table, tuple(outages)))
        await self._tell()
        return 1

    async def archive(self, table: str) -> bool:
        self._store.finished.remove(table)
        self.archived.append(table)
        await self._tell()
        return True

    async def _tell(self) -> None:
        async with self.news:
            self.news.notify_all()

    async def until(self, what: list[str] | list[tuple[str, tuple[Outage, ...]]], length: int) -> None:
        async with asyncio.timeout(10), self.news:
            await self.news.wait_for(lambda: len(what) >= length)


@asynccontextmanager
async def working(store: Store, engines: Engines) -> AsyncIterator[Worker]:
    worker = Worker(store, engines, ClockSettings(clock_sweep_s=0.01))
    task = asyncio.create_task(worker.run())
    try:
        yield worker
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_what_is_due_is_expired_and_what_is_finished_is_archived() -> None:
    store = Store()
    engines = Engines(store)
    store.due = {TABLE: 999_999.0}
    store.finished = [OTHER]
    async with working(store, engines):
        await engines.until(engines.expired, 1)
        await engines.until(engines.archived, 1)

    assert engines.expired == [(TABLE, ())]
    assert engines.archived == [OTHER]


async def test_outages_go_along() -> None:
    store = Store()
    engines = Engines(store)
    store.outages = (Outage(1, 2),)
    store.due = {TABLE: 0.0}
    async with working(store, engines):
        await engines.until(engines.expired, 1)

    assert engines.expired == [(TABLE, (Outage(1, 2),))]


async def test_a_dead_engine_delays_its_own_game_only() -> None:
    store = Store()
    engines = Engines(store)
    engines.dead = {"forest_sky"}
    store.due = {TABLE: 0.0, OTHER: 0.0}
    async with working(store, engines):
        await engines.until(engines.expired, 1)
        assert [table for table, _ in engines.expired] == [OTHER]
        assert set(store.beats) == {"cabin_by_the_sea"}

        engines.dead = set()
        await engines.until(engines.expired, 2)

    assert [table for table, _ in engines.expired] == [OTHER, TABLE]


async def test_a_lost_store_ends_nothing() -> None:
    store = Store()
    engines = Engines(store)
    store.broken = True
    async with working(store, engines) as worker:
        await asyncio.sleep(0.03)
        assert not worker.swept.is_set()

        store.broken = False
        store.due = {TABLE: 0.0}
        await engines.until(engines.expired, 1)


async def test_entries_that_name_no_game_of_ours_are_left_alone() -> None:
    store = Store()
    engines = Engines(store)
    store.due = {"rubbish": 0.0, "games/unknown/tables/e0-aaaaaaaa": 0.0, TABLE: 0.0}
    async with working(store, engines):
        await engines.until(engines.expired, 1)

    assert [table for table, _ in engines.expired] == [TABLE]
