"""The document is made of the contract; what the contract grows must not be forgotten here."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import descriptor_pb2
from jsonschema import Draft202012Validator

from nurselog.api.common.v1.errors_pb2 import ErrorReason
from nurselog.gateway import examples
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.comments import comments_of
from nurselog.gateway.descriptors import REALTIME_FRAMES, Types, all_comments, contract, is_public
from nurselog.gateway.json_codec import JsonCodec
from nurselog.gateway.openapi import GAME_MESSAGES, document
from nurselog.gateway.openapi_30 import as_30
from nurselog.gateway.reasons import OWN, http_of, reasons_of, sentence_of
from nurselog.gateway.transcoder import routes

TYPES = Types(contract())
COMMENTS = comments_of(all_comments())
DOCUMENT = document(Catalogue({}))
OPERATIONS = [operation for operations in DOCUMENT["paths"].values() for operation in operations.values()]


def test_every_public_method_has_an_address_and_its_reasons() -> None:
    assert {method.name for method in TYPES.methods} == OWN.keys()
    assert all(method.bindings for method in TYPES.methods)


def test_no_public_method_streams_requests() -> None:
    # Neither HTTP face could carry it, and the gRPC face passes on one request: see grpc_face.py.
    assert not any(method.client_streaming for method in TYPES.methods)


def test_no_two_rules_match_one_request() -> None:
    routes(TYPES.methods)


def test_every_reason_exists_and_tells_its_status() -> None:
    known = {name.removeprefix("ERROR_REASON_") for name in ErrorReason.keys()} - {"UNSPECIFIED"}  # noqa: SIM118 - no mapping
    for reason in known:
        assert 400 <= http_of(reason, COMMENTS) <= 504
        assert sentence_of(reason, COMMENTS).endswith(".")
    used = {reason for method in TYPES.methods for reason in reasons_of(method)}
    assert used <= known


def test_a_reason_without_a_code_is_found() -> None:
    with pytest.raises(ValueError, match="SOMETHING"):
        http_of("SOMETHING", {})


@pytest.mark.parametrize(
    ("reason", "status"),
    [("TABLE_NOT_FOUND", 404), ("REQUEST_TOO_LARGE", 413), ("METHOD_NOT_ALLOWED", 405), ("CONFLICT", 409)],
)
def test_the_status_of_a_reason(reason: str, status: int) -> None:
    assert http_of(reason, COMMENTS) == status


def test_every_any_of_the_contract_says_what_lies_in_it() -> None:
    anys = {
        field.full_name
        for file in TYPES.files.values()
        if file.package.startswith("nurselog.")
        for message in file.message_type
        for field in TYPES.message(f"{file.package}.{message.name}").fields
        if field.message_type is not None and field.message_type.full_name == "google.protobuf.Any"
    }
    assert anys == GAME_MESSAGES.keys()


def test_internal_services_are_not_told() -> None:
    assert not any("engine" in name or "/log/" in name for name in TYPES.files)
    for file in TYPES.files.values():
        assert all(is_public(method) for service in file.service for method in service.method)


def test_placeholders_are_named_as_the_contract_names_them() -> None:
    operation = DOCUMENT["paths"]["/v1/games/{game}/tables/{table}:watch"]["get"]
    assert operation["operationId"] == "GameService_WatchTable"
    assert [one["name"] for one in operation["parameters"] if one["in"] == "path"] == ["game", "table"]
    assert "resumeToken" in [one["name"] for one in operation["parameters"] if one["in"] == "query"]
    assert "/v1/results/{game}/{table}" in DOCUMENT["paths"]


def test_comments_reach_the_reader() -> None:
    operation = DOCUMENT["paths"]["/v1/games/{game}/tables/{table}:submitMove"]["post"]
    assert operation["summary"] == "Submits the answer to an open decision."
    assert "request_id" in operation["description"]
    assert "`MOVE_ILLEGAL`" in operation["responses"]["400"]["description"]
    properties = operation["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert "name" not in properties  # it is in the address
    assert properties["notation"]["description"].endswith("Not together with `move`.")


def test_operation_ids_are_unique() -> None:
    ids = [operation["operationId"] for operation in OPERATIONS]
    assert len(ids) == len(set(ids))


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_every_reference_leads_somewhere() -> None:
    names = {f"#/components/schemas/{name}" for name in DOCUMENT["components"]["schemas"]}
    assert references(DOCUMENT) <= names


def test_every_schema_is_one() -> None:
    for schema in DOCUMENT["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_the_frames_of_the_web_socket_are_told() -> None:
    for frame in REALTIME_FRAMES:
        assert frame in DOCUMENT["components"]["schemas"]


def test_every_example_can_be_sent() -> None:
    codec = JsonCodec(TYPES)
    methods = {method.name: method for method in TYPES.methods}
    for name, body in examples.BODIES.items():
        codec.fill(TYPES.new(methods[name].input.full_name)(), body)
    with_body = {name for name, method in methods.items() if any(one.body for one in method.bindings)}
    assert with_body - examples.BODIES.keys() <= {"ScorePosition"}  # a position is the game's


def test_the_older_dialect_has_nothing_newer() -> None:
    older = as_30(DOCUMENT)
    assert older["openapi"] == "3.0.3"

    def check(value: Any) -> None:
        if isinstance(value, dict):
            assert "const" not in value or isinstance(value["const"], dict)
            assert "$ref" not in value or len(value) == 1 or isinstance(value["$ref"], dict)
            for inner in value.values():
                check(inner)
        elif isinstance(value, list):
            for inner in value:
                check(inner)

    check(older)


def test_comments_of_nested_things_are_found() -> None:
    assert COMMENTS["nurselog.api.common.v1.ClockSetting.Fischer.add_ms"] == "Added after each move."
    assert COMMENTS["nurselog.api.game.v1.GameService.ListGames"] == "Lists the games served here."
    assert comments_of({"x": descriptor_pb2.FileDescriptorProto(name="x")}) == {}
