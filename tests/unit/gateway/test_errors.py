from __future__ import annotations

import json

import grpc
import pytest

from nurselog.chassis import context
from nurselog.chassis.errors import FAMILY, InvalidArgument, NotFound, ResourceExhausted, to_status
from nurselog.gateway.answers import Answer, error_json, refusal
from nurselog.gateway.descriptors import Types, contract
from nurselog.gateway.errors import Refused, from_call, http_code, info_of, status_of
from nurselog.gateway.json_codec import JsonCodec
from nurselog.gateway.upstream import NEVER_SENT, may_go_on

CODEC = JsonCodec(Types(contract()))


def failed(code: grpc.StatusCode, details: str = "") -> grpc.aio.AioRpcError:
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata(), details)


def test_a_refusal_as_json() -> None:
    status = to_status(NotFound("TABLE_NOT_FOUND", "No such table.", table="games/x/tables/y"))
    assert json.loads(error_json(status, CODEC)) == {
        "error": {
            "code": 404,
            "status": "NOT_FOUND",
            "message": "No such table.",
            "details": [
                {
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                    "reason": "TABLE_NOT_FOUND",
                    "domain": "nurselog",
                    "metadata": {"table": "games/x/tables/y"},
                }
            ],
        }
    }


@pytest.mark.parametrize("kind", FAMILY)
def test_every_code_has_a_status_of_http(kind: type[NotFound]) -> None:
    assert 400 <= http_code(to_status(kind("INTERNAL", "x"))) <= 504


@pytest.mark.parametrize(("wait_ms", "header"), [(1, "1"), (1000, "1"), (1001, "2")])
def test_the_wait_is_told_in_whole_seconds(wait_ms: int, header: str) -> None:
    status = to_status(ResourceExhausted("TOO_MANY_REQUESTS", "x", retry_after_ms=wait_ms))
    assert dict(refusal(status, CODEC).headers)["retry-after"] == header


def test_a_reason_may_be_more_exact_than_its_code() -> None:
    answer = refusal(to_status(InvalidArgument("REQUEST_TOO_LARGE", "x")), CODEC)
    assert answer.status == 413


def test_a_fault_of_ours_tells_nothing_but_the_request_id() -> None:
    with context.acting_as(context.Caller(request_id="r-1")):
        status = status_of(RuntimeError("the secret"))
    assert "secret" not in str(status)
    assert info_of(status).metadata == {"request_id": "r-1"}


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (grpc.StatusCode.UNAVAILABLE, "SERVICE_UNAVAILABLE"),
        (grpc.StatusCode.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED"),
        (grpc.StatusCode.UNIMPLEMENTED, "NOT_IMPLEMENTED"),
        (grpc.StatusCode.UNKNOWN, "INTERNAL"),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "INTERNAL"),
    ],
)
def test_grpcs_own_failures_get_a_reason(code: grpc.StatusCode, reason: str) -> None:
    assert info_of(from_call(failed(code)).status).reason == reason


@pytest.mark.parametrize(
    ("code", "details", "repeatable", "expected"),
    [
        (grpc.StatusCode.UNAVAILABLE, "Socket closed", True, True),
        (grpc.StatusCode.UNAVAILABLE, "Socket closed", False, False),
        (grpc.StatusCode.UNAVAILABLE, f"{NEVER_SENT}; last error", False, True),
        (grpc.StatusCode.DEADLINE_EXCEEDED, "", True, False),
    ],
)
def test_when_the_next_replica_may_be_asked(
    code: grpc.StatusCode,
    details: str,
    repeatable: bool,  # noqa: FBT001 - a parameter of the table
    expected: bool,  # noqa: FBT001
) -> None:
    error = failed(code, details)
    assert may_go_on(error, from_call(error), repeatable=repeatable) is expected


@pytest.mark.parametrize(
    ("reason", "expected"), [("RULES_VERSION_NOT_SERVED", True), ("STORE_UNAVAILABLE", False)]
)
def test_a_replica_may_speak_for_itself_only(reason: str, expected: bool) -> None:  # noqa: FBT001
    from nurselog.chassis.errors import Unavailable  # the family above is complete without it

    refused = Refused(to_status(Unavailable(reason, "x")))
    assert may_go_on(failed(grpc.StatusCode.UNAVAILABLE), refused, repeatable=False) is expected


def test_an_answer_without_content_says_nothing_about_it() -> None:
    assert Answer(status=204).raw_headers() == []
