"""Refusals on their way out: one status, whatever face it leaves by.

REST wraps it as https://google.aip.dev/193 shows: `{"error": {"code": 404, "status": "NOT_FOUND", ...}}`.
"""

from __future__ import annotations

import math

import grpc
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from nurselog.chassis import context, logs
from nurselog.chassis.errors import (
    DeadlineExceeded,
    Internal,
    Refusal,
    Unavailable,
    Unimplemented,
    number_of,
    to_status,
)

log = logs.get(__name__)

HTTP_OF_CODE = {
    grpc.StatusCode.OK: 200,
    grpc.StatusCode.CANCELLED: 499,
    grpc.StatusCode.UNKNOWN: 500,
    grpc.StatusCode.INVALID_ARGUMENT: 400,
    grpc.StatusCode.DEADLINE_EXCEEDED: 504,
    grpc.StatusCode.NOT_FOUND: 404,
    grpc.StatusCode.ALREADY_EXISTS: 409,
    grpc.StatusCode.PERMISSION_DENIED: 403,
    grpc.StatusCode.UNAUTHENTICATED: 401,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
    grpc.StatusCode.FAILED_PRECONDITION: 400,
    grpc.StatusCode.ABORTED: 409,
    grpc.StatusCode.OUT_OF_RANGE: 400,
    grpc.StatusCode.UNIMPLEMENTED: 501,
    grpc.StatusCode.INTERNAL: 500,
    grpc.StatusCode.UNAVAILABLE: 503,
    grpc.StatusCode.DATA_LOSS: 500,
}
HTTP_OF_REASON = {"REQUEST_TOO_LARGE": 413, "METHOD_NOT_ALLOWED": 405, "MEDIA_TYPE_UNSUPPORTED": 415}
"""What HTTP can say more exactly than gRPC."""

CODE_OF_NUMBER = {number_of(code): code for code in grpc.StatusCode}


class Refused(Exception):
    """A service behind us said no: its status goes on as it is."""

    def __init__(self, status: status_pb2.Status) -> None:
        super().__init__(status.message)
        self.status = status


def status_of(error: Exception) -> status_pb2.Status:
    """What a caller is told about anything raised; a fault of ours tells nothing but the request id."""
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, Refusal):
        return to_status(error)
    log.error("call_failed", request_id=context.current_request_id(), exc_info=error)
    return to_status(fault())


def from_call(error: grpc.aio.AioRpcError) -> Refused:
    """The refusal of a service behind us; gRPC's own failures get a reason of ours."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type]
    if status is not None:
        return Refused(status)
    return Refused(to_status(_own(error)))


def _own(error: grpc.aio.AioRpcError) -> Refusal:
    match error.code():
        case grpc.StatusCode.UNAVAILABLE:
            return unavailable()
        case grpc.StatusCode.DEADLINE_EXCEEDED:
            return DeadlineExceeded("DEADLINE_EXCEEDED", "The request took longer than its deadline.")
        case grpc.StatusCode.CANCELLED:
            return DeadlineExceeded("DEADLINE_EXCEEDED", "The call ended before there was an answer.")
        case grpc.StatusCode.UNIMPLEMENTED:
            return Unimplemented("NOT_IMPLEMENTED", "The service behind this method does not implement it.")
    log.error("upstream_failed", code=error.code().name, details=error.details())
    return fault()


def fault() -> Internal:
    """The refusal for a fault of ours: the request id, and nothing else."""
    request_id = context.current_request_id()
    return Internal(
        "INTERNAL", f"A fault of ours, in our log under request {request_id}.", request_id=request_id
    )


def unavailable(what: str = "A service behind the gateway") -> Unavailable:
    """The refusal while something behind us is away."""
    return Unavailable(
        "SERVICE_UNAVAILABLE", f"{what} does not answer; try the same again.", retry_after_ms=1000
    )


def within(status: status_pb2.Status, part: str) -> status_pb2.Status:
    """The same refusal of a request that is part of a larger message: its field as seen from there."""
    told = status_pb2.Status()
    told.CopyFrom(status)
    for detail in told.details:
        bad = error_details_pb2.BadRequest()
        if detail.Unpack(bad):
            for violation in bad.field_violations:
                violation.field = f"{part}.{violation.field}"
            detail.Pack(bad)
    return told


def info_of(status: status_pb2.Status) -> error_details_pb2.ErrorInfo:
    """The reason and its facts; empty if the status has none."""
    info = error_details_pb2.ErrorInfo()
    _unpack(status, info)
    return info


def retry_after_s(status: status_pb2.Status) -> int | None:
    """Whole seconds for the header Retry-After, at least one."""
    retry = error_details_pb2.RetryInfo()
    if not _unpack(status, retry):
        return None
    seconds: float = retry.retry_delay.ToMilliseconds() / 1000
    return max(1, math.ceil(seconds))


def http_code(status: status_pb2.Status) -> int:
    """The HTTP status that says the same."""
    by_code = HTTP_OF_CODE[CODE_OF_NUMBER.get(status.code, grpc.StatusCode.UNKNOWN)]
    return HTTP_OF_REASON.get(info_of(status).reason, by_code)


def _unpack(status: status_pb2.Status, into: Message) -> bool:
    return any(detail.Unpack(into) for detail in status.details)
