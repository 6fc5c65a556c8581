"""The order of replies and the manner of failing, with a transport that only remembers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterDownError,
    InvalidResponse,
    MovedError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)

from nurselog.chassis.redis import StoreConnectionError, StoreTimeoutError
from nurselog.chassis.wire import Wire, pack, reply_error


class Waiter:
    def __init__(self) -> None:
        self.replies: list[Any] = []

    def answer(self, reply: Any) -> None:
        self.replies.append(reply)


class FakeTransport(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.aborted = False

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def abort(self) -> None:
        self.aborted = True


class FakeConnection:
    slow = False

    async def disconnect(self, *, nowait: bool = False) -> None:
        if self.slow and not nowait:
            raise StoreTimeoutError("Timed out closing")


class Line:
    """A wire whose other end is the test."""

    def __init__(self, timeout_s: float = 5.0) -> None:
        self.lost = 0
        self.wire = Wire(timeout_s, self.on_lost)
        self.transport = FakeTransport()
        self.wire._transport = self.transport
        self.connection = FakeConnection()
        self.wire._connection = self.connection  # type: ignore[assignment]

    def on_lost(self) -> None:
        self.lost += 1

    def send(self, count: int) -> list[Waiter]:
        waiters = [Waiter() for _ in range(count)]
        self.wire.send(pack("PING") * count, waiters)
        return waiters


async def test_replies_come_in_the_order_of_the_commands_however_they_are_cut() -> None:
    line = Line()
    waiters = line.send(3)
    for byte in b":1\r\n$2\r\nab\r\n*2\r\n:1\r\n:2\r\n":
        line.wire.data_received(bytes([byte]))
    assert [waiter.replies for waiter in waiters] == [[1], [b"ab"], [[1, 2]]]
    assert line.wire.waiting == 0


async def test_nothing_waits_for_a_reply_before_it_is_sent() -> None:
    line = Line()
    line.send(1)
    line.send(2)
    assert line.transport.written == [pack("PING"), pack("PING") * 2]
    assert line.wire.waiting == 3


async def test_an_error_reply_belongs_to_its_command() -> None:
    line = Line()
    first, second = line.send(2)
    line.wire.data_received(b"-ERR wrong\r\n+OK\r\n")
    assert isinstance(first.replies[0], ResponseError)
    assert second.replies == [b"OK"]


async def test_a_lost_connection_answers_everybody() -> None:
    line = Line()
    waiters = line.send(3)
    line.wire.data_received(b"+OK\r\n")
    line.wire.connection_lost(OSError("reset"))
    assert waiters[0].replies == [b"OK"]
    assert all(isinstance(waiter.replies[0], StoreConnectionError) for waiter in waiters[1:])
    assert line.lost == 1


@pytest.mark.parametrize("nonsense", [b":1\r\n:2\r\n", b"what?\r\n"])
async def test_an_answer_that_nobody_asked_for_ends_the_connection(nonsense: bytes) -> None:
    line = Line()
    [waiter] = line.send(1)
    line.wire.data_received(nonsense)
    assert line.transport.aborted
    assert line.lost == 1
    assert isinstance(waiter.replies[0], InvalidResponse) or waiter.replies == [1]


async def test_a_server_that_hangs_is_given_up() -> None:
    line = Line(timeout_s=0.01)
    [waiter] = line.send(1)
    async with asyncio.timeout(5):
        while not waiter.replies:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.005)
    assert isinstance(waiter.replies[0], StoreTimeoutError)
    assert line.transport.aborted


async def test_a_slow_server_that_still_answers_is_not_given_up() -> None:
    line = Line()
    waiters = line.send(5)
    for _ in waiters:
        seen = line.wire._progress
        line.wire.data_received(b"+OK\r\n")
        line.wire._look(seen)  # a whole timeout later
    assert [waiter.replies for waiter in waiters] == [[b"OK"]] * 5
    assert not line.transport.aborted


async def test_a_connection_that_does_not_close_in_time_is_cut() -> None:
    line = Line()
    [waiter] = line.send(1)
    line.connection.slow = True
    await line.wire.aclose()
    assert line.transport.aborted
    assert isinstance(waiter.replies[0], StoreTimeoutError)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ERR Function not found", ResponseError),
        ("LOADING the dataset", BusyLoadingError),
        ("READONLY You can't write", ReadOnlyError),
        ("CLUSTERDOWN The cluster is down", ClusterDownError),
        ("TRYAGAIN Multiple keys", TryAgainError),
        ("MOVED 3999 127.0.0.1:6381", MovedError),
        ("ASK 3999 127.0.0.1:6381", AskError),
    ],
)
def test_error_replies_are_known_by_their_first_word(text: str, kind: type[Exception]) -> None:
    assert type(reply_error(text)) is kind


def test_a_redirection_knows_where_to() -> None:
    error = reply_error("MOVED 3999 127.0.0.1:6381")
    assert isinstance(error, MovedError)
    assert (error.slot_id, error.host, error.port) == (3999, "127.0.0.1", 6381)
