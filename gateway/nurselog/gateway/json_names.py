"""Objects that say a name twice: parsers keep one of the two silently, and not all of them the same one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from nurselog.chassis.errors import InvalidArgument
from nurselog.gateway.json_scalars import MALFORMED, Json


def check_names(text: bytes | memoryview | str, value: Json) -> None:
    """Refuses a text in which an object says a name twice; `value` is what it was read as.

    Each name that was kept has its colon. Only a text with more colons is read again, slowly: it says a name
    twice, or has colons in its strings.
    """
    if not isinstance(text, str):
        text = bytes(text)
    colons = text.count(":") if isinstance(text, str) else text.count(b":")
    try:
        if colons != _names(value):
            json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        raise InvalidArgument(MALFORMED, "The value is nested too deeply.") from None


def _names(value: Json) -> int:
    """How many names its objects have in all."""
    inside: Iterable[Json]
    if type(value) is dict:
        count, inside = len(value), value.values()
    elif type(value) is list:
        count, inside = 0, value
    else:
        return 0
    for inner in inside:
        if type(inner) is dict or type(inner) is list:
            count += _names(inner)
    return count


def _object(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise InvalidArgument(MALFORMED, f"{name[:60]!r} is given twice.")
        seen.add(name)
