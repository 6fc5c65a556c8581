"""Brings news of tables to their watchers.

Steps of this process are told at once, those of others when the bell rings or a look at the log shows them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from redis.exceptions import RedisError

from nurselog.chassis.errors import Refusal
from nurselog.chassis.logs import get
from nurselog.engine import metrics
from nurselog.engine.address import Status
from nurselog.engine.errands import Errands
from nurselog.engine.history import Moment, retell
from nurselog.engine.keeper import Keeper
from nurselog.engine.live import LiveTable
from nurselog.engine.log import Bells, Tale
from nurselog.engine.rendering import StepFrames, full_frame, heartbeat_frame, read_token, seats_frame
from nurselog.engine.watch import Look, Sink, Watch, Watchers
from nurselog.rules.api import Audience

LONGEST_RESUME = 256
"""More missed steps than this are replaced by a fresh view."""

BUSY = 4
"""With so many own commits between two looks a process stops listening: the bell is mostly its own."""

OWN_BELL_S = 0.01

log = get(__name__)


class Hub:
    """The listener of a keeper. `run` is background work: without it lost bells and silence go unnoticed."""

    def __init__(
        self, keeper: Keeper, bells: Bells, *, queue: int, heartbeat_s: float, check_s: float
    ) -> None:
        self._keeper = keeper
        self._bells = bells
        self._queue = queue
        self._heartbeat_s = heartbeat_s
        self._check_s = check_s
        self._watched: dict[str, LiveTable] = {}
        self._errands = Errands()
        keeper.listener = self

    # Joining and leaving

    async def watch(
        self, table: LiveTable, look: Look, sink: Sink, *, resume: str = "", watch_id: int = 0
    ) -> Watch:
        """Joins a watcher.

        What it missed, or a full view, is pushed before this returns; news follow without a gap.
        """
        table = self._keeper.hold(table)
        watchers = self._watchers(table)
        watchers.joining += 1
        try:
            if not watchers.listening and watchers.own_steps < BUSY:
                watchers.listening = True
                await self._bells.listen(table.address, lambda news: self._ring(table, news))
            await self._keeper.fresh(table.address)
            missed = await self._missed(table, resume) if resume else None
            # No awaiting from here on: the table must not move between the first frame and joining.
            watch = Watch(table, look, sink, self._queue, watch_id)
            self._welcome(watch, missed, resync=bool(resume))
            if not watch.over:
                watchers.add(watch)
            return watch
        finally:
            watchers.joining -= 1
            self._forget_if_empty(table)

    def leave(self, watch: Watch) -> None:
        """Ends a watch; harmless if it has ended."""
        watchers = watch.table.watchers
        if watchers is not None:
            watchers.remove(watch)
            self._forget_if_empty(watch.table)

    def refresh_view(self, watch: Watch) -> None:
        """A watcher that was too slow has caught up: a fresh view instead of what it missed."""
        audience, legal = watch.look
        frame = full_frame(watch.table, audience, legal=legal, resync=True)
        watch.push(frame)

    def _welcome(self, watch: Watch, missed: list[Moment] | None, *, resync: bool) -> None:
        table, (audience, legal) = watch.table, watch.look
        watch.over = table.status is Status.FINISHED
        if missed is None:
            watch.push(full_frame(table, audience, legal=legal, resync=resync))
        elif missed:
            for moment in missed:
                watch.push(StepFrames(table, moment).of(audience, legal=legal))
        elif not watch.over:
            watch.push(heartbeat_frame(table))

    async def _missed(self, table: LiveTable, resume: str) -> list[Moment] | None:
        """The moments after a resume token, to the present one; None if a fresh view has to do."""
        where = read_token(resume)
        if where is None or where[0] != table.epoch or table.moment is None:
            return None
        version = where[1]
        if not table.version - LONGEST_RESUME <= version <= table.version or version < -1:
            return None
        if version + 1 < table.past[0].version:
            await self._recall(table, version)
            if where[0] != table.epoch or version + 1 < table.past[0].version:
                return None
        return [moment for moment in table.past if moment.version > version]

    async def _recall(self, table: LiveTable, version: int) -> None:
        """Folds the log again for a past that is no longer at hand."""
        tale = await self._keeper.log.read(table.address)
        if not isinstance(tale, Tale) or tale.epoch != table.epoch:
            return
        known = table.past[0].version
        older = [
            moment
            for moment, _ in retell(table.rules, table.terms, tale.entries)
            if version < moment.version < known
        ]
        table.remember(older)

    def watched(self) -> Iterator[tuple[LiveTable, set[Audience]]]:
        """The tables that anybody watches here, and as whom."""
        for table in tuple(self._watched.values()):
            if table.watchers is not None:
                yield table, {audience for audience, _ in table.watchers.groups}

    # News

    def stepped(self, table: LiveTable, moment: Moment, *, own: bool) -> None:
        """Tells every audience what it learns; each frame is made once."""
        watchers = table.watchers
        if watchers is None:
            return
        watchers.own_steps += own
        watchers.heard_at = time.monotonic()
        last = moment.play.outcome is not None
        frames = StepFrames(table, moment)
        for (audience, legal), group in watchers.groups.items():
            frame = frames.of(audience, legal=legal)
            for watch in group:
                watch.over = last
                watch.offer(frame)
        if last:
            self._end_all(table)

    def changed(self, table: LiveTable) -> None:
        """Other seats before the start; or another life of the table, which all have to see afresh."""
        watchers = table.watchers
        if watchers is None:
            return
        watchers.heard_at = time.monotonic()
        if table.status is Status.OPEN:
            frame = seats_frame(table)
            for watch in watchers:
                watch.offer(frame)
            return
        for (audience, legal), group in list(watchers.groups.items()):
            frame = full_frame(table, audience, legal=legal, resync=True)
            for watch in group:
                watch.offer(frame)

    def _ring(self, table: LiveTable, news: bytes) -> None:
        watchers = table.watchers
        if watchers is None or watchers.refreshing or (news.isdigit() and int(news) <= table.version):
            return
        if table.lock.locked() and news.isdigit():
            # Most likely the bell of our own commit, whose answer is on its way.
            asyncio.get_running_loop().call_later(OWN_BELL_S, self._ring, table, news)
            return
        watchers.refreshing = True
        self._errands.start(self._refresh, table)

    async def _refresh(self, table: LiveTable) -> None:
        if table.watchers is not None:
            table.watchers.refreshing = False
        try:
            await self._keeper.fresh(table.address)
        except Refusal as refusal:
            if refusal.reason == "TABLE_NOT_FOUND":
                self._end_all(table, refusal)

    # Looking after everybody

    async def run(self) -> None:
        """Looks at the log of quiet tables, and gives signs of life, for ever."""
        while True:
            await asyncio.sleep(self._check_s)
            self._keeper.forget_idle()
            metrics.watched.labels(self._keeper.rules.spec.name).set(len(self._watched))
            try:
                await asyncio.gather(*(self._look_after(table) for table in tuple(self._watched.values())))
            except (RedisError, Refusal, OSError) as error:
                log.warning("watch_check_failed", error=str(error))

    async def _look_after(self, table: LiveTable) -> None:
        watchers = table.watchers
        if watchers is None:
            return
        busy, watchers.own_steps = watchers.own_steps >= BUSY, 0
        if busy == watchers.listening:
            watchers.listening = not busy
            if busy:
                await self._bells.unlisten(table.address)
            else:
                await self._bells.listen(table.address, lambda news: self._ring(table, news))
        await self._refresh(table)
        if time.monotonic() - watchers.heard_at >= self._heartbeat_s:
            watchers.heard_at = time.monotonic()
            frame = heartbeat_frame(table)
            for watch in watchers:
                watch.offer(frame)

    def _watchers(self, table: LiveTable) -> Watchers:
        if table.watchers is None:
            table.watchers = Watchers(heard_at=time.monotonic())
            self._watched[table.address.name] = table
        return table.watchers

    def _end_all(self, table: LiveTable, refusal: Refusal | None = None) -> None:
        for watch in table.watchers or ():
            watch.over = True
            if refusal is not None:
                watch.sink.end(watch, refusal)
            self.leave(watch)

    def _forget_if_empty(self, table: LiveTable) -> None:
        watchers = table.watchers
        if watchers is None or not watchers.is_empty:
            return
        table.watchers = None
        self._watched.pop(table.address.name, None)
        if watchers.listening:
            self._errands.start(self._bells.unlisten, table.address)

    async def aclose(self) -> None:
        """Ends all that was started here; from now on nothing is."""
        await self._errands.aclose()
