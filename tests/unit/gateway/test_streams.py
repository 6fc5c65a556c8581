from __future__ import annotations

import json

from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.descriptors import Method
from nurselog.gateway.streams import EventStream, Lines, format_for

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
