"""Keeps copies of tables in step with the log.

Opens, catches up, stores commits, and stops what contradicts itself.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Protocol

from nurselog.chassis.errors import Aborted, Unavailable
from nurselog.chassis.logs import get
from nurselog.engine import metrics
from nurselog.engine.address import Address, Status, table_not_found
from nurselog.engine.cache import TableCache
from nurselog.engine.deadlines import Patience, due_at
from nurselog.engine.drafts import draft
from nurselog.engine.errands import Errands
from nurselog.engine.history import Moment, next_moment, retell
from nurselog.engine.live import LiveTable
from nurselog.engine.log import (
    Ahead,
    Answer,
    Committed,
    Fenced,
    Glance,
    Missing,
    Replayed,
    Stale,
    TableLog,
    Tale,
)
from nurselog.engine.store_clock import StoreClock
from nurselog.engine.terms import read_terms
from nurselog.rules.api import AnyRules
from nurselog.rules.fold import Advance, ReplayMismatch

log = get(__name__)


class Listener(Protocol):
    """Who wants to hear of tables: the watchers."""

    def stepped(self, table: LiveTable, moment: Moment, *, own: bool) -> None:
        """One version on, by a commit of this process or of another."""
        ...

    def changed(self, table: LiveTable) -> None:
        """Other seats, another status, or another life: not a step."""
        ...


def new_epoch() -> str:
    """The name of a table's life."""
    return secrets.token_hex(4)


class Keeper:
    """All access to the log on behalf of live tables.

    Methods that take a table expect its lock to be held.
    """

    def __init__(
        self,
        rules: AnyRules,
        store: TableLog,
        cache: TableCache,
        patience: Patience,
        *,
        clock: StoreClock,
    ) -> None:
        self.rules = rules
        self.log = store
        self.patience = patience
        self.clock = clock
        self.listener: Listener | None = None
        self._cache = cache
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._errands = Errands()
        self._commits = metrics.commits.labels(rules.spec.name)

    # Finding

    def at_hand(self, address: Address) -> LiveTable | None:
        """The table, if this process knows it."""
        return self._cache.get(address)

    async def get(self, address: Address) -> LiveTable:
        """The table as this process knows it; opened from the log if it does not."""
        table = self._cache.get(address)
        if table is not None:
            return table
        task = self._opening.get(address.name)
        if task is None:
            task = asyncio.create_task(self._open(address))
            self._opening[address.name] = task
            task.add_done_callback(lambda _: self._opening.pop(address.name, None))
        return await asyncio.shield(task)

    async def fresh(self, address: Address) -> LiveTable:
        """The table as the log has it now."""
        table = await self.get(address)
        if await self._glance(table) != table.glance:
            async with table.lock:
                await self.catch_up(table)
        return table

    def hold(self, table: LiveTable) -> LiveTable:
        """The copy of this table that everybody here uses, until it is not watched any more."""
        present = self._cache.get(table.address)
        if present is None:
            self._cache.put(table)
        return present or table

    def forget_idle(self) -> None:
        """Lets go of tables that nobody uses."""
        self._cache.forget_idle()
        metrics.tables.labels(self.rules.spec.name).set(len(self._cache))

    async def renew(self, table: LiveTable) -> bool:
        """Catches up if the log has moved on; tells whether it had."""
        if await self._glance(table) == table.glance:
            return False
        await self.catch_up(table)
        return True

    async def _glance(self, table: LiveTable) -> Glance:
        glance = await self.log.glance(table.address)
        if isinstance(glance, Missing):
            self._cache.drop(table)
            raise table_not_found(table.address.name)
        return glance

    async def _open(self, address: Address) -> LiveTable:
        tale = await self.log.read(address)
        if isinstance(tale, Missing):
            raise table_not_found(address.name)
        self.clock.heard(tale.now_ms)
        terms = read_terms(self.rules, tale.setting)
        if terms.setting.game != self.rules.spec.name:  # the keys of a table name its id alone
            raise table_not_found(address.name)
        if terms.setting.rules_version != self.rules.spec.rules_version:
            raise Unavailable(
                "RULES_VERSION_NOT_SERVED",
                f"No engine serves the table's rules version, {terms.setting.rules_version}.",
                table=address.name,
                rules_version=terms.setting.rules_version,
            )
        table = LiveTable(address, self.rules, terms, tale)
        self._cache.put(table)
        if table.status is not Status.QUARANTINED:
            await self._retell(table, tale)
        return table

    # Catching up

    async def catch_up(self, table: LiveTable) -> int:
        """Folds what came since; returns the store's time. The table may be quarantined after it."""
        tale = await self.log.read(table.address, after=table.version)
        if isinstance(tale, Missing):
            self._cache.drop(table)
            raise table_not_found(table.address.name)
        self.clock.heard(tale.now_ms)
        if tale.epoch != table.epoch:
            await self._begin_anew(table)
        elif tale.version < table.version:
            await self._fell_behind(table, tale.version)
        else:
            if table.note(tale):
                self._tell_change(table)
            if table.status is not Status.QUARANTINED:
                await self._retell(table, tale)
        return tale.now_ms

    async def _begin_anew(self, table: LiveTable) -> None:
        tale = await self.log.read(table.address)
        if isinstance(tale, Missing):
            self._cache.drop(table)
            raise table_not_found(table.address.name)
        log.warning("table_lives_anew", table=table.address.name, epoch=tale.epoch, was=table.epoch)
        table.begin_anew(tale)
        if table.status is not Status.QUARANTINED:
            await self._retell(table, tale, quietly=True)
        self._tell_change(table)

    async def _retell(self, table: LiveTable, tale: Tale, *, quietly: bool = False) -> None:
        try:
            for moment, request_id in retell(self.rules, table.terms, tale.entries, table.moment):
                table.append(moment, request_id)
                table.doubtful = table.terms.ack != "memory"
                if not quietly:
                    self._tell_step(table, moment, own=False)
        except ReplayMismatch as mismatch:
            await self.quarantine(table, str(mismatch))

    # Storing

    async def store(self, table: LiveTable, made: Advance[Any], request_id: str | None = None) -> Answer:
        """Asks the log for the next version, for a player or (request None) for the house.

        Whatever it answers, the copy is in step after it. An answer that leaves nothing to try is raised.
        """
        asked = draft(self.patience, table, made, self.clock.now_ms(), request_id)
        try:
            answer = await self.log.commit(table.address, asked, table.terms.ack)
        except BaseException:
            table.doubtful = table.terms.ack != "memory"
            if table.watchers is not None or table.doubtful:
                self._errands.start(self._look_again, table)  # it may stand in the log, and shall be seen
            raise
        if isinstance(answer, Committed):
            self._extend(table, made, answer, request_id or "")
            return answer
        match answer:
            case Ahead(version):
                known = table.version
                await self._fell_behind(table, version)
                raise Aborted(
                    "LOG_BEHIND",
                    f"The store has lost the moves after version {version}; look at the table again.",
                    table=table.address.name,
                    version=version,
                    known_version=known,
                )
            case Stale():
                metrics.lost_races.labels(table.address.game).inc()
                await self.catch_up(table)
            case Replayed() | Fenced() | Missing():
                await self.catch_up(table)
        return answer

    def _extend(self, table: LiveTable, made: Advance[Any], answer: Committed, request_id: str) -> None:
        self.clock.heard(answer.at_ms)
        table.doubtful = False
        self._commits.inc()
        moment = next_moment(table.terms, table.moment, made, answer.at_ms)
        table.append(moment, request_id)
        due_ms = due_at(self.patience, table, moment)
        if due_ms != answer.due_ms:
            self._errands.start(self.log.mend, table.address, table.epoch, moment.version, due_ms)
        self._tell_step(table, moment, own=True)

    async def confirm(self, table: LiveTable) -> None:
        """Returns when all that is known of the table is as safe as the table demands."""
        if table.doubtful:
            await self.log.glance(table.address, table.terms.ack)
            table.doubtful = False

    async def _look_again(self, table: LiveTable) -> None:
        async with table.lock:
            await self.catch_up(table)

    # Stopping

    async def _fell_behind(self, table: LiveTable, version: int) -> None:
        """The store lost what it had acknowledged, which only tables of durability `memory` have agreed to.

        They go on from what is left, in a new life; all others stop.
        """
        log.error("log_fell_behind", table=table.address.name, version=version, known_version=table.version)
        metrics.fell_behind.labels(table.address.game).inc()
        if table.terms.ack == "memory":
            await self.log.begin_anew(table.address, table.epoch, new_epoch())
            await self._begin_anew(table)
        else:
            await self.quarantine(table, f"the log is at version {version}, behind {table.version}")

    async def quarantine(self, table: LiveTable, reason: str) -> None:
        """Stops a table whose log and rules disagree: nobody can write it until an operator releases it."""
        log.error("table_quarantined", table=table.address.name, version=table.version, reason=reason)
        metrics.quarantined.labels(table.address.game).inc()
        await self.log.quarantine(table.address, table.epoch, new_epoch(), reason)
        tale = await self.log.read(table.address)
        if isinstance(tale, Tale):
            table.begin_anew(tale)
            self._tell_change(table)

    def _tell_step(self, table: LiveTable, moment: Moment, *, own: bool) -> None:
        if table.watchers is not None and self.listener is not None:
            self.listener.stepped(table, moment, own=own)

    def _tell_change(self, table: LiveTable) -> None:
        if table.watchers is not None and self.listener is not None:
            self.listener.changed(table)
