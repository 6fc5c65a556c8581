from __future__ import annotations

import json
import logging

import pytest
import structlog

from nurselog.chassis import logs
from nurselog.chassis.context import Caller, acting_as


@pytest.fixture(autouse=True)
def forget_configuration() -> object:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    yield None
    structlog.reset_defaults()
    root.handlers[:], level = before
    root.setLevel(level)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_an_entry_is_one_json_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("engine")
    logs.get("x").info("move_accepted", version=7)
    [line] = lines(capsys)
    assert {
        "event": "move_accepted",
        "version": 7,
        "service": "engine",
        "level": "info",
    }.items() <= line.items()


def test_table_player_and_request_are_on_every_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("engine")
    with acting_as(Caller(player="players/ann", request_id="r1")), logs.bound(table="t"):
        logs.get("x").info("move_accepted")
    [line] = lines(capsys)
    assert (line["player"], line["request_id"], line["table"]) == ("players/ann", "r1", "t")


@pytest.mark.parametrize("name", sorted(logs.SECRET_KEYS))
def test_secrets_are_never_written(capsys: pytest.CaptureFixture[str], name: str) -> None:
    logs.configure("engine")
    logs.get("x").info(
        "oops", **{name: "tell-tale", "inner": {name: ["tell-tale"], "more": [{name: "tell-tale"}]}}
    )
    text = capsys.readouterr().err
    assert "tell-tale" not in text
    assert text.count("[secret]") == 3


def test_entries_of_other_libraries_look_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("engine")
    logging.getLogger("grpc").warning("hello %s", "you")
    [line] = lines(capsys)
    assert {"event": "hello you", "service": "engine", "level": "warning"}.items() <= line.items()


def test_an_exception_is_one_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("engine")
    logs.get("x").error("failed", exc_info=ValueError("why"))
    [line] = lines(capsys)
    assert "ValueError: why" in str(line["exception"])


def test_debug_is_silent_unless_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("engine")
    logs.get("x").debug("detail")
    assert capsys.readouterr().err == ""
    logs.configure("engine", level="debug")
    logs.get("y").debug("detail")
    assert "detail" in capsys.readouterr().err


def test_the_console_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("engine", fmt="console")
    logs.get("x").info("move_accepted", version=7)
    assert "move_accepted" in capsys.readouterr().err
