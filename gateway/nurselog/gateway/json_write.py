"""Messages to JSON, by functions that are written once per message type.

The mapping is https://protobuf.dev/programming-guides/json/ with two choices fixed: names are
lowerCamelCase, and every field without presence is written, also when it is zero or empty; a field with
presence only when it is set. Fields come in the order of the contract.

A writer is Python source made from the descriptor and compiled, as `dataclasses` makes an `__init__`:
what is left to do at run time is to read attributes and to build a dictionary. Reflection on every
message, as `json_format` has it, takes several times as long, and a view per audience and move is most of
what the gateway computes.
"""

from __future__ import annotations

import keyword
import math
from base64 import b64encode
from collections.abc import Callable, Iterator
from struct import pack, unpack
from typing import Any

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from nurselog.gateway.descriptors import Types, descriptor_of
from nurselog.gateway.json_scalars import NULL

Json = Any
Writer = Callable[[Any], Json]

LONG = frozenset(
    {
        FieldDescriptor.TYPE_INT64, FieldDescriptor.TYPE_UINT64, FieldDescriptor.TYPE_SINT64,
        FieldDescriptor.TYPE_FIXED64, FieldDescriptor.TYPE_SFIXED64,
    }
)  # fmt: skip
"""Written as text, since JavaScript has no such numbers."""

WRAPPERS = frozenset(
    f"google.protobuf.{kind}Value"
    for kind in ("Bool", "Bytes", "Double", "Float", "Int32", "Int64", "String", "UInt32", "UInt64")
)
DYNAMIC = frozenset({"google.protobuf.Struct", "google.protobuf.Value", "google.protobuf.ListValue"})
AS_TEXT = frozenset({"google.protobuf.Timestamp", "google.protobuf.Duration", "google.protobuf.FieldMask"})
ANY = "google.protobuf.Any"
SPECIAL = WRAPPERS | DYNAMIC | AS_TEXT | {ANY}
"""Messages whose JSON is not an object of their fields."""


class JsonWriters:
    """The writers of one generation of types."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._made: dict[str, Writer] = {}
        self._by_class: dict[type[Message], Writer] = {}
        self._unpackers: dict[str, Callable[[bytes], dict[str, Json]]] = {}

    def write(self, message: Message) -> Json:
        """Plain Python values of a message, whose class may come from generated code."""
        kind = type(message)
        if (writer := self._by_class.get(kind)) is None:
            known = self._types.message(descriptor_of(kind).full_name)
            writer = self._by_class[kind] = self.of(known)
        return writer(message)

    def of(self, message: Descriptor) -> Writer:
        """The function that makes plain Python values of such a message."""
        name = message.full_name
        if (writer := self._made.get(name)) is None:
            # A message may contain itself: until its writer is made, it is looked up when it is called.
            self._made[name] = lambda value: self._made[name](value)  # noqa: PLW0108 - that is the point
            writer = self._made[name] = self._make(message)
        return writer

    def _make(self, message: Descriptor) -> Writer:
        name = message.full_name
        if name == ANY:
            return self._any
        if name in AS_TEXT:
            return _to_json_string
        if name in DYNAMIC:
            return json_format.MessageToDict
        if name in WRAPPERS:
            inner = scalar(message.fields_by_name["value"]) or _itself
            return lambda value: inner(value.value)
        return WriterSource(self).writer(message)

    def _any(self, packed: Any) -> Json:
        url = packed.type_url
        if not url:
            return {}
        if (unpack_ := self._unpackers.get(url)) is None:
            unpack_ = self._unpackers[url] = self._unpacker(url.rpartition("/")[2])
        return {"@type": url, **unpack_(packed.value)}

    def _unpacker(self, name: str) -> Callable[[bytes], dict[str, Json]]:
        kind = self._types.new(name)
        parse, write = kind.FromString, self.of(descriptor_of(kind))
        if name in SPECIAL:
            return lambda packed: {"value": write(parse(packed))}
        return lambda packed: write(parse(packed))


class WriterSource:
    """Writes the source of one writer. Names of fields are identifiers; other texts go through `repr`."""

    def __init__(self, writers: JsonWriters) -> None:
        self._writers = writers
        self._helpers: dict[str, Any] = {"map_of": _map_of}

    def writer(self, message: Descriptor) -> Writer:
        """The compiled function."""
        lines = ["def write(m):", *(f"    {line}" for line in self._lines(message))]
        place = f"<json of {message.full_name}>"
        exec(compile("\n".join(lines), place, "exec"), self._helpers)  # noqa: S102 - see the module's head
        made: Writer = self._helpers["write"]
        return made

    def _lines(self, message: Descriptor) -> Iterator[str]:
        fields = list(message.fields)
        first = next((at for at, field in enumerate(fields) if _may_lack(field)), len(fields))
        yield f"out = {self._literal(fields[:first], 'm')}"
        for field in fields[first:]:
            value = f"out[{field.json_name!r}] = {self._value(field, 'm')}"
            yield f"if m.HasField({field.name!r}): {value}" if _may_lack(field) else value
        yield "return out"

    def _literal(self, fields: list[FieldDescriptor], owner: str) -> str:
        pairs = (f"{field.json_name!r}: {self._value(field, owner)}" for field in fields)
        return "{" + ", ".join(pairs) + "}"

    def _value(self, field: FieldDescriptor, owner: str) -> str:
        read = (
            f"getattr({owner}, {field.name!r})" if keyword.iskeyword(field.name) else f"{owner}.{field.name}"
        )
        if (entry := map_entry(field)) is not None:
            return (
                f"map_of({read}, {self._helper(self._writer_of(entry.fields_by_name['value']) or _itself)})"
            )
        if not field.is_repeated:
            return self._one(field, read)
        one = self._one(field, "x")
        return f"[*{read}]" if one == "x" else f"[{one} for x in {read}]"

    def _one(self, field: FieldDescriptor, read: str) -> str:
        """One value; an object of plain fields only is written where it stands, which spares a call."""
        inner = field.message_type
        if inner is not None and read == "x" and inner.full_name not in SPECIAL and _is_flat(inner):
            return self._literal(list(inner.fields), read)
        writer = self._writer_of(field)
        return read if writer is None else f"{self._helper(writer)}({read})"

    def _writer_of(self, field: FieldDescriptor) -> Writer | None:
        return scalar(field) if field.message_type is None else self._writers.of(field.message_type)

    def _helper(self, function: Any) -> str:
        """The name under which the source finds a function."""
        name = f"f{len(self._helpers)}"
        self._helpers[name] = function
        return name


def scalar(field: FieldDescriptor) -> Writer | None:
    """How a value that is no message is written; None: as it is."""
    if field.type in LONG:
        return str
    if field.enum_type is not None:
        return _enum(field.enum_type)
    return _SCALARS.get(field.type)


def map_entry(field: FieldDescriptor) -> Descriptor | None:
    """The message with the key and value of a `map<,>`; None for other fields."""
    message = field.message_type
    return message if message is not None and message.GetOptions().map_entry else None


def _may_lack(field: FieldDescriptor) -> bool:
    return field.has_presence and not field.is_repeated


def _is_flat(message: Descriptor) -> bool:
    return not any(field.message_type or field.is_repeated or field.has_presence for field in message.fields)


def _map_of(entries: Any, value: Writer) -> Json:
    return {key_text(key): value(entries[key]) for key in sorted(entries)}


def key_text(key: bool | int | str) -> str:  # noqa: FBT001 - whatever a map has as its key
    """The key of a map, as JSON has it."""
    return str(key).lower() if isinstance(key, bool) else str(key)


def _enum(enum: EnumDescriptor) -> Writer:
    if enum.full_name == NULL:
        return lambda _: None
    return _Names({number: value.name for number, value in enum.values_by_number.items()}).__getitem__


class _Names(dict[int, Any]):
    """The names of an enum's values; a number without one stays a number."""

    def __missing__(self, number: int) -> int:
        return number


def _double(value: float) -> Json:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _float(value: float) -> Json:
    """The shortest number that reads back as the same 32 bits."""
    if not math.isfinite(value):
        return _double(value)
    tries = (float(f"{value:.{digits}g}") for digits in range(6, 9))
    return next((one for one in tries if unpack("f", pack("f", one))[0] == value), float(f"{value:.9g}"))


def _bytes(value: bytes) -> Json:
    return b64encode(value).decode()


def _itself(value: Json) -> Json:
    return value


def _to_json_string(value: Any) -> Json:
    return value.ToJsonString()


_SCALARS: dict[int, Writer] = {
    FieldDescriptor.TYPE_DOUBLE: _double,
    FieldDescriptor.TYPE_FLOAT: _float,
    FieldDescriptor.TYPE_BYTES: _bytes,
}
