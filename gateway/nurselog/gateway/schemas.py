"""JSON schemas (2020-12, as OpenAPI 3.1 has them) of messages, as our JSON reads and writes them.

An object names exactly its fields: what is not listed is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from google.api import field_behavior_pb2
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from nurselog.gateway.comments import Comments
from nurselog.gateway.json_scalars import NULL
from nurselog.gateway.json_write import ANY, map_entry

Schema: TypeAlias = dict[str, Any]

INT32 = {"type": "integer", "format": "int32", "minimum": -(2**31), "maximum": 2**31 - 1}
UINT32 = {"type": "integer", "format": "int64", "minimum": 0, "maximum": 2**32 - 1}
INT64 = {"type": "string", "format": "int64", "pattern": "^-?[0-9]+$"}
UINT64 = {"type": "string", "format": "uint64", "pattern": "^[0-9]+$"}
NUMBER = {"type": "number", "format": "double"}
BASE64 = {"type": "string", "contentEncoding": "base64"}

SCALARS: Mapping[int, Schema] = {
    FieldDescriptor.TYPE_DOUBLE: NUMBER,
    FieldDescriptor.TYPE_FLOAT: {"type": "number", "format": "float"},
    FieldDescriptor.TYPE_INT32: INT32,
    FieldDescriptor.TYPE_SINT32: INT32,
    FieldDescriptor.TYPE_SFIXED32: INT32,
    FieldDescriptor.TYPE_UINT32: UINT32,
    FieldDescriptor.TYPE_FIXED32: UINT32,
    FieldDescriptor.TYPE_INT64: INT64,
    FieldDescriptor.TYPE_SINT64: INT64,
    FieldDescriptor.TYPE_SFIXED64: INT64,
    FieldDescriptor.TYPE_UINT64: UINT64,
    FieldDescriptor.TYPE_FIXED64: UINT64,
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    FieldDescriptor.TYPE_BYTES: BASE64,
}
WELL_KNOWN: Mapping[str, Schema] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Duration": {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]{1,9})?s$"},
    "google.protobuf.FieldMask": {"type": "string"},
    "google.protobuf.Struct": {"type": "object"},
    "google.protobuf.ListValue": {"type": "array"},
    "google.protobuf.Value": {},
    "google.protobuf.BoolValue": {"type": "boolean"},
    "google.protobuf.BytesValue": BASE64,
    "google.protobuf.DoubleValue": NUMBER,
    "google.protobuf.FloatValue": NUMBER,
    "google.protobuf.Int32Value": INT32,
    "google.protobuf.Int64Value": INT64,
    "google.protobuf.StringValue": {"type": "string"},
    "google.protobuf.UInt32Value": UINT32,
    "google.protobuf.UInt64Value": UINT64,
}
UNTYPED: Schema = {"type": "object", "required": ["@type"], "properties": {"@type": {"type": "string"}}}
"""An `Any` of which nothing is known but that it names its type."""


class Schemas:
    """Collects the schema of every message that is asked for, and of those it contains."""

    def __init__(self, comments: Comments, packed: Mapping[str, Iterable[Descriptor]]) -> None:
        self.components: dict[str, Schema] = {}
        self._comments = comments
        self._packed = packed

    def message(self, message: Descriptor) -> Schema:
        """A reference to the schema of a message (or the schema itself, where it is short)."""
        if message.full_name in WELL_KNOWN:
            return dict(WELL_KNOWN[message.full_name])
        if message.full_name == ANY:
            return dict(UNTYPED)
        if message.full_name not in self.components:
            self.components[message.full_name] = {}  # it may contain itself
            self.components[message.full_name] = self.object(message)
        return _reference(message.full_name)

    def object(self, message: Descriptor, without: Iterable[str] = ()) -> Schema:
        """The schema of a message less some fields, written out."""
        fields = [field for field in message.fields if field.name not in set(without)]
        schema: Schema = {
            "type": "object",
            "additionalProperties": False,
            "properties": {field.json_name: self.field(field) for field in fields},
        }
        if required := [field.json_name for field in fields if behaves(field, "REQUIRED")]:
            schema["required"] = required
        return self._described(schema, message.full_name)

    def field(self, field: FieldDescriptor) -> Schema:
        """The schema of a field, with what the contract says about it."""
        schema = self._described(self._field(field), field.full_name)
        if behaves(field, "OUTPUT_ONLY"):
            schema["readOnly"] = True
        group = field.containing_oneof
        if group is not None and len(group.fields) > 1:
            others = ", ".join(f"`{other.json_name}`" for other in group.fields if other is not field)
            said = schema.get("description", "")
            schema["description"] = f"{said} Not together with {others}.".strip()
        return schema

    def packed(self, message: Descriptor) -> Schema:
        """A message as it lies in an `Any`: with its type."""
        name = f"{message.full_name}.Any"
        if name not in self.components:
            schema = self.object(message)
            url = {"type": "string", "const": f"type.googleapis.com/{message.full_name}"}
            schema["properties"] = {"@type": url, **schema["properties"]}
            schema["required"] = ["@type", *schema.get("required", ())]
            self.components[name] = schema
        return _reference(name)

    def _field(self, field: FieldDescriptor) -> Schema:
        if (entry := map_entry(field)) is not None:
            return {"type": "object", "additionalProperties": self._value(entry.fields_by_name["value"])}
        if field.is_repeated:
            return {"type": "array", "items": self._value(field)}
        return self._value(field)

    def _value(self, field: FieldDescriptor) -> Schema:
        if field.enum_type is not None:
            return self._enum(field.enum_type)
        if field.message_type is None:
            return dict(SCALARS[field.type])
        if field.message_type.full_name == ANY:
            return self._any(self._packed.get(field.full_name, ()))
        return self.message(field.message_type)

    def _any(self, messages: Iterable[Descriptor]) -> Schema:
        choices = [self.packed(message) for message in messages]
        return {"oneOf": choices} if choices else dict(UNTYPED)

    def _enum(self, enum: EnumDescriptor) -> Schema:
        if enum.full_name == NULL:
            return {"type": "null"}
        if enum.full_name not in self.components:
            say, names = self._comments.get, list(enum.values_by_name)
            lines = [f"- `{name}`: {say(f'{enum.full_name}.{name}', '')}" for name in names]
            described = "\n".join([say(enum.full_name, ""), *lines]).strip()
            self.components[enum.full_name] = {"type": "string", "enum": names, "description": described}
        return _reference(enum.full_name)

    def _described(self, schema: Schema, name: str) -> Schema:
        said = self._comments.get(name)
        return {**schema, "description": said} if said else schema


def behaves(field: FieldDescriptor, behaviour: str) -> bool:
    """Whether the contract annotates a field so (`google.api.field_behavior`)."""
    number = field_behavior_pb2.FieldBehavior.Value(behaviour)
    return number in field.GetOptions().Extensions[field_behavior_pb2.field_behavior]


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}
