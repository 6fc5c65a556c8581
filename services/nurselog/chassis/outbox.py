"""The names of the outbox: one stream per partition, written by the commit function, read by consumer groups.

An entry has the fields `kind` (opened, seated, turn, finished) and `fact` (a serialised
`nurselog.api.log.v1.Fact`), so that a group can pass over kinds it does not need without reading them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from nurselog.chassis.partitions import TAGS, key

KIND = b"kind"
FACT = b"fact"
STREAMS: tuple[str, ...] = tuple(key(tag, "outbox") for tag in TAGS)
"""All outboxes, in the order of their slots."""


def buried(stream: str) -> str:
    """Where the facts go that nobody could handle."""
    return f"{stream}:buried"


@cache
def functions() -> str:
    """The function library of the outbox, for `Libraries.add`."""
    return files("nurselog.chassis").joinpath("outbox.lua").read_text()
