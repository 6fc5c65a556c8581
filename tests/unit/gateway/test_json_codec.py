from __future__ import annotations

import json
import math
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis.errors import InvalidArgument
from nurselog.gateway.descriptors import Types, contract
from nurselog.gateway.json_codec import JsonCodec, loads
from tests.support import toy

CODEC = JsonCodec(Types({**toy.files(), **contract()}))
EVERYTHING = CODEC.types.new("toy.v1.Everything")
STONE = {"colour": "COLOUR_RED", "square": 3}


def read(value: Any) -> Any:
    return CODEC.fill(EVERYTHING(), value)


def oracle_write(message: Message) -> Any:
    return json_format.MessageToDict(
        message, always_print_fields_with_no_presence=True, descriptor_pool=CODEC.types.pool
    )


def oracle_read(value: Any) -> Message:
    return json_format.ParseDict(value, EVERYTHING(), descriptor_pool=CODEC.types.pool)


# --- Any message, written and read, as google's own implementation does it ---------------------------------

int32 = st.integers(-(2**31), 2**31 - 1)
int64 = st.integers(-(2**63), 2**63 - 1)
uint32 = st.integers(0, 2**32 - 1)
uint64 = st.integers(0, 2**64 - 1)
doubles = st.floats(allow_nan=False)
texts = st.text(max_size=10)
colours = st.integers(0, 2)
stones = st.builds(CODEC.types.new("toy.v1.Stone"), colour=colours, square=int32)
plain_json = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(texts, plain_json, max_size=3)


def packed(message: Message) -> Message:
    any_ = CODEC.types.new("google.protobuf.Any")()
    any_.Pack(message)  # type: ignore[attr-defined]
    return any_


def built(name: str, value: Any) -> Any:
    return json_format.ParseDict(value, CODEC.types.new(f"google.protobuf.{name}")())


special = {
    "time": st.integers(-(2**35), 2**35).map(
        lambda seconds: CODEC.types.new("google.protobuf.Timestamp")(
            seconds=seconds % (2**35), nanos=seconds % 1000
        )
    ),
    "duration": st.integers(0, 10**9).map(lambda s: CODEC.types.new("google.protobuf.Duration")(seconds=s)),
    "mask": st.just(CODEC.types.new("google.protobuf.FieldMask")(paths=["a_b", "c.d"])),
    "struct": objects.map(lambda value: built("Struct", value)),
    "value": plain_json.map(lambda value: built("Value", value)),
    "list": st.lists(plain_json, max_size=3).map(lambda value: built("ListValue", value)),
    "any": stones.map(packed) | st.just(packed(CODEC.types.new("google.protobuf.Duration")(seconds=3))),
    "wrapped_int64": int64.map(lambda number: CODEC.types.new("google.protobuf.Int64Value")(value=number)),
    "wrapped_string": texts.map(lambda text: CODEC.types.new("google.protobuf.StringValue")(value=text)),
    "wrapped_bool": st.booleans().map(lambda yes: CODEC.types.new("google.protobuf.BoolValue")(value=yes)),
    "anys": st.lists(stones.map(packed), max_size=2),
}
fields = {
    "double_field": doubles,
    "float_field": st.floats(width=32, allow_nan=False),
    "int32_field": int32, "sint32_field": int32, "sfixed32_field": int32, "optional_int32": int32,
    "int64_field": int64, "sint64_field": int64, "sfixed64_field": int64,
    "uint32_field": uint32, "fixed32_field": uint32,
    "uint64_field": uint64, "fixed64_field": uint64,
    "bool_field": st.booleans(),
    "string_field": texts, "optional_string": texts, "odd_name": texts,
    "bytes_field": st.binary(max_size=10),
    "enum_field": colours, "optional_enum": colours,
    "message_field": stones,
    "numbers": st.lists(int32, max_size=3),
    "texts": st.lists(texts, max_size=3),
    "colours": st.lists(colours, max_size=3),
    "stones": st.lists(stones, max_size=3),
    "doubles": st.lists(doubles, max_size=3),
    "blobs": st.lists(st.binary(max_size=5), max_size=3),
    "names": st.dictionaries(texts, texts, max_size=3),
    "flags": st.dictionaries(st.booleans(), colours, max_size=2),
    "sums": st.dictionaries(int64, doubles, max_size=2),
    **special,
}  # fmt: skip
choices: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.fixed_dictionaries({"choice_number": int32}),
    st.fixed_dictionaries({"choice_text": texts}),
    st.fixed_dictionaries({"choice_stone": stones}),
    st.fixed_dictionaries({"choice_colour": colours}),
    st.just({}),
)


@st.composite
def messages(draw: st.DrawFn) -> Any:
    message = EVERYTHING(**draw(st.fixed_dictionaries({}, optional=fields)), **draw(choices))
    for key, stone in draw(st.dictionaries(int32, stones, max_size=2)).items():
        message.places[key].CopyFrom(stone)  # type: ignore[attr-defined]
    if draw(st.booleans()):
        message.child.CopyFrom(EVERYTHING(int32_field=draw(int32)))  # type: ignore[attr-defined]
    return message


@given(message=messages())
def test_messages_are_written_as_json_format_writes_them(message: Message) -> None:
    assert json.loads(CODEC.dumps(message)) == json.loads(json.dumps(oracle_write(message)))


@given(message=messages())
def test_what_was_written_reads_back(message: Message) -> None:
    assert read(loads(CODEC.dumps(message))) == message


@given(message=messages())
def test_names_of_the_contract_are_read_too(message: Message) -> None:
    value = json_format.MessageToDict(
        message, preserving_proto_field_name=True, descriptor_pool=CODEC.types.pool
    )
    assert read(loads(json.dumps(value))) == message


json_values = st.recursive(
    st.none()
    | st.booleans()
    | int64
    | st.floats()
    | texts
    | st.sampled_from(["NaN", "1", "1.5", "COLOUR_RED", "AAA="]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["square", "colour", "a"]), inner)
    ),
    max_leaves=4,
)
LOOSER = ("time", "duration", "mask", "struct", "value", "list", "any", "anys", "null", "wrapped")
"""Read by google's own functions in the end."""

STRICT = [name for name in fields if not name.startswith(LOOSER)]


@given(field=st.sampled_from(STRICT), value=json_values)
def test_what_is_taken_is_what_json_format_takes(field: str, value: Any) -> None:
    try:
        message = read({field: value})
    except InvalidArgument:
        return  # we are stricter
    assert message == oracle_read({field: value}) or math.isnan(getattr(message, field, 0))
