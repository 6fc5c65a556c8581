"""Views put together from parts that were written before. What a part says is for each game to know.

Serialized messages that are joined are one message: repeated fields follow each other, and of any other field
the last one holds. So what is often said is written once, and to read the whole is quick.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, ParamSpec, cast

from google.protobuf.message import Message

P = ParamSpec("P")


class Numbers(dict[int, bytes]):
    """A field of a message with each number that it ever had: for counters, of which there are few values."""

    def __init__(self, message: type[Message], field: str) -> None:
        super().__init__()
        self._message = message
        self._field = field

    def __missing__(self, number: int) -> bytes:
        fields: dict[str, Any] = {self._field: number}
        self[number] = written = self._message(**fields).SerializeToString()
        return written


def pile(message: type[Message], field: str, names: Sequence[str]) -> Callable[[Iterable[int]], bytes]:
    """Writes cards, by their places among the names, as a repeated field of a message."""
    written = [message(**{field: [name]}).SerializeToString() for name in names]
    return lambda cards: b"".join([written[card] for card in cards]) if cards else b""


def inside(message: type[Message], field: str) -> Callable[[bytes], bytes]:
    """Puts a message that was written before into a field of another, once more if the field is repeated.

    That is a number for field and kind, the length, and the message (protobuf.dev, "Encoding").
    """
    tag = _varint(message.DESCRIPTOR.fields_by_name[field].number << 3 | _LENGTH_DELIMITED)
    beginnings = [tag + _varint(length) for length in range(_SHORT)]

    def written(part: bytes) -> bytes:
        length = len(part)
        return (beginnings[length] if length < _SHORT else tag + _varint(length)) + part

    return written


_LENGTH_DELIMITED: Final = 2
_SHORT: Final = 256


def _varint(number: int) -> bytes:
    """A number in groups of seven bits, the least first, each but the last marked."""
    groups = []
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*groups, number))


def part(most: int) -> Callable[[Callable[P, Message]], Callable[P, bytes]]:
    """Makes a function write its message, and remember so many; its arguments are hashable.

    Arguments of different classes are kept apart even if they are equal, as named tuples may be.
    """

    def decorate(make: Callable[P, Message]) -> Callable[P, bytes]:
        def written(*args: P.args, **kwargs: P.kwargs) -> bytes:
            return make(*args, **kwargs).SerializeToString()

        return cast("Callable[P, bytes]", lru_cache(maxsize=most, typed=True)(written))

    return decorate
