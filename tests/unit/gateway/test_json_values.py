from __future__ import annotations

import math
from typing import Any

import pytest

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


# --- What is refused, and how ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "field", "reason"),
    [
        ({"nothing": 1}, "nothing", "FIELD_UNKNOWN"),
        ({"messageField": {"nothing": 1}}, "message_field.nothing", "FIELD_UNKNOWN"),
        ({"stones": [{}, {"square": "x"}]}, "stones[1].square", "REQUEST_MALFORMED"),
        ({"places": {"7": {"colour": "PINK"}}}, "places[7].colour", "FIELD_INVALID"),
        ({"places": {"x": {}}}, "places[x]", "REQUEST_MALFORMED"),
        ({"flags": {"yes": 1}}, "flags[yes]", "REQUEST_MALFORMED"),
        ({"int32Field": 2**31}, "int32_field", "FIELD_INVALID"),
        ({"int32Field": 1.5}, "int32_field", "REQUEST_MALFORMED"),
        ({"int32Field": True}, "int32_field", "REQUEST_MALFORMED"),
        ({"int32Field": "0x1"}, "int32_field", "REQUEST_MALFORMED"),
        ({"int32Field": " 1"}, "int32_field", "REQUEST_MALFORMED"),
        ({"int32Field": "1" * 500}, "int32_field", "REQUEST_MALFORMED"),
        ({"uint32Field": -1}, "uint32_field", "FIELD_INVALID"),
        ({"int64Field": 2**63}, "int64_field", "FIELD_INVALID"),
        ({"floatField": 1e39}, "float_field", "FIELD_INVALID"),
        ({"doubleField": "1e999"}, "double_field", "FIELD_INVALID"),
        ({"doubleField": "nan"}, "double_field", "REQUEST_MALFORMED"),
        ({"boolField": "true"}, "bool_field", "REQUEST_MALFORMED"),
        ({"stringField": 1}, "string_field", "REQUEST_MALFORMED"),
        ({"bytesField": "a"}, "bytes_field", "REQUEST_MALFORMED"),
        ({"bytesField": "a b="}, "bytes_field", "REQUEST_MALFORMED"),
        ({"enumField": "RED"}, "enum_field", "FIELD_INVALID"),
        ({"enumField": 9}, "enum_field", "FIELD_INVALID"),
        ({"enumField": False}, "enum_field", "REQUEST_MALFORMED"),
        ({"numbers": 1}, "numbers", "REQUEST_MALFORMED"),
        ({"numbers": [1, None]}, "numbers[1]", "REQUEST_MALFORMED"),
        ({"stones": [None]}, "stones[0]", "REQUEST_MALFORMED"),
        ({"names": []}, "names", "REQUEST_MALFORMED"),
        ({"names": {"a": None}}, "names[a]", "REQUEST_MALFORMED"),
        ({"messageField": []}, "message_field", "REQUEST_MALFORMED"),
        ({"choiceNumber": 1, "choiceText": "a"}, "choice_text", "REQUEST_MALFORMED"),
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
        ("x" * 200, ["1"], "FIELD_UNKNOWN"),
    ],
)
def test_bad_texts_are_refused_with_their_path(path: str, texts_: list[str], reason: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        CODEC.fill_path(EVERYTHING(), path, texts_)
    assert (refused.value.reason, refused.value.field) == (reason, path)


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("int32Field", "int32_field"),
        ("messageField.square", "message_field.square"),
        ("messageField.noSuchField", "message_field.noSuchField"),
        ("stringField.messageField", "string_field.messageField"),
    ],
)
def test_a_path_is_refused_in_the_names_of_the_contract(path: str, field: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        CODEC.fill_path(EVERYTHING(), path, ["x"])
    assert refused.value.field == field
