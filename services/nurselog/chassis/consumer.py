"""The one consumer loop of the house: facts from all outboxes to one handler, at least once.

In the order of each partition: own unfinished entries first, then new ones; acknowledged after the effect;
what a dead consumer owes is taken over; what fails five times is buried with its reason while everything else
goes on. The handler makes "exactly once" out of it by storing its effect and a marker in one step.

    consumer = Consumer(app.gatherer, Group("scoring", name, kinds={"finished"}), decode, handle)
    app.libraries.add(outbox.functions())
    app.background("consumer", consumer.run)
    app.on_drain(consumer.stop)
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from redis.exceptions import RedisError, ResponseError

from nurselog.chassis import metrics, outbox
from nurselog.chassis.context import Caller, acting_as
from nurselog.chassis.deliveries import Deliveries, Delivery, Fields, is_group_missing
from nurselog.chassis.errors import Refusal, Unavailable
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.logs import bound, get
from nurselog.chassis.pace import Group, Pace
from nurselog.chassis.redis import is_store_outage

__all__ = ["OUTAGES", "Consumer", "Decode", "Group", "Handler", "Pace"]

F = TypeVar("F")
T = TypeVar("T")
Decode: TypeAlias = Callable[[Fields], F]
Handler: TypeAlias = Callable[[F], Awaitable[object]]

OUTAGES = frozenset({"SERVICE_UNAVAILABLE", "STORE_UNAVAILABLE"})
"""Reasons that say nothing about the fact: it is tried until the outage is over, and never buried for it."""

log = get(__name__)


@dataclass(slots=True)
class _Lane:
    """The entries of one outbox that wait for their turn."""

    entries: deque[Delivery] = field(default_factory=deque)
    running: bool = False


class Consumer(Generic[F]):
    """Reads for one group until stopped; `handler` gets what `decode` makes of an entry's fields."""

    def __init__(
        self,
        gatherer: Gatherer,
        group: Group,
        decode: Decode[F],
        handler: Handler[F],
        *,
        pace: Pace | None = None,
    ) -> None:
        self._deliveries = Deliveries(gatherer, group.group, group.name)
        self._group = group.group
        self._kinds = None if group.kinds is None else {kind.encode() for kind in group.kinds}
        self._decode = decode
        self._handler = handler
        self._pace = pace or Pace()
        streams = list(outbox.STREAMS)
        self._reads = [[stream] for stream in streams] if gatherer.is_cluster else [streams]
        self._lanes = {stream: _Lane() for stream in outbox.STREAMS}
        self._held: set[tuple[str, str]] = set()
        self._room = asyncio.Event()
        self._room.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._reading: asyncio.Task[None] | None = None
        self._broken: asyncio.Future[None] | None = None

    async def run(self) -> None:
        """Reads until `stop`, or until cancelled; a store that is away is waited for."""
        self._reading = asyncio.create_task(self._read_all())
        self._broken = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait([self._reading, self._broken], return_when=asyncio.FIRST_COMPLETED)
            if self._broken.done():
                self._broken.result()
            if not self._reading.cancelled():
                self._reading.result()
            await self._idle()
        finally:
            await self._cancel([self._reading, *self._tasks])
            await self._hang_up()

    async def stop(self) -> None:
        """Reads nothing more, and returns when what was read is handled; what failed stays owed."""
        if self._reading is not None:
            self._reading.cancel()
            await self._hang_up()
            await self._idle()

    async def _hang_up(self) -> None:
        """Ends reads that wait in the store, so that it gives nothing more to nobody."""
        await asyncio.gather(*(self._deliveries.hang_up(streams) for streams in self._reads))

    async def _idle(self) -> None:
        while busy := [task for task in self._tasks if task.get_name() != "retry"]:
            await asyncio.wait(busy)

    # Reading ------------------------------------------------------------------------------------------------

    async def _read_all(self) -> None:
        await self._persist(self._begin)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._claim_for_ever())
            for streams in self._reads:
                group.create_task(self._read_for_ever(streams))

    async def _begin(self) -> None:
        await self._deliveries.create(outbox.STREAMS)
        await asyncio.gather(*(self._take_own(stream) for stream in outbox.STREAMS))

    async def _take_own(self, stream: str) -> None:
        after = "0-0"
        while own := await self._deliveries.own(stream, after, 100):
            self._take(own)
            after = own[-1].id

    async def _read_for_ever(self, streams: Sequence[str]) -> None:
        while True:
            await self._room.wait()
            self._take(await self._persist(lambda: self._read(streams)))

    async def _read(self, streams: Sequence[str]) -> list[Delivery]:
        try:
            return await self._deliveries.read(streams, self._pace.count, self._pace.block_ms)
        except RedisError as error:
            if not is_group_missing(error):
                raise
        made = await self._deliveries.create(streams)
        log.error("group_vanished", group=self._group, streams=made)
        return []

    async def _claim_for_ever(self) -> None:
        pace = self._pace
        while True:
            for stream in outbox.STREAMS:
                self._spawn(self._claim(stream), "claim")
            await asyncio.sleep(pace.claim_every_s)

    async def _claim(self, stream: str) -> None:
        pace = self._pace
        try:
            claimed = await self._deliveries.claim(stream, pace.silent_ms, pace.forget_ms, 100)
        except (RedisError, Unavailable) as error:
            if not is_group_missing(error):  # the reader makes it again
                log.warning("claim_failed", group=self._group, error=str(error))
            return
        if claimed:
            log.info("facts_claimed", group=self._group, stream=stream, count=len(claimed))
        self._take(claimed)

    def _take(self, deliveries: Sequence[Delivery]) -> None:
        for delivery in deliveries:
            if (delivery.stream, delivery.id) in self._held:
                continue
            self._held.add((delivery.stream, delivery.id))
            lane = self._lanes[delivery.stream]
            lane.entries.append(delivery)
            if not lane.running:
                lane.running = True
                self._spawn(self._work_off(lane), "lane")
        if len(self._held) >= self._pace.max_in_flight:
            self._room.clear()

    # Handling -----------------------------------------------------------------------------------------------

    async def _work_off(self, lane: _Lane) -> None:
        try:
            while lane.entries:
                await self._settle(lane.entries.popleft())
        finally:
            lane.running = False

    async def _settle(self, delivery: Delivery) -> None:
        if self._kinds is not None and delivery.fields.get(outbox.KIND) not in self._kinds:
            await self._acknowledge(delivery, "skipped")
        elif delivery.deliveries > 2 * self._pace.deliveries:
            await self._bury(
                delivery, "given out again and again, never acknowledged: it may kill its handler"
            )
        else:
            await self._handle(delivery)

    async def _handle(self, delivery: Delivery) -> None:
        attempt = 0
        while True:
            try:
                await self._call_handler(delivery)
            except Exception as error:  # noqa: BLE001 - a handler may fail in any way, the loop goes on
                if not _is_outage(error):
                    await self._failed(delivery, error)
                    return
                attempt += 1
                log.warning("fact_waits", group=self._group, fact=delivery.id, error=str(error))
                await asyncio.sleep(self._pace.wait_s(attempt))
            else:
                await self._acknowledge(delivery, "handled")
                return

    async def _call_handler(self, delivery: Delivery) -> None:
        request_id = f"{delivery.stream}/{delivery.id}"
        with acting_as(Caller(request_id=request_id)), bound(group=self._group):
            async with asyncio.timeout(self._pace.handler_timeout_s):
                await self._handler(self._decode(delivery.fields))

    async def _acknowledge(self, delivery: Delivery, fate: str) -> None:
        await self._persist(lambda: self._deliveries.acknowledge(delivery.stream, [delivery.id]))
        self._release(delivery, fate)
        lag = metrics.fact_lag_seconds.labels(self._group)
        lag.observe(max(0.0, time.time() - delivery.written_ms / 1000))

    async def _failed(self, delivery: Delivery, error: Exception) -> None:
        reason = f"{type(error).__name__}: {error}"
        if delivery.deliveries >= self._pace.deliveries:
            log.error(
                "fact_buried", group=self._group, stream=delivery.stream, fact=delivery.id, exc_info=error
            )
            await self._bury(delivery, reason)
            return
        log.warning(
            "fact_failed", group=self._group, fact=delivery.id, deliveries=delivery.deliveries, error=reason
        )
        metrics.facts.labels(self._group, "failed").inc()
        self._spawn(self._retry(delivery), "retry")

    async def _retry(self, delivery: Delivery) -> None:
        await asyncio.sleep(self._pace.wait_s(delivery.deliveries))
        try:
            again = await self._persist(lambda: self._deliveries.again(delivery))
        except ResponseError as error:
            if not is_group_missing(error):
                raise
            again = None  # the reader makes the group again, and the entry comes as a new one
        self._release(delivery, None)
        if again is not None:
            self._take([again])

    async def _bury(self, delivery: Delivery, reason: str) -> None:
        await self._persist(lambda: self._deliveries.bury(delivery, reason))
        self._release(delivery, "buried")

    def _release(self, delivery: Delivery, fate: str | None) -> None:
        self._held.discard((delivery.stream, delivery.id))
        if len(self._held) < self._pace.max_in_flight:
            self._room.set()
        if fate is not None:
            metrics.facts.labels(self._group, fate).inc()

    # Patience -----------------------------------------------------------------------------------------------

    async def _persist(self, step: Callable[[], Awaitable[T]]) -> T:
        """Tries a step at the store until it answers."""
        attempt = 0
        while True:
            try:
                return await step()
            except (RedisError, Unavailable) as error:
                if isinstance(error, RedisError) and not is_store_outage(error):
                    raise
                attempt += 1
                log.warning("store_awaited", group=self._group, attempt=attempt, error=str(error))
                await asyncio.sleep(self._pace.wait_s(attempt))

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._watch)

    def _watch(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and self._broken is not None and not self._broken.done():
            self._broken.set_exception(error)

    async def _cancel(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _is_outage(error: Exception) -> bool:
    return is_store_outage(error) or (isinstance(error, Refusal) and error.reason in OUTAGES)
