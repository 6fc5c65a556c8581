"""Tells tables of vacations: at once when one is planned, and again until every table was reached."""

from __future__ import annotations

import asyncio

from redis.exceptions import RedisError

from nurselog.chassis.errors import NotFound, Refusal
from nurselog.chassis.logs import get
from nurselog.clock.engines import Counting, Tables
from nurselog.clock.vacation_store import Known, VacationStore

log = get(__name__)


class Herald:
    """`run` is background work: without it a table that was not reached, or began later, would never know."""

    def __init__(self, store: VacationStore, engines: Tables, *, every_s: float) -> None:
        self._store = store
        self._engines = engines
        self._every_s = every_s

    async def run(self) -> None:
        """Tells what was not told yet, for ever."""
        while True:
            try:
                await self.tell_all()
            except (RedisError, OSError, Refusal) as error:
                log.warning("vacations_not_told", error=repr(error))
            await asyncio.sleep(self._every_s)

    async def tell_all(self) -> None:
        """Tells every table that does not know yet; those that are not reached stay."""
        for player, table in await self._store.untold():
            known = await self._store.read(player)
            await self._tell(player, table, known)

    async def tell(self, player: str) -> list[str]:
        """Tells all tables of a player; answers at which of them vacations count."""
        known = await self._store.read(player)
        told = await asyncio.gather(*(self._tell(player, table, known) for table in known.tables))
        return [table for table, counts in zip(known.tables, told, strict=True) if counts]

    async def ask(self, player: str, known: Known) -> dict[str, Counting]:
        """How a player's tables stand, where vacations count. Raises `Refusal` if one is not reached."""
        answers = await asyncio.gather(*(self._ask(player, table) for table in known.tables))
        return {table: one for table, one in zip(known.tables, answers, strict=True) if one.counts}

    async def _ask(self, player: str, table: str) -> Counting:
        try:
            return await self._engines.note_vacations(table, player, (), ask_only=True)
        except NotFound:
            return Counting(counts=False)

    async def _tell(self, player: str, table: str, known: Known) -> bool:
        spans = [(one.from_ms, one.until_ms) for one in known.vacations]
        try:
            counts = (await self._engines.note_vacations(table, player, spans, ask_only=False)).counts
        except NotFound:
            counts = False
        except Refusal as refusal:
            log.warning("vacation_not_told", table=table, reason=refusal.reason)
            return False
        await self._store.told(player, table, known.revision, gone=not counts)
        return counts
