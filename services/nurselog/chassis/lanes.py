"""A lane is one wire to one server, with the calls that go out on it together.

A fence closes a batch whose callers wait for the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from nurselog.chassis.errors import Unavailable
from nurselog.chassis.redis import StoreConnectionError
from nurselog.chassis.wire import Waiter, Wire, pack

Ack: TypeAlias = Literal["memory", "disk", "replica"]
"""When a write counts as done: in memory, fsynced, or fsynced here and on one replica."""

_ASKING: bytes = pack("ASKING")
Way: TypeAlias = tuple[Ack, str]
"""Calls of one way share their wires: what they wait for, and a lane of their own if they named one."""

FENCE_MS = 2000
"""How long a batch waits for its fsync (and replica) before its callers are told to repeat."""


class Owner(Protocol):
    """What calls and lanes report to: the gatherer."""

    def done(self) -> None: ...
    def rescue(self, call: Call, error: Exception) -> bool: ...
    def unsent(self, calls: Sequence[Call], error: Exception) -> None: ...


class Call:
    """One command under way, with the future of whoever waits for it."""

    __slots__ = ("future", "key", "owner", "packed", "server", "tries", "way")

    def __init__(
        self, owner: Owner, packed: bytes, key: bytes, way: Way, future: asyncio.Future[Any]
    ) -> None:
        self.owner = owner
        self.packed = packed
        self.key = key
        self.way = way
        self.future = future
        self.tries = 0
        self.server: str | None = None
        """The server that must be asked during a move of the key (ASK), instead of the one that holds it."""

    def answer(self, reply: Any) -> None:
        if isinstance(reply, Exception):
            if not self.owner.rescue(self, reply):
                self.fail(reply)
            return
        self.owner.done()
        if not self.future.done():
            self.future.set_result(reply)

    def fail(self, error: BaseException) -> None:
        self.owner.done()
        if not self.future.done():
            self.future.set_exception(error)


class Fence:
    """Holds the replies of a batch back until WAITAOF says that its writes are on disk."""

    def __init__(self, calls: Sequence[Call], wanted: tuple[int, int]) -> None:
        self._calls = calls
        self._wanted = wanted
        self._replies: list[Any] = []

    def packed(self) -> bytes:
        """A write of our own, and the wait.

        WAITAOF waits for the writes of its connection only, and a repeated request writes nothing itself.
        """
        key = self._calls[0].key
        mark = key[: key.find(b"}") + 1] + b":fence"
        return pack("SET", mark, b"", "PX", 60_000) + pack("WAITAOF", *self._wanted, FENCE_MS)

    def waiters(self) -> list[Waiter]:
        return [*(_Held(self._replies) for _ in self._calls), NOBODY, self]

    def answer(self, reply: Any) -> None:
        failed = self._failure(reply)
        for call, held in zip(self._calls, self._replies, strict=False):
            call.answer(held if failed is None or isinstance(held, Exception) else failed)

    def _failure(self, reply: Any) -> Exception | None:
        if isinstance(reply, Exception):
            return reply
        if all(have >= want for have, want in zip(reply, self._wanted, strict=True)):
            return None
        return Unavailable(
            "STORE_UNAVAILABLE",
            "Done, but the disk has not confirmed it yet: repeat the request.",
            retry_after_ms=FENCE_MS,
        )


class _Held:
    def __init__(self, replies: list[Any]) -> None:
        self._replies = replies

    def answer(self, reply: Any) -> None:
        self._replies.append(reply)


class _Nobody:
    def answer(self, reply: Any) -> None:
        """Nobody asked for this reply."""


NOBODY = _Nobody()


class Lane:
    """Gathers calls, connects when the first one comes, writes once per pass of the event loop."""

    def __init__(
        self,
        owner: Owner,
        connection: Callable[[], AbstractConnection],
        fence: tuple[int, int] | None,
        timeout_s: float,
    ) -> None:
        self._owner = owner
        self._connection = connection
        self._fence = fence
        self._timeout_s = timeout_s
        self._gathered: list[Call] = []
        self._scheduled = False
        self._wire: Wire | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()

    def load(self) -> int:
        """How many calls wait here."""
        return len(self._gathered) + (self._wire.waiting if self._wire else 0)

    def put(self, call: Call) -> None:
        """Sends the call with all others of this pass."""
        self._gathered.append(call)
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._flush)

    async def aclose(self) -> None:
        """Closes the wire; what waits fails."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._wire is not None:
            await self._wire.aclose()
        for call in self._take():
            call.fail(StoreConnectionError("This process is closing its connections."))

    def _take(self) -> list[Call]:
        calls, self._gathered = self._gathered, []
        return calls

    def _flush(self) -> None:
        self._scheduled = False
        if self._wire is None:
            if self._gathered and self._connecting is None:
                self._connecting = self._loop.create_task(self._connect())
            return
        calls = self._take()
        if not calls:
            return
        if self._fence is not None:
            fence = Fence(calls, self._fence)
            self._wire.send(b"".join([call.packed for call in calls]) + fence.packed(), fence.waiters())
        elif any(call.server for call in calls):
            self._send_asking(self._wire, calls)
        else:
            self._wire.send(b"".join([call.packed for call in calls]), calls)

    def _send_asking(self, wire: Wire, calls: Sequence[Call]) -> None:
        for call in calls:
            if call.server:
                wire.send(_ASKING + call.packed, [NOBODY, call])
            else:
                wire.send(call.packed, [call])

    async def _connect(self) -> None:
        try:
            wire = Wire(self._timeout_s, self._lost)
            await wire.open(self._connection())
        except (RedisError, OSError, KeyError) as error:
            self._connecting = None
            reason = error if isinstance(error, RedisError) else StoreConnectionError(str(error))
            self._owner.unsent(self._take(), reason)
            return
        self._connecting = None
        self._wire = wire
        self._flush()

    def _lost(self) -> None:
        self._wire = None
        if self._gathered and not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._flush)
