"""The refusals of the house and their way over the wire; no service is known here.

    Exception
    `-- Refusal                     a named "no" with a sentence that helps
        |-- InvalidArgument         INVALID_ARGUMENT      400   the request itself is wrong
        |-- OutOfRange              OUT_OF_RANGE          400   past the end of something
        |-- FailedPrecondition      FAILED_PRECONDITION   400   not in this state
        |-- Unauthenticated         UNAUTHENTICATED       401   who are you?
        |-- PermissionDenied        PERMISSION_DENIED     403   not yours
        |-- NotFound                NOT_FOUND             404   no such thing
        |-- AlreadyExists           ALREADY_EXISTS        409   the name is taken
        |-- Aborted                 ABORTED               409   somebody was faster: look again
        |-- ResourceExhausted       RESOURCE_EXHAUSTED    429   too much, come back later
        |-- Cancelled               CANCELLED             499   the caller left
        |-- Internal                INTERNAL              500   our fault, details in our log
        |-- Unimplemented           UNIMPLEMENTED         501   not here
        |-- Unavailable             UNAVAILABLE           503   try the same again
        `-- DeadlineExceeded        DEADLINE_EXCEEDED     504   no answer in time

The reason is the name of a value of `nurselog.api.common.v1.ErrorReason`: machines read it, so it
stays as it is. The sentence is for people and may improve; everything dynamic in it is also in
the metadata. On the wire a refusal is a `google.rpc.Status` with `ErrorInfo`, and, where given,
`BadRequest` (field) and `RetryInfo` (retry_after_ms), see https://google.aip.dev/193.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

DOMAIN = "nurselog"
"""The `ErrorInfo.domain` of every refusal of ours."""

SENTENCE_LIMIT = 1000
VALUE_LIMIT = 500
"""Trailers have 8 KB in all: longer texts are cut rather than lost with the whole status."""


class Refusal(Exception):
    """A named no: `raise NotFound("TABLE_NOT_FOUND", "There is no such table.", table=name)`."""

    code: ClassVar[grpc.StatusCode] = grpc.StatusCode.UNKNOWN

    def __init__(
        self,
        reason: str,
        message: str,
        *,
        field: str | None = None,
        retry_after_ms: int | None = None,
        **metadata: str | int,
    ) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.message = message
        self.field = field
        self.retry_after_ms = retry_after_ms
        self.metadata: dict[str, str] = {key: str(value) for key, value in metadata.items()}

    def __str__(self) -> str:
        return f"{self.reason}: {self.message}"


class InvalidArgument(Refusal):
    code = grpc.StatusCode.INVALID_ARGUMENT


class OutOfRange(Refusal):
    code = grpc.StatusCode.OUT_OF_RANGE


class FailedPrecondition(Refusal):
    code = grpc.StatusCode.FAILED_PRECONDITION


class Unauthenticated(Refusal):
    code = grpc.StatusCode.UNAUTHENTICATED


class PermissionDenied(Refusal):
    code = grpc.StatusCode.PERMISSION_DENIED


class NotFound(Refusal):
    code = grpc.StatusCode.NOT_FOUND


class AlreadyExists(Refusal):
    code = grpc.StatusCode.ALREADY_EXISTS


class Aborted(Refusal):
    code = grpc.StatusCode.ABORTED


class ResourceExhausted(Refusal):
    code = grpc.StatusCode.RESOURCE_EXHAUSTED


class Cancelled(Refusal):
    code = grpc.StatusCode.CANCELLED


class Internal(Refusal):
    code = grpc.StatusCode.INTERNAL


class Unimplemented(Refusal):
    code = grpc.StatusCode.UNIMPLEMENTED


class Unavailable(Refusal):
    code = grpc.StatusCode.UNAVAILABLE


class DeadlineExceeded(Refusal):
    code = grpc.StatusCode.DEADLINE_EXCEEDED


FAMILY: tuple[type[Refusal], ...] = (
    InvalidArgument,
    OutOfRange,
    FailedPrecondition,
    Unauthenticated,
    PermissionDenied,
    NotFound,
    AlreadyExists,
    Aborted,
    ResourceExhausted,
    Cancelled,
    Internal,
    Unimplemented,
    Unavailable,
    DeadlineExceeded,
)
"""Every member, one per gRPC code."""


def number_of(code: grpc.StatusCode) -> int:
    """The number gRPC sends for `code`."""
    number: int = code.value[0]
    return number


_FOREIGN: dict[type[Refusal], tuple[str, str]] = {
    InvalidArgument: ("REQUEST_MALFORMED", "The request cannot be read."),
    Unauthenticated: ("SESSION_REQUIRED", "Open a session first and send its token."),
    ResourceExhausted: ("TOO_MANY_REQUESTS", "Too much at once; try again later."),
    Unimplemented: ("NOT_IMPLEMENTED", "This server does not implement the method."),
    Unavailable: ("SERVICE_UNAVAILABLE", "The service does not answer; try the same again."),
    DeadlineExceeded: ("DEADLINE_EXCEEDED", "The request took longer than its deadline."),
}
"""What an error says that came without our details, from gRPC itself or a proxy."""

_BY_NUMBER = {number_of(member.code): member for member in FAMILY}


def to_status(refusal: Refusal) -> status_pb2.Status:
    """The refusal as it travels."""
    metadata = {key: value[:VALUE_LIMIT] for key, value in refusal.metadata.items()}
    info = error_details_pb2.ErrorInfo(reason=refusal.reason, domain=DOMAIN, metadata=metadata)
    status = status_pb2.Status(code=number_of(refusal.code), message=refusal.message[:SENTENCE_LIMIT])
    status.details.append(_packed(info))
    if refusal.field is not None:
        violation = error_details_pb2.BadRequest.FieldViolation(
            field=refusal.field[:VALUE_LIMIT], description=status.message, reason=refusal.reason
        )
        status.details.append(_packed(error_details_pb2.BadRequest(field_violations=[violation])))
    if refusal.retry_after_ms is not None:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(refusal.retry_after_ms)
        status.details.append(_packed(error_details_pb2.RetryInfo(retry_delay=delay)))
    return status


def from_status(status: status_pb2.Status) -> Refusal:
    """The inverse of `to_status`; a foreign status gets a reason by its code, and our sentence.

    The sentences of gRPC itself are for us: they name addresses.
    """
    info = error_details_pb2.ErrorInfo()
    bad = error_details_pb2.BadRequest()
    retry = error_details_pb2.RetryInfo()
    for detail in status.details:
        _ = detail.Unpack(info) or detail.Unpack(bad) or detail.Unpack(retry)
    kind = _BY_NUMBER.get(status.code, Internal)
    reason, sentence = (info.reason, status.message) if info.reason else _foreign(kind)
    refusal = kind(
        reason,
        sentence,
        field=bad.field_violations[0].field if bad.field_violations else None,
        retry_after_ms=retry.retry_delay.ToMilliseconds() if retry.HasField("retry_delay") else None,
    )
    refusal.metadata = dict(info.metadata)
    return refusal


def from_rpc_error(error: grpc.aio.AioRpcError) -> Refusal:
    """What a call of another process of ours was refused with."""
    try:
        status = rpc_status.from_call(cast("Any", error))
    except ValueError:  # details that contradict the code
        status = status_pb2.Status(code=number_of(grpc.StatusCode.INTERNAL))
    return from_status(status or status_pb2.Status(code=number_of(error.code())))


def _foreign(kind: type[Refusal]) -> tuple[str, str]:
    return _FOREIGN.get(kind, ("INTERNAL", "A service behind this one failed."))


def _packed(
    message: error_details_pb2.ErrorInfo | error_details_pb2.BadRequest | error_details_pb2.RetryInfo,
) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(message)
    return packed
