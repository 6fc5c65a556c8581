"""One full-duplex connection to one store server: many commands out in one write, replies back in order.

redis-py opens the connection (address, TLS, password, database); from then on the bytes come here, because
its pipelines wait for all replies before they send again and cost several times more per command.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterDownError,
    InvalidResponse,
    MasterDownError,
    MovedError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from nurselog.chassis.redis import StoreConnectionError, StoreTimeoutError, Word

_ERRORS: dict[str, type[RedisError]] = {
    "LOADING": BusyLoadingError,
    "READONLY": ReadOnlyError,
    "CLUSTERDOWN": ClusterDownError,
    "MASTERDOWN": MasterDownError,
    "TRYAGAIN": TryAgainError,
    "MOVED": MovedError,
    "ASK": AskError,
}


def pack(*words: Word) -> bytes:
    """A command as it travels."""
    packed: bytes = hiredis.pack_command(cast("Any", words))
    return packed


class Waiter(Protocol):
    """Somebody who sent a command and gets its reply, or the error that took its place."""

    def answer(self, reply: Any) -> None: ...


def reply_error(text: str) -> Exception:
    """The redis-py error for an error reply such as `MOVED 3999 127.0.0.1:6381`."""
    word, _, rest = text.partition(" ")
    kind = _ERRORS.get(word)
    if kind is None:
        return ResponseError(text)
    return kind(rest if kind in (MovedError, AskError) else text)


class Wire(asyncio.Protocol):
    """Replies go to the waiters in the order of their commands; a lost connection answers everybody."""

    def __init__(self, timeout_s: float, on_lost: Callable[[], None]) -> None:
        self._reader = hiredis.Reader(protocolError=InvalidResponse, replyError=reply_error)
        self._waiting: deque[Waiter] = deque()
        self._timeout_s = timeout_s
        self._on_lost = on_lost
        self._transport: asyncio.Transport | None = None
        self._connection: AbstractConnection | None = None
        self._opener: asyncio.BaseProtocol | None = None
        self._loop = asyncio.get_running_loop()
        self._progress = 0
        self._watch: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None

    async def open(self, connection: AbstractConnection) -> None:
        """Connects as redis-py does, then takes the transport over."""
        try:
            await connection.connect()  # type: ignore[no-untyped-call]
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        writer = connection._writer  # noqa: SLF001 - the only way to its transport
        assert writer is not None
        transport = cast("asyncio.Transport", writer.transport)
        self._connection, self._transport, self._opener = connection, transport, transport.get_protocol()
        transport.set_protocol(self)

    @property
    def waiting(self) -> int:
        """How many commands have no reply yet."""
        return len(self._waiting)

    def send(self, data: bytes, waiters: Iterable[Waiter]) -> None:
        """Writes packed commands; each of them has its waiter."""
        assert self._transport is not None
        self._waiting.extend(waiters)
        self._transport.write(data)
        if self._watch is None:
            self._watch = self._loop.call_later(self._timeout_s, self._look, self._progress)

    async def aclose(self) -> None:
        """Closes the connection, at once if it does not close in time; whoever still waits is told."""
        if self._closing is None and self._connection is not None:
            try:
                await self._connection.disconnect()
            except StoreTimeoutError as error:
                self._drop(error)
        if self._closing is not None:
            await self._closing

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        self._progress += 1
        gets, waiting = self._reader.gets, self._waiting
        try:
            while (reply := gets()) is not False:
                waiting.popleft().answer(reply)
        except (InvalidResponse, IndexError) as error:
            self._drop(InvalidResponse(f"The store answered what nobody asked: {error}"))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._opener is not None:
            self._opener.connection_lost(exc)
        self._drop(StoreConnectionError(f"The connection to the store was lost: {exc or 'closed'}"))

    def _look(self, progress: int) -> None:
        """No reply at all for a whole timeout while somebody waits: the server hangs."""
        self._watch = None
        if not self._waiting:
            return
        if progress == self._progress:
            self._drop(StoreTimeoutError(f"The store did not answer within {self._timeout_s:g} s."))
        else:
            self._watch = self._loop.call_later(self._timeout_s, self._look, self._progress)

    def _drop(self, error: Exception) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        if self._transport is not None and self._connection is not None:
            self._transport.abort()
            self._transport = None
            self._closing = self._loop.create_task(self._connection.disconnect(nowait=True))
            self._on_lost()
        while self._waiting:
            self._waiting.popleft().answer(error)
