"""Plain values as they come in JSON, read strictly: what the mapping allows and nothing else.

https://protobuf.dev/programming-guides/json/ allows numbers as text and enums by number; we do, too.
Stricter than it: an enum's number must have a name.
"""

from __future__ import annotations

import math
import re
from base64 import b64decode
from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

Json = Any
Reader = Callable[[Json], Any]

MALFORMED = "REQUEST_MALFORMED"
UNKNOWN = "FIELD_UNKNOWN"
INVALID = "FIELD_INVALID"


class FieldError(Exception):
    """A value cannot be read; whoever hands it up puts its own name in front of the path."""

    def __init__(self, reason: str, sentence: str, *path: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence
        self.path: list[str] = list(path)

    def inside(self, name: str) -> FieldError:
        """The same error as seen from one level up."""
        self.path.insert(0, name)
        return self

    @property
    def field(self) -> str:
        """The path in the names of the contract: `pool.seat_counts[1]`, `pool.options[colour]`."""
        return ".".join(self.path).replace(".[", "[")


NULL = "google.protobuf.NullValue"

FLOAT_MAX = 3.4028235677973366e38
"""Half a step above the largest 32-bit number: what rounds to infinity."""

_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
_NOT_NUMBERS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")


def reader(field: FieldDescriptor) -> Reader:
    """The function that reads a value of a field that is no message."""
    if field.enum_type is not None:
        return _null if field.enum_type.full_name == NULL else enum(field.enum_type)
    return _READERS[field.type]


def integer(low: int, high: int) -> Reader:
    """Reads whole numbers within bounds, also as text and with an exponent that leaves them whole."""

    def read(value: Json) -> int:
        number = value if type(value) is int else _whole(value)
        if not low <= number <= high:
            raise FieldError(INVALID, f"The number must lie between {low} and {high}.")
        return number

    return read


def enum(kind: EnumDescriptor) -> Reader:
    """Reads the name of a value, or its number."""
    by_name = {name: value.number for name, value in kind.values_by_name.items()}
    known = frozenset(by_name.values())

    def read(value: Json) -> int:
        if isinstance(value, str) and (number := by_name.get(value)) is not None:
            return number
        if isinstance(value, str) and not _NUMBER.fullmatch(value):
            raise FieldError(INVALID, f"{kind.name} has no such value; it has {', '.join(by_name)}.")
        number = _whole(value)
        if number not in known:
            raise FieldError(INVALID, f"{kind.name} has no value with this number.")
        return number

    return read


def text(value: Json) -> str:
    """Reads text."""
    if isinstance(value, str):
        return value
    raise FieldError(MALFORMED, f"Text is expected, not {kind_of(value)}.")


def boolean(value: Json) -> bool:
    """Reads true and false."""
    if isinstance(value, bool):
        return value
    raise FieldError(MALFORMED, f"true or false is expected, not {kind_of(value)}.")


def boolean_text(value: Json) -> bool:
    """Reads true and false where JSON has only text: keys of maps, parameters of a query."""
    if value in ("true", "false"):
        return bool(value == "true")
    raise FieldError(MALFORMED, "true or false is expected.")


def double(value: Json) -> float:
    """Reads any number, also as text."""
    if isinstance(value, str) and (special := _NOT_NUMBERS.get(value)) is not None:
        return special
    number = float(_number(value))
    if math.isinf(number):
        raise FieldError(INVALID, "The number is too large.")
    return number


def single(value: Json) -> float:
    """Reads a number of 32 bits."""
    number = double(value)
    if math.isfinite(number) and abs(number) >= FLOAT_MAX:
        raise FieldError(INVALID, "The number is too large.")
    return number


def base64_bytes(value: Json) -> bytes:
    """Reads base64, standard or URL-safe, padded or not."""
    standard = text(value).replace("-", "+").replace("_", "/")
    if not _BASE64.fullmatch(standard) or len(standard.rstrip("=")) % 4 == 1:
        raise FieldError(MALFORMED, "The text is not base64.")
    return b64decode(standard.rstrip("=") + "=" * (-len(standard.rstrip("=")) % 4))


def kind_of(value: Json) -> str:
    """What a value is, in the words of JSON."""
    if isinstance(value, bool):
        return "true or false"
    names = {str: "text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), "null")


def _null(value: Json) -> int:
    if value in (None, "NULL_VALUE"):
        return 0
    raise FieldError(MALFORMED, f"null is expected, not {kind_of(value)}.")


def _whole(value: Json) -> int:
    number = _number(value)
    if isinstance(number, float) and not number.is_integer():
        raise FieldError(MALFORMED, "A whole number is expected.")
    return int(number)


def _number(value: Json) -> int | float:
    if isinstance(value, str) and (found := _NUMBER.fullmatch(value)) and len(value) <= _LONGEST:
        return float(value) if found[2] or found[3] else int(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise FieldError(MALFORMED, f"A number is expected, not {kind_of(value)}.")


_LONGEST = 400
"""Characters of the longest number; what is longer is no number anybody means."""

_INT32 = integer(-(2**31), 2**31 - 1)
_UINT32 = integer(0, 2**32 - 1)
_INT64 = integer(-(2**63), 2**63 - 1)
_UINT64 = integer(0, 2**64 - 1)

_READERS: dict[int, Reader] = {
    FieldDescriptor.TYPE_INT32: _INT32,
    FieldDescriptor.TYPE_SINT32: _INT32,
    FieldDescriptor.TYPE_SFIXED32: _INT32,
    FieldDescriptor.TYPE_UINT32: _UINT32,
    FieldDescriptor.TYPE_FIXED32: _UINT32,
    FieldDescriptor.TYPE_INT64: _INT64,
    FieldDescriptor.TYPE_SINT64: _INT64,
    FieldDescriptor.TYPE_SFIXED64: _INT64,
    FieldDescriptor.TYPE_UINT64: _UINT64,
    FieldDescriptor.TYPE_FIXED64: _UINT64,
    FieldDescriptor.TYPE_DOUBLE: double,
    FieldDescriptor.TYPE_FLOAT: single,
    FieldDescriptor.TYPE_BOOL: boolean,
    FieldDescriptor.TYPE_STRING: text,
    FieldDescriptor.TYPE_BYTES: base64_bytes,
}
