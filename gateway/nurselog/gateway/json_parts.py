"""Updates of tables from protobuf bytes to JSON text, with the parts that repeat written only once.

From move to move most of a view stays as it was: the other hands, a forest, the events that every audience
learns alike. So an update is parsed with its inner messages left as the bytes they are, and the JSON of each
is looked up by these bytes. For that a message is read by a twin of its descriptor in which every field that
holds a message is a field of bytes; on the wire both look the same
(https://protobuf.dev/programming-guides/encoding/#structure). The JSON is that of `json_write`.

Expects of the bytes what protobuf writers do: a field with one message is there at most once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

import orjson
from google.protobuf import any_pb2, descriptor_pb2, message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pool import DescriptorPool

from nurselog.gateway.descriptors import Types, descriptor_of
from nurselog.gateway.json_write import ANY, SPECIAL, JsonWriters, Writer, WriterSource, map_entry, scalar

ToJson: TypeAlias = Callable[[bytes], Any]
"""From a message's bytes to what orjson writes."""

UPDATE = "nurselog.api.game.v1.TableUpdate"
OPENED = frozenset({UPDATE, "nurselog.api.game.v1.TableView"})
"""Messages that are new each time: their parts are kept, they are not. So is what lies in a single `Any`."""

KEPT = 8192
LARGEST_KEPT = 1024
"""Parts that are kept, and the bytes that one may have: some ten megabytes at the very most."""


class JsonParts:
    """For one generation of types."""

    def __init__(self, types: Types, writers: JsonWriters) -> None:
        self._types = types
        self._writers = writers
        self._opened: dict[str, ToJson] = {}
        self._closed: dict[str, ToJson] = {}
        self._kept = lru_cache(maxsize=KEPT)(self._written)

    def update(self, packed: bytes) -> bytes:
        """The JSON text of a `TableUpdate`; UnknownType for an `Any` of a type that is not known."""
        return orjson.dumps(self._open(UPDATE)(packed))

    def _open(self, name: str) -> ToJson:
        """Writes a message part by part."""
        if (found := self._opened.get(name)) is None:
            found = self._opened[name] = self._by_parts(self._types.message(name))
        return found

    def _by_parts(self, message: Descriptor) -> ToJson:
        if message.full_name in SPECIAL or any(map(map_entry, message.fields)):
            return self._whole(message.full_name)
        twin = _twin(message)
        parts = {field.name: part for field in message.fields if (part := self._part(field)) is not None}
        parse, write = twin.FromString, _PartsSource(self._writers, parts).writer(descriptor_of(twin))
        return lambda packed: write(parse(packed))

    def _part(self, field: FieldDescriptor) -> Writer | None:
        inner = field.message_type
        if inner is None:
            return scalar(field)
        if inner.full_name in OPENED:
            return self._open(inner.full_name)
        if inner.full_name == ANY and not field.is_repeated:
            return self._open_any
        name = inner.full_name
        return lambda packed: self._keep(name, packed)

    def _open_any(self, packed: bytes) -> Any:
        message = any_pb2.Any.FromString(packed)
        url = message.type_url
        name = url.rpartition("/")[2]
        if not name or name in SPECIAL:
            return self._written(ANY, packed)
        return {"@type": url, **self._open(name)(message.value)}

    def _keep(self, name: str, packed: bytes) -> orjson.Fragment:
        return self._kept(name, packed) if len(packed) <= LARGEST_KEPT else self._written(name, packed)

    def _written(self, name: str, packed: bytes) -> orjson.Fragment:
        """A part as text."""
        if (write := self._closed.get(name)) is None:
            write = self._closed[name] = self._whole(name)
        return orjson.Fragment(orjson.dumps(write(packed)))

    def _whole(self, name: str) -> ToJson:
        kind = self._types.new(name)
        parse, write = kind.FromString, self._writers.of(descriptor_of(kind))
        return lambda packed: write(parse(packed))


class _PartsSource(WriterSource):
    """A writer whose fields of bytes are messages, written by what `parts` has for the field."""

    def __init__(self, writers: JsonWriters, parts: dict[str, Writer]) -> None:
        super().__init__(writers)
        self._parts = parts

    def _writer_of(self, field: FieldDescriptor) -> Writer | None:
        return self._parts.get(field.name)


def _twin(message: Descriptor) -> Any:
    """The class of a message that reads inner messages as bytes, and enums as numbers."""
    twin = descriptor_pb2.DescriptorProto()
    message.CopyToProto(twin)
    for part in ("nested_type", "enum_type", "extension", "extension_range", "reserved_range", "options"):
        twin.ClearField(part)
    for field in twin.field:
        _loosen(field, twin)
    file = descriptor_pb2.FileDescriptorProto(name="twin.proto", syntax="proto3", message_type=[twin])
    pool = DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(twin.name))


def _loosen(field: descriptor_pb2.FieldDescriptorProto, twin: descriptor_pb2.DescriptorProto) -> None:
    field.ClearField("options")
    if field.type == field.TYPE_ENUM:
        field.type = field.TYPE_INT32
    elif field.type == field.TYPE_MESSAGE:
        field.type = field.TYPE_BYTES
        if field.label != field.LABEL_REPEATED and not field.HasField("oneof_index"):
            field.oneof_index, field.proto3_optional = len(twin.oneof_decl), True
            twin.oneof_decl.add(name=f"_{field.name}")
    field.ClearField("type_name")
