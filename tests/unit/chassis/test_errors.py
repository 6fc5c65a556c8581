from __future__ import annotations

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis import errors
from nurselog.chassis.errors import FAMILY, NotFound, Refusal, from_rpc_error, from_status, to_status

words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=40)


@pytest.mark.parametrize("kind", FAMILY)
def test_every_member_has_its_own_code(kind: type[Refusal]) -> None:
    assert [member for member in FAMILY if member.code is kind.code] == [kind]


@pytest.mark.parametrize("kind", FAMILY)
def test_every_member_stands_in_the_tree(kind: type[Refusal]) -> None:
    assert any(
        kind.__name__ in line and f" {kind.code.name} " in line for line in str(errors.__doc__).splitlines()
    )


@given(
    kind=st.sampled_from(FAMILY),
    message=words,
    field=st.none() | words.filter(bool),
    retry=st.none() | st.integers(0, 10**9),
    metadata=st.dictionaries(st.sampled_from(["table", "rule", "version"]), words),
)
def test_a_refusal_survives_the_wire(
    kind: type[Refusal], message: str, field: str | None, retry: int | None, metadata: dict[str, str]
) -> None:
    sent = kind("MOVE_ILLEGAL", message, field=field, retry_after_ms=retry, **metadata)
    status = status_pb2.Status.FromString(to_status(sent).SerializeToString())
    got = from_status(status)
    assert type(got) is kind
    assert (got.reason, got.message, got.field, got.retry_after_ms, got.metadata) == (
        "MOVE_ILLEGAL",
        message,
        field,
        retry,
        metadata,
    )


def test_details_are_those_of_google_rpc() -> None:
    status = to_status(NotFound("TABLE_NOT_FOUND", "No such table.", table="games/x/tables/y", version=7))
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert (info.reason, info.domain) == ("TABLE_NOT_FOUND", "nurselog")
    assert dict(info.metadata) == {"table": "games/x/tables/y", "version": "7"}


def test_a_long_sentence_is_cut_so_that_it_fits_into_trailers() -> None:
    refusal = NotFound("TABLE_NOT_FOUND", "x" * 50_000, table="y" * 50_000)
    assert len(to_status(refusal).SerializeToString()) < 4_000


def test_a_refusal_prints_its_reason_and_sentence() -> None:
    assert str(NotFound("TABLE_NOT_FOUND", "No such table.")) == "TABLE_NOT_FOUND: No such table."


def rpc_error(code: grpc.StatusCode, details: str, *trailing: tuple[str, bytes]) -> grpc.aio.AioRpcError:
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata(*trailing), details)


def test_an_rpc_error_of_ours_becomes_the_refusal_it_was() -> None:
    status = rpc_status.to_status(to_status(NotFound("TABLE_NOT_FOUND", "No such table.", table="t")))
    [(name, details)] = status.trailing_metadata
    assert isinstance(details, bytes)
    got = from_rpc_error(rpc_error(status.code, status.details, (name, details)))
    assert isinstance(got, NotFound)
    assert (got.reason, got.metadata) == ("TABLE_NOT_FOUND", {"table": "t"})


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (grpc.StatusCode.UNAVAILABLE, "SERVICE_UNAVAILABLE"),
        (grpc.StatusCode.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED"),
        (grpc.StatusCode.UNIMPLEMENTED, "NOT_IMPLEMENTED"),
        (grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_MALFORMED"),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_REQUESTS"),
        (grpc.StatusCode.UNKNOWN, "INTERNAL"),
        (grpc.StatusCode.DATA_LOSS, "INTERNAL"),
    ],
)
def test_an_error_of_grpc_itself_gets_a_reason_and_tells_no_address(
    code: grpc.StatusCode, reason: str
) -> None:
    got = from_rpc_error(rpc_error(code, "failed to connect to all addresses; ipv4:10.0.0.7:7101"))
    assert got.reason == reason
    assert "10.0.0.7" not in got.message


def test_a_status_that_contradicts_its_code_is_an_internal_error() -> None:
    wrong = to_status(NotFound("TABLE_NOT_FOUND", "No such table.")).SerializeToString()
    got = from_rpc_error(rpc_error(grpc.StatusCode.ABORTED, "x", ("grpc-status-details-bin", wrong)))
    assert got.reason == "INTERNAL"
