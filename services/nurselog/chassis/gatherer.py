"""Group commit: all calls of one event-loop pass go to the store in one write, each gets its own reply.

A gatherer keeps one wire per server (and a few more for calls that wait for the disk), never waits for one
batch before it sends the next, and loads function libraries again when the server came back without them. A
call whose connection was lost after it was sent fails with redis-py's `ConnectionError`: its outcome is
unknown, so functions are written to be repeated. A call that could not be sent yet is kept for a few
attempts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

from redis.exceptions import AskError, MovedError, TryAgainError

from nurselog.chassis.errors import Unavailable
from nurselog.chassis.lanes import Ack, Call, Lane, Way
from nurselog.chassis.redis import Libraries, RedisClient, StoreConnectionError, Word, is_missing_function
from nurselog.chassis.topology import topology_of
from nurselog.chassis.wire import pack

_FENCES: dict[Ack, tuple[int, int] | None] = {"memory": None, "disk": (1, 0), "replica": (1, 1)}
"""The numbers of WAITAOF: local fsyncs, replicas (https://redis.io/docs/latest/commands/waitaof/)."""

_WIDTH: dict[Ack, int] = {"memory": 1, "disk": 4, "replica": 4}
"""Wires per server: WAITAOF holds its connection up, so several take turns."""


class Gatherer:
    """`await gatherer.fcall("commit", [key, ...], [value, ...])`; many callers at once make one write."""

    def __init__(
        self,
        client: RedisClient,
        libraries: Libraries | None = None,
        *,
        timeout_s: float = 5.0,
        max_waiting: int = 20_000,
        attempts: int = 4,
    ) -> None:
        self._topology = topology_of(client)
        self._libraries = libraries or Libraries(client)
        self._timeout_s = timeout_s
        self._max_waiting = max_waiting
        self._attempts = attempts
        self._waiting = 0
        self._lanes: dict[tuple[str, Way], list[Lane]] = {}
        self._helpers: set[asyncio.Task[None]] = set()
        self._closed = False

    def fcall(
        self, name: str, keys: Sequence[str | bytes], args: Iterable[Word] = (), *, ack: Ack = "memory"
    ) -> asyncio.Future[Any]:
        """Calls a function; all its keys share one hash tag. Awaits to the function's own reply."""
        return self.call("FCALL", name, len(keys), *keys, *args, key=keys[0], ack=ack)

    def call(
        self, *words: Word, key: str | bytes, ack: Ack = "memory", lane: str = ""
    ) -> asyncio.Future[Any]:
        """Sends any command about `key`. One that blocks needs a `lane` of its own, or it holds up all."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._closed or self._waiting >= self._max_waiting:
            why = "This process is closing." if self._closed else "The store is overloaded."
            future.set_exception(Unavailable("STORE_UNAVAILABLE", why, retry_after_ms=250))
            return future
        self._waiting += 1
        name = key.encode() if isinstance(key, str) else key
        self._enqueue(Call(self, pack(*words), name, (ack, lane), future))
        return future

    @property
    def waiting(self) -> int:
        """How many calls have no answer yet; never more than `max_waiting`."""
        return self._waiting

    @property
    def is_cluster(self) -> bool:
        """Whether keys of different partitions may live on different servers."""
        return self._topology.is_cluster

    async def close_lane(self, lane: str) -> None:
        """Closes the wires of a lane of its own; what waits there fails, and a later call opens it again."""
        for where in [where for where in self._lanes if where[1][1] == lane]:
            for each in self._lanes.pop(where):
                await each.aclose()

    async def aclose(self) -> None:
        """Closes all wires; calls that still wait fail."""
        self._closed = True
        for task in tuple(self._helpers):
            task.cancel()
        await asyncio.gather(*self._helpers, return_exceptions=True)
        await asyncio.gather(*(lane.aclose() for lanes in self._lanes.values() for lane in lanes))

    # What calls and lanes report ----------------------------------------------------------------------------

    def done(self) -> None:
        """One call has its answer."""
        self._waiting -= 1

    def rescue(self, call: Call, error: Exception) -> bool:
        """Repeats a call that was refused in a way that another attempt heals; False leaves it failed."""
        healing = self._healing(call, error)
        if healing is None:
            return False
        if call.tries >= self._attempts or call.future.done() or self._closed:
            healing.close()
            return False
        call.tries += 1
        self._help([call], healing)
        return True

    def unsent(self, calls: Sequence[Call], error: Exception) -> None:
        """A lane could not connect. Nothing was sent, so the calls go again, if need be to another server."""
        again: list[Call] = []
        for call in calls:
            if call.tries >= self._attempts or self._closed:
                call.fail(error)
            else:
                call.tries += 1
                again.append(call)
        if again:
            self._help(again, self._refresh(after_s=0.02 * 3 ** max(call.tries for call in again)))

    # How failed calls are healed ----------------------------------------------------------------------------

    def _healing(self, call: Call, error: Exception) -> Coroutine[Any, Any, None] | None:
        if isinstance(error, TryAgainError):
            return asyncio.sleep(0.05)
        if isinstance(error, AskError):
            call.server = None if isinstance(error, MovedError) else f"{error.host}:{error.port}"
            return self._refresh()
        if is_missing_function(error):
            return self._libraries.load()
        return None

    async def _refresh(self, after_s: float = 0.0) -> None:
        await asyncio.sleep(after_s)
        await self._topology.refresh()

    def _help(self, calls: Sequence[Call], healing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(healing)
        self._helpers.add(task)
        task.add_done_callback(lambda done: self._healed(calls, done))

    def _healed(self, calls: Sequence[Call], healing: asyncio.Task[None]) -> None:
        self._helpers.discard(healing)
        if healing.cancelled() or self._closed:
            self._give_up(calls, StoreConnectionError("This process is closing its connections."))
        elif (error := healing.exception()) is not None:
            self._give_up(calls, error)
        else:
            for call in calls:
                self._enqueue(call)

    def _give_up(self, calls: Sequence[Call], error: BaseException) -> None:
        for call in calls:
            call.fail(error)

    # Where calls go -----------------------------------------------------------------------------------------

    def _enqueue(self, call: Call) -> None:
        server = call.server or self._topology.server(call.key)
        if server is None:
            self.unsent([call], StoreConnectionError("No server of the cluster holds this key."))
            return
        lanes = self._lanes.get((server, call.way))
        if lanes is None:
            ack = call.way[0]
            lanes = self._lanes[server, call.way] = [self._lane(server, ack) for _ in range(_WIDTH[ack])]
        lane = lanes[0] if len(lanes) == 1 else min(lanes, key=Lane.load)
        lane.put(call)

    def _lane(self, server: str, ack: Ack) -> Lane:
        return Lane(self, lambda: self._topology.connection(server), _FENCES[ack], self._timeout_s)
