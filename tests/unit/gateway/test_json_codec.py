from __future__ import annotations

import json
import math
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.game.v1 import game_service_pb2, table_pb2
from nurselog.api.gateway.v1 import session_service_pb2
from nurselog.chassis.errors import InvalidArgument
from nurselog.gateway.descriptors import Types, UnknownType, contract
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


# --- What is refused, and how ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "field", "reason"),
    [
        ({"nothing": 1}, "nothing", "FIELD_UNKNOWN"),
        ({"messageField": {"nothing": 1}}, "messageField.nothing", "FIELD_UNKNOWN"),
        ({"stones": [{}, {"square": "x"}]}, "stones[1].square", "REQUEST_MALFORMED"),
        ({"places": {"7": {"colour": "PINK"}}}, "places.7.colour", "FIELD_INVALID"),
        ({"places": {"x": {}}}, "places.x", "REQUEST_MALFORMED"),
        ({"flags": {"yes": 1}}, "flags.yes", "REQUEST_MALFORMED"),
        ({"int32Field": 2**31}, "int32Field", "FIELD_INVALID"),
        ({"int32Field": 1.5}, "int32Field", "REQUEST_MALFORMED"),
        ({"int32Field": True}, "int32Field", "REQUEST_MALFORMED"),
        ({"int32Field": "0x1"}, "int32Field", "REQUEST_MALFORMED"),
        ({"int32Field": " 1"}, "int32Field", "REQUEST_MALFORMED"),
        ({"int32Field": "1" * 500}, "int32Field", "REQUEST_MALFORMED"),
        ({"uint32Field": -1}, "uint32Field", "FIELD_INVALID"),
        ({"int64Field": 2**63}, "int64Field", "FIELD_INVALID"),
        ({"floatField": 1e39}, "floatField", "FIELD_INVALID"),
        ({"doubleField": "1e999"}, "doubleField", "FIELD_INVALID"),
        ({"doubleField": "nan"}, "doubleField", "REQUEST_MALFORMED"),
        ({"boolField": "true"}, "boolField", "REQUEST_MALFORMED"),
        ({"stringField": 1}, "stringField", "REQUEST_MALFORMED"),
        ({"bytesField": "a"}, "bytesField", "REQUEST_MALFORMED"),
        ({"bytesField": "a b="}, "bytesField", "REQUEST_MALFORMED"),
        ({"enumField": "RED"}, "enumField", "FIELD_INVALID"),
        ({"enumField": 9}, "enumField", "FIELD_INVALID"),
        ({"enumField": False}, "enumField", "REQUEST_MALFORMED"),
        ({"numbers": 1}, "numbers", "REQUEST_MALFORMED"),
        ({"numbers": [1, None]}, "numbers[1]", "REQUEST_MALFORMED"),
        ({"stones": [None]}, "stones[0]", "REQUEST_MALFORMED"),
        ({"names": []}, "names", "REQUEST_MALFORMED"),
        ({"names": {"a": None}}, "names.a", "REQUEST_MALFORMED"),
        ({"messageField": []}, "messageField", "REQUEST_MALFORMED"),
        ({"choiceNumber": 1, "choiceText": "a"}, "choiceText", "REQUEST_MALFORMED"),
        ({"int32Field": 1, "int32_field": 1}, "int32_field", "REQUEST_MALFORMED"),
        ({"time": "yesterday"}, "time", "REQUEST_MALFORMED"),
        ({"time": 3}, "time", "REQUEST_MALFORMED"),
        ({"duration": "3"}, "duration", "REQUEST_MALFORMED"),
        ({"struct": 3}, "struct", "REQUEST_MALFORMED"),
        ({"any": {"square": 1}}, "any.@type", "REQUEST_MALFORMED"),
        ({"any": {"@type": "toy.v1.Stone"}}, "any.@type", "REQUEST_MALFORMED"),
        ({"any": {"@type": "x/toy.v1.Nothing"}}, "any.@type", "FIELD_INVALID"),
        ({"any": {"@type": "x/toy.v1.Stone", "square": "a"}}, "any.square", "REQUEST_MALFORMED"),
        ({"any": {"@type": "x/google.protobuf.Duration", "v": 1}}, "any", "REQUEST_MALFORMED"),
        ([], "", "REQUEST_MALFORMED"),
    ],
)  # fmt: skip
def test_a_bad_value_is_refused_with_its_path(value: Any, field: str, reason: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        read(value)
    assert (refused.value.field, refused.value.reason) == (field, reason)


@pytest.mark.parametrize(
    ("value", "name", "expected"),
    [
        ({"int32Field": "12"}, "int32_field", 12),
        ({"int32Field": 1e3}, "int32_field", 1000),
        ({"int32Field": "1e3"}, "int32_field", 1000),
        ({"int64Field": str(2**62)}, "int64_field", 2**62),
        ({"doubleField": "-Infinity"}, "double_field", -math.inf),
        ({"doubleField": "1.5"}, "double_field", 1.5),
        ({"enumField": 2}, "enum_field", 2),
        ({"enumField": "COLOUR_BLUE"}, "enum_field", 2),
        ({"bytesField": "-_8"}, "bytes_field", b"\xfb\xff"),
        ({"bytesField": "+/8="}, "bytes_field", b"\xfb\xff"),
        ({"stringField": None}, "string_field", ""),
        ({"@odd": "x"}, "odd_name", "x"),
    ],
)
def test_all_forms_of_a_value_are_read(value: Any, name: str, expected: Any) -> None:
    assert getattr(read(value), name) == expected


def test_nan_is_read_and_written() -> None:
    assert CODEC.plain(read({"doubleField": "NaN", "floatField": "NaN"}))["doubleField"] == "NaN"


def test_null_is_unset_but_for_values() -> None:
    message = read(
        {"messageField": None, "choiceText": None, "choiceNumber": 1, "value": None, "struct": {"a": None}}
    )
    assert not message.HasField("message_field")
    assert message.HasField("value")
    assert CODEC.plain(message)["struct"] == {"a": None}


def test_an_empty_message_is_set() -> None:
    assert read({"messageField": {}}).HasField("message_field")
    assert read({"any": {}}).HasField("any")


def test_a_message_without_fields_is_written_as_an_empty_object() -> None:
    assert CODEC.plain(game_service_pb2.ListGamesResponse()) == {"games": [], "nextPageToken": ""}
    assert CODEC.plain(session_service_pb2.GetSessionRequest()) == {}


def test_any_keeps_its_type() -> None:
    value = {"@type": "type.googleapis.com/toy.v1.Stone", **STONE}
    assert CODEC.plain(read({"any": value}))["any"] == value


def test_an_unknown_type_is_told_by_name() -> None:
    message = table_pb2.TableView()
    message.game_view.type_url = "type.googleapis.com/else.View"
    with pytest.raises(UnknownType) as unknown:
        CODEC.dumps(message)
    assert unknown.value.name == "else.View"


def test_generated_classes_are_filled_and_written_too() -> None:
    request = game_service_pb2.SubmitMoveRequest()
    CODEC.fill(request, {"name": "games/toy/tables/e0-1", "decisionId": 0, "notation": "a1"})
    assert request.HasField("decision_id")
    assert CODEC.plain(request) == {
        "name": "games/toy/tables/e0-1", "decisionId": 0, "requestId": "", "notation": "a1",
    }  # fmt: skip


def test_a_value_nested_too_deeply_is_refused() -> None:
    value: dict[str, Any] = {}
    for _ in range(3000):
        value = {"child": value}
    with pytest.raises(InvalidArgument, match="too deeply"):
        read(value)


@pytest.mark.parametrize(
    "text", [b"", b"{", b"nul", b'{"a": 1,}', b"\xff", b'"\\ud800"', b"NaN", b"[" * 2000]
)
def test_what_is_no_json_is_refused(text: bytes) -> None:
    with pytest.raises(InvalidArgument) as refused:
        loads(text)
    assert refused.value.reason == "REQUEST_MALFORMED"


# --- From texts: paths and queries -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "texts_", "expected"),
    [
        ("int32_field", ["7"], {"int32Field": 7}),
        ("int32Field", ["7"], {"int32Field": 7}),
        ("boolField", ["true"], {"boolField": True}),
        ("wrapped_bool", ["false"], {"wrappedBool": False}),
        ("numbers", ["1", "2"], {"numbers": [1, 2]}),
        ("message_field.square", ["3"], {"messageField": {"colour": "COLOUR_UNSPECIFIED", "square": 3}}),
        ("enumField", ["COLOUR_RED"], {"enumField": "COLOUR_RED"}),
        ("time", ["1970-01-01T00:00:01Z"], {"time": "1970-01-01T00:00:01Z"}),
        ("child.message_field.square", ["3"], {}),
    ],
)
def test_texts_fill_fields(path: str, texts_: list[str], expected: dict[str, Any]) -> None:
    message = EVERYTHING()
    CODEC.fill_path(message, path, texts_)
    assert expected.items() <= CODEC.plain(message).items()


@pytest.mark.parametrize(
    ("path", "texts_", "reason"),
    [
        ("nothing", ["1"], "FIELD_UNKNOWN"),
        ("message_field.nothing", ["1"], "FIELD_UNKNOWN"),
        ("string_field.a", ["1"], "FIELD_UNKNOWN"),
        ("stones.square", ["1"], "FIELD_UNKNOWN"),
        ("", ["1"], "FIELD_UNKNOWN"),
        ("message_field", ["{}"], "FIELD_INVALID"),
        ("names", ["1"], "FIELD_INVALID"),
        ("any", ["1"], "FIELD_INVALID"),
        ("int32_field", ["1", "2"], "REQUEST_MALFORMED"),
        ("int32_field", ["x"], "REQUEST_MALFORMED"),
        ("int32_field", [""], "REQUEST_MALFORMED"),
        ("bool_field", ["1"], "REQUEST_MALFORMED"),
    ],
)
def test_bad_texts_are_refused_with_their_path(path: str, texts_: list[str], reason: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        CODEC.fill_path(EVERYTHING(), path, texts_)
    assert (refused.value.reason, refused.value.field) == (reason, path)
