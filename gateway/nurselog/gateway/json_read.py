"""JSON to messages, strictly, by functions that are put together once per message type.

Names are taken as lowerCamelCase and as they stand in the contract; null means unset. What the message
does not know, has a wrong type, or comes twice is refused with its path (`FieldError`), in the names of the
contract however the caller wrote them: so a field has one name in the refusals of every face.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from nurselog.gateway.descriptors import Types, UnknownType, descriptor_of
from nurselog.gateway.json_scalars import (
    INVALID,
    MALFORMED,
    NULL,
    UNKNOWN,
    FieldError,
    Json,
    boolean_text,
    kind_of,
    reader,
    text,
)
from nurselog.gateway.json_write import ANY, AS_TEXT, DYNAMIC, SPECIAL, WRAPPERS, map_entry

Filler = Callable[[Any, Json], None]
"""Fills a message (or one field of it, if it was made for a field) from a JSON value."""
Entry = tuple[str, str, Filler, bool]
"""A field of an object: its name in the contract, what refuses a second one, its filler, if null counts."""


class JsonReaders:
    """The readers of one generation of types."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._made: dict[str, Filler] = {}

    def of(self, message: Descriptor) -> Filler:
        """The function that fills such a message; it works on any class with these fields."""
        name = message.full_name
        if (filler := self._made.get(name)) is None:
            # A message may contain itself: until its filler is made, it is looked up when it is called.
            self._made[name] = lambda target, value: self._made[name](target, value)  # noqa: PLW0108
            filler = self._made[name] = self._make(message)
        return filler

    def field(self, field: FieldDescriptor) -> Filler:
        """The function that fills one field of a message."""
        if (entry := map_entry(field)) is not None:
            return self._map(field.name, entry)
        if field.is_repeated:
            return self._list(field)
        name = field.name
        if field.message_type is None:
            read = reader(field)
            return lambda target, value: setattr(target, name, read(value))
        fill = self.of(field.message_type)

        def fill_message(target: Any, value: Json) -> None:
            inner = getattr(target, name)
            inner.SetInParent()
            fill(inner, value)

        return fill_message

    def _make(self, message: Descriptor) -> Filler:
        name = message.full_name
        if name == ANY:
            return self._any
        if name in AS_TEXT:
            return _from_json_string
        if name in DYNAMIC:
            return _dynamic
        if name in WRAPPERS:
            return self.field(message.fields_by_name["value"])
        return self._object(message)

    def _object(self, message: Descriptor) -> Filler:
        fields: dict[str, Entry] = {}
        for field in message.fields:
            entry = (field.name, _once(field), self.field(field), _takes_null(field))
            fields[field.json_name] = fields[field.name] = entry
        return _by_fields(message.name, fields)

    def _any(self, target: Any, value: Json) -> None:
        if not _an_object(value):
            return
        url = value.get("@type")
        if not isinstance(url, str) or "/" not in url:
            raise FieldError(MALFORMED, "A type is expected, e.g. type.googleapis.com/full.Name.", "@type")
        try:
            kind = self._types.new(url.rpartition("/")[2])
        except UnknownType:
            raise FieldError(INVALID, "No message has this name.", "@type") from None
        rest = {key: inner for key, inner in value.items() if key != "@type"}
        message = kind()
        known = descriptor_of(kind)
        self.of(known)(message, _value_of(rest) if known.full_name in SPECIAL else rest)
        target.type_url, target.value = url, message.SerializeToString()

    def _list(self, field: FieldDescriptor) -> Filler:
        name = field.name
        add = self._adder(field)

        def fill(target: Any, value: Json) -> None:
            if type(value) is not list:
                raise FieldError(MALFORMED, f"A list is expected, not {kind_of(value)}.")
            entries = getattr(target, name)
            for index, inner in enumerate(value):
                try:
                    add(entries, inner)
                except FieldError as error:
                    raise error.inside(f"[{index}]") from None

        return fill

    def _adder(self, field: FieldDescriptor) -> Filler:
        if field.message_type is None:
            read = reader(field)
            return lambda entries, value: entries.append(read(value))
        fill = self.of(field.message_type)
        takes_null = _takes_null(field)

        def add(entries: Any, value: Json) -> None:
            if value is None and not takes_null:
                raise FieldError(MALFORMED, "A list has no empty places.")
            fill(entries.add(), value)

        return add

    def _map(self, name: str, entry: Descriptor) -> Filler:
        key_field, value_field = (entry.fields_by_name[part] for part in ("key", "value"))
        read_key = boolean_text if key_field.type == FieldDescriptor.TYPE_BOOL else reader(key_field)
        put = self._putter(value_field)

        def fill(target: Any, value: Json) -> None:
            entries = getattr(target, name)
            for key, inner in _an_object(value).items():
                try:
                    put(entries, read_key(key), inner)
                except FieldError as error:
                    raise error.inside(f"[{key[:100]}]") from None

        return fill

    def _putter(self, field: FieldDescriptor) -> Callable[[Any, Any, Json], None]:
        if field.message_type is None:
            read = reader(field)

            def put(entries: Any, key: Any, value: Json) -> None:
                entries[key] = read(value)

            return put
        fill = self.of(field.message_type)
        return lambda entries, key, value: fill(entries[key], value)


def _by_fields(message: str, fields: Mapping[str, Entry]) -> Filler:
    find = fields.get

    def fill(target: Any, value: Json) -> None:
        seen: set[str] = set()
        for key, inner in _an_object(value).items():
            if (entry := find(key)) is None:
                raise FieldError(UNKNOWN, f"{message} has no field {key[:60]!r}.", key[:100])
            name, once, fill_field, takes_null = entry
            if inner is None and not takes_null:
                continue
            if once in seen:
                raise FieldError(MALFORMED, once, name)
            seen.add(once)
            try:
                fill_field(target, inner)
            except FieldError as error:
                raise error.inside(name) from None

    return fill


def _once(field: FieldDescriptor) -> str:
    """The refusal of a field that comes twice: the same for all members of a oneof, which are one thing."""
    group = field.containing_oneof
    if group is not None and len(group.fields) > 1:
        return f"Only one of {', '.join(member.name for member in group.fields)} may be given."
    return f"{field.name} is given twice."


def _an_object(value: Json) -> dict[str, Json]:
    if type(value) is dict:
        return value
    raise FieldError(MALFORMED, f"An object is expected, not {kind_of(value)}.")


def _takes_null(field: FieldDescriptor) -> bool:
    """Whether null is a value of its own here."""
    if field.enum_type is not None and field.enum_type.full_name == NULL:
        return True
    return field.message_type is not None and field.message_type.full_name == "google.protobuf.Value"


def _value_of(rest: dict[str, Json]) -> Json:
    if rest.keys() != {"value"}:
        raise FieldError(MALFORMED, 'A message of this type has its JSON under "value" and nothing else.')
    return rest["value"]


def _from_json_string(target: Any, value: Json) -> None:
    try:
        target.FromJsonString(text(value))
    except ValueError:
        name = target.DESCRIPTOR.name
        raise FieldError(MALFORMED, f"The text is no {name} as JSON has it.") from None


def _dynamic(target: Any, value: Json) -> None:
    try:
        json_format.ParseDict(value, target)
    except json_format.ParseError:
        raise FieldError(MALFORMED, f"The value is no {target.DESCRIPTOR.name}.") from None
