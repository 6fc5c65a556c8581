"""Structured logs: facts with fields, one line each, on standard error; secrets never get that far.

`log = logs.get(__name__)` in a module, `log.info("move_accepted", version=v)` in a function. Table, player
and request are bound once (`bind`, the interceptors) and are on every line that follows in the same task.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, Literal

import orjson
import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars

from nurselog.chassis import context

SECRET_KEYS = frozenset({"seed", "deck", "hand", "token", "invite", "password", "secret", "authorization"})
"""Fields whose value is never written; the field stays, so that the mistake is seen."""

MASK = "[secret]"

Level = Literal["debug", "info", "warning", "error"]

bind = bind_contextvars
bound = bound_contextvars
unbind_all = clear_contextvars


def get(name: str) -> structlog.typing.FilteringBoundLogger:
    """The logger of a module."""
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger(module=name)
    return logger


def configure(service: str, fmt: Literal["json", "console"] = "json", level: Level = "info") -> None:
    """Decides once per process how logs look. Entries of the standard library (grpc, asyncio) join them."""
    number = logging.getLevelName(level.upper())
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        add_caller,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _adding(service),
        hide_secrets,
    ]
    last = structlog.dev.ConsoleRenderer() if fmt == "console" else structlog.processors.JSONRenderer(_json)
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, last]
        if fmt == "json"
        else [*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            last,
        ],
        foreign_pre_chain=shared,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=max(number, logging.WARNING), force=True)


def hide_secrets(_logger: object, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """A processor that masks what must not be written, however deep it sits."""
    return {name: _hidden(name, value) for name, value in event.items()}


def _hidden(name: object, value: Any) -> Any:
    if name in SECRET_KEYS:
        return MASK
    if isinstance(value, Mapping):
        return {inner: _hidden(inner, each) for inner, each in value.items()}
    if isinstance(value, list | tuple):
        return [_hidden(None, each) for each in value]
    return value


def add_caller(_logger: object, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """A processor that says for whom: costs nothing where nothing is logged."""
    who = context.caller()
    if who.request_id:
        event.setdefault("request_id", who.request_id)
    if who.player is not None:
        event.setdefault("player", who.player)
    return event


def _adding(service: str) -> structlog.typing.Processor:
    def add(_logger: object, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
        event["service"] = service
        return event

    return add


def _json(event: object, **_: object) -> str:
    return orjson.dumps(event, default=repr, option=orjson.OPT_NON_STR_KEYS).decode()
