from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.descriptors import Method
from nurselog.gateway.errors import unavailable
from nurselog.gateway.streams import EventStream, Lines, Stream, format_for

CATALOGUE = Catalogue({})


def method(name: str) -> Method:
    return next(one for one in CATALOGUE.codec.types.methods if one.name == name)


def test_the_caller_says_how_it_reads() -> None:
    assert isinstance(format_for("text/event-stream, */*", method("WatchTable"), CATALOGUE), EventStream)
    assert isinstance(format_for("", method("WatchTable"), CATALOGUE), Lines)


def test_a_heartbeat_of_a_table_says_so() -> None:
    lines = format_for("", method("WatchTable"), CATALOGUE)
    assert json.loads(lines.heartbeat())["kind"] == "UPDATE_KIND_HEARTBEAT"


def test_a_heartbeat_of_anything_else_is_the_line_before() -> None:
    lines = format_for("", method("WatchTicket"), CATALOGUE)
    assert lines.heartbeat() == b""
    assert lines.message(b'{"state":1}', "") == lines.heartbeat() == b'{"state":1}\n'


def test_an_event_carries_its_token() -> None:
    assert EventStream().message(b"{}", "e1.2") == b"id: e1.2\ndata: {}\n\n"
    assert EventStream().message(b"{}", "") == b"data: {}\n\n"
    assert EventStream().error(b"{}") == b"event: error\ndata: {}\n\n"


@pytest.mark.parametrize("accept", ["text/event-stream", "*/*"])
async def test_a_stream_that_breaks_says_so_last(accept: str) -> None:
    async def ticket() -> AsyncIterator[bytes]:
        yield b""
        raise unavailable("The service matchmaking")

    async def stays() -> bool:
        return await asyncio.Event().wait()

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    form = format_for(accept, method("WatchTicket"), CATALOGUE)
    await Stream(method("WatchTicket"), CATALOGUE, form, 15).run(ticket(), send, stays(), (), resumed=False)
    last = sent[-1]["body"].decode().strip().rpartition("\n")[2].removeprefix("data: ")
    assert json.loads(last)["error"]["details"][0]["reason"] == "SERVICE_UNAVAILABLE"
    assert sent[-1]["more_body"] is False
