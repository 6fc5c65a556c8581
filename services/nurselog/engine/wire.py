"""Parts of protobuf messages as bytes, for what is put together from parts that are shared.

A field is its tag, its size and its bytes; the order of fields does not matter to who reads them.
https://protobuf.dev/programming-guides/encoding/
"""

from __future__ import annotations

from typing import Any

_TYPE_PREFIX = "type.googleapis.com/"
_TYPE_URL, _VALUE = 1, 2


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


_SIZES = tuple(_varint(number) for number in range(4096))
_TAGS = tuple(bytes((number << 3 | 2,)) for number in range(16))
_INT_TAGS = tuple(bytes((number << 3,)) for number in range(16))
_HEADS: dict[Any, bytes] = {}
"""Of an `Any` with a message of a class: the type's name, and the tag of the value."""


def field(number: int, payload: bytes) -> bytes:
    """A field that holds bytes, a text or a message; numbers below 16."""
    size = len(payload)
    return _TAGS[number] + (_SIZES[size] if size < 4096 else _varint(size)) + payload


def int_field(number: int, value: int) -> bytes:
    """A field that holds a whole number, 0 or greater; 0 is not written, as always in proto3."""
    if not value:
        return b""
    return _INT_TAGS[number] + (_SIZES[value] if value < 4096 else _varint(value))


def any_field(number: int, message: Any) -> bytes:
    """A field that holds an `Any` with this message."""
    head = _HEADS.get(message.__class__) or _head(message)
    value = message.SerializeToString()
    size = len(value)
    return field(number, head + (_SIZES[size] if size < 4096 else _varint(size)) + value)


def _head(message: Any) -> bytes:
    name = field(_TYPE_URL, (_TYPE_PREFIX + message.DESCRIPTOR.full_name).encode())
    head = _HEADS[message.__class__] = name + _TAGS[_VALUE]
    return head
