"""JSON <-> messages for one generation of types: `json_read` and `json_write` behind one face.

Every refusal made here is an `InvalidArgument` with the path of the field.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import orjson
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from nurselog.chassis.errors import InvalidArgument
from nurselog.gateway.descriptors import Types, descriptor_of
from nurselog.gateway.json_names import check_names
from nurselog.gateway.json_parts import JsonParts
from nurselog.gateway.json_read import JsonReaders
from nurselog.gateway.json_scalars import INVALID, MALFORMED, UNKNOWN, FieldError, Json, boolean_text
from nurselog.gateway.json_write import AS_TEXT, WRAPPERS, JsonWriters

M = TypeVar("M", bound=Message)

LONGEST_PATH = 200
"""Characters of a path that a refusal repeats."""


class JsonCodec:
    """Reads and writes JSON of any message that is known."""

    def __init__(self, types: Types) -> None:
        self.types = types
        self.readers = JsonReaders(types)
        self.writers = JsonWriters(types)
        self.parts = JsonParts(types, self.writers)

    def plain(self, message: Message) -> Json:
        """The message as plain Python values; UnknownType for an `Any` of a type that is not known."""
        return self.writers.write(message)

    def dumps(self, message: Message) -> bytes:
        """The message as JSON text; UnknownType for an `Any` of a type that is not known."""
        return orjson.dumps(self.writers.write(message))

    def fill(self, message: M, value: Json) -> M:
        """Fills a message of any class from plain values, and returns it."""
        try:
            self.readers.of(self._known(descriptor_of(message)))(message, value)
        except FieldError as error:
            raise refusal(error) from None
        except RecursionError:
            raise InvalidArgument(MALFORMED, "The value is nested too deeply.") from None
        return message

    def fill_path(self, message: Message, path: str, values: Iterable[str]) -> None:
        """Fills one field, however deep, from texts: a variable of the path, a parameter of the query."""
        try:
            self._fill_path(message, path, list(values))
        except FieldError as error:
            said = contract_path(descriptor_of(message), path)
            raise InvalidArgument(error.reason, error.sentence, field=said) from None

    def _known(self, message: Descriptor) -> Descriptor:
        """Our own descriptor of a message whose class may come from generated code."""
        return message if message.file.pool is self.types.pool else self.types.message(message.full_name)

    def _fill_path(self, message: Any, path: str, values: list[str]) -> None:
        *parents, last = path.split(".")
        for parent in parents:
            field = _field(message.DESCRIPTOR, parent)
            if field.is_repeated or _name(field) in _LEAVES:
                raise FieldError(UNKNOWN, f"{parent[:100]} has no fields of its own here.")
            message = getattr(message, field.name)
        field = _field(message.DESCRIPTOR, last)
        self.readers.field(field)(message, _from_texts(field, values))


def loads(text: bytes | memoryview | str) -> Json:
    """JSON text as plain values; refused if it is none, or says the same name twice in one object."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InvalidArgument(MALFORMED, f"This is not JSON: {error.msg}.", position=error.pos) from None
    check_names(text, value)
    return value


def refusal(error: FieldError) -> InvalidArgument:
    """The refusal of a value, with its path."""
    return InvalidArgument(error.reason, error.sentence, field=error.field)


_LEAVES = AS_TEXT | WRAPPERS | {""}
"""What is written as one text: some messages, and all that is no message."""


def contract_path(message: Descriptor, path: str) -> str:
    """A path in the names of the contract, however it was written; what the contract lacks stays as it is."""
    here: Descriptor | None = message
    names = []
    for name in path[:LONGEST_PATH].split("."):
        field = _find(here, name) if here is not None else None
        here = field.message_type if field is not None else None
        names.append(field.name if field is not None else name)
    return ".".join(names)


def _field(message: Descriptor, name: str) -> FieldDescriptor:
    if (field := _find(message, name)) is not None:
        return field
    raise FieldError(UNKNOWN, f"{message.name} has no field {name[:60]!r}.")


def _find(message: Descriptor, name: str) -> FieldDescriptor | None:
    return next((field for field in message.fields if name in (field.name, field.json_name)), None)


def _from_texts(field: FieldDescriptor, values: list[str]) -> Json:
    """The JSON value that texts stand for."""
    if _name(field) not in _LEAVES:
        raise FieldError(INVALID, "This field cannot be given here, only in a body.")
    if not field.is_repeated and len(values) != 1:
        raise FieldError(MALFORMED, "The field is given twice.")
    boolean = field.type == FieldDescriptor.TYPE_BOOL or _name(field) == "google.protobuf.BoolValue"
    read = boolean_text if boolean else str
    return [read(value) for value in values] if field.is_repeated else read(values[0])


def _name(field: FieldDescriptor) -> str:
    return field.message_type.full_name if field.message_type is not None else ""
