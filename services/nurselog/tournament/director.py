"""Drives all tournaments: looks at what is due, one director per tournament, and never loses its place.

Any number of replicas may run one. A tournament belongs to the one that holds its lease, and each of its
commits carries the lease's token, so a director that slept through the end of its lease changes nothing.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from redis.exceptions import RedisError

from nurselog.chassis.errors import Aborted, NotFound, Unavailable
from nurselog.chassis.logs import get
from nurselog.tournament import metrics
from nurselog.tournament.acts import Wait
from nurselog.tournament.conduct import Conductor
from nurselog.tournament.desk import Ask, Desk, LeaseLost
from nurselog.tournament.log_store import LogStore

STORE_ERRORS = (RedisError, Unavailable)
"""What ends a look, not the director: the next look tries again."""

PASSING = (LeaseLost, NotFound, Aborted)
"""What says that another is at work on the tournament."""

LIMIT = 100
FAILED_REST_S = 5.0
STEPS = 1000
"""More steps in a row than any tournament can need: then something is wrong."""

log = get(__name__)


class Director:
    """Runs until stopped; `holder` is its name at the leases, unique per process."""

    def __init__(
        self,
        store: LogStore,
        desk: Desk,
        conductor: Conductor,
        *,
        pass_s: float,
        lease_ms: int,
        holder: str = "",
    ) -> None:
        self._store = store
        self._desk = desk
        self._conductor = conductor
        self._pass_s = pass_s
        self._lease_ms = lease_ms
        self._holder = holder or secrets.token_hex(8)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._resting: dict[str, float] = {}
        self._stopping = False

    async def run(self) -> None:
        """Looks for ever; a store that does not answer is asked again."""
        try:
            while not self._stopping:
                await self._patiently(self.look())
                await asyncio.sleep(self._pass_s)
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def stop(self) -> None:
        """Begins nothing more, and finishes the steps that are under way."""
        self._stopping = True
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def look(self) -> None:
        """One look at what is due; each tournament goes its own way from there."""
        _, due = await self._store.due(LIMIT)
        for tournament in due:
            if tournament in self._busy or self._resting.get(tournament, 0.0) > time.monotonic():
                continue
            self._resting.pop(tournament, None)
            task = asyncio.create_task(self._patiently(self._driven(tournament)))
            self._busy[tournament] = task
            task.add_done_callback(self._forget(tournament))

    def _forget(self, tournament: str) -> Callable[[object], None]:
        def forget(_: object) -> None:
            self._busy.pop(tournament, None)

        return forget

    async def _driven(self, tournament: str) -> None:
        """One tournament that fails must not hold up the others, nor be tried without a breath."""
        try:
            await self.drive(tournament)
        except (*STORE_ERRORS, *PASSING):
            raise
        except Exception:
            metrics.failures.inc()
            log.exception("tournament_failed", tournament=tournament)
            self._resting[tournament] = time.monotonic() + FAILED_REST_S

    async def drive(self, tournament: str) -> None:
        """All that is to be done in one tournament now."""
        token = await self._store.lease(tournament, self._holder, self._lease_ms)
        if not token:
            return
        try:
            async with _renewed(self._store, tournament, self._holder, self._lease_ms):
                await self._steps(tournament, Ask(token=token))
        finally:  # whoever looks next may have it
            with suppress(*STORE_ERRORS):
                await self._store.release(tournament, self._holder)

    async def _steps(self, tournament: str, ask: Ask) -> None:
        for _ in range(STEPS):
            if self._stopping or not await self._step(tournament, ask):
                return
        log.error("tournament_runs_in_circles", tournament=tournament)
        self._resting[tournament] = time.monotonic() + 60

    async def _step(self, tournament: str, ask: Ask) -> bool:
        """One act; False when there is nothing more to do now."""
        book = await self._desk.read(tournament)
        now_ms = await self._store.now_ms(tournament)
        version, act = book.version, self._conductor.next(book, now_ms)
        if isinstance(act, Wait):
            return not await self._store.settle(tournament, version, act.until_ms)
        rest_s = await self._conductor.perform(book, act, ask, now_ms)
        if rest_s:
            self._resting[tournament] = time.monotonic() + rest_s
        return not rest_s

    async def _patiently(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except STORE_ERRORS as error:
            log.warning("look_failed", error=str(error))
        except PASSING as error:
            log.info("tournament_left", error=str(error))


@asynccontextmanager
async def _renewed(store: LogStore, tournament: str, holder: str, lease_ms: int) -> AsyncIterator[None]:
    """Keeps a lease while its director is at work."""

    async def renew() -> None:
        while True:
            await asyncio.sleep(lease_ms / 3000)
            with suppress(*STORE_ERRORS):
                await store.lease(tournament, holder, lease_ms)

    task = asyncio.create_task(renew())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
