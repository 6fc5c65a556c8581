"""What goes back over HTTP: status, headers, body; and how a refusal looks there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeAlias

import orjson
from google.rpc import status_pb2

from nurselog.gateway.errors import CODE_OF_NUMBER, http_code, info_of, retry_after_s
from nurselog.gateway.json_codec import JsonCodec
from nurselog.gateway.visitors import REQUEST_ID

JSON = "application/json"

Headers: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer."""

    body: bytes = b""
    status: int = 200
    content_type: str = JSON
    headers: Headers = ()

    def raw_headers(self) -> list[tuple[bytes, bytes]]:
        """All headers, as ASGI wants them."""
        own = (("content-type", self.content_type), ("content-length", str(len(self.body))))
        return encoded((*(own if self.status != HTTPStatus.NO_CONTENT else ()), *self.headers))


def encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Headers as ASGI wants them."""
    return [(name.encode("ascii"), value.encode("latin-1", "replace")) for name, value in headers]


def spelled(answer: Answer, request_id: str) -> bytes:
    """An answer as it stands on a connection that is closed after it (RFC 9112)."""
    lines = [f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}".encode()]
    lines += [name + b": " + value for name, value in answer.raw_headers()]
    lines += [f"{REQUEST_ID}: {request_id}".encode(), b"connection: close", b"", answer.body]
    return b"\r\n".join(lines)


def error_json(status: status_pb2.Status, codec: JsonCodec) -> bytes:
    """The body of a refusal, https://google.aip.dev/193#http11json-representation."""
    told = codec.plain(status)
    error = {
        "code": http_code(status),
        "status": CODE_OF_NUMBER[status.code].name if status.code in CODE_OF_NUMBER else "UNKNOWN",
        "message": status.message,
        "details": told["details"],
    }
    return orjson.dumps({"error": error})


def refusal(status: status_pb2.Status, codec: JsonCodec) -> Answer:
    """A refusal as an answer."""
    return Answer(error_json(status, codec), http_code(status), headers=tuple(_headers(status)))


def _headers(status: status_pb2.Status) -> Iterable[tuple[str, str]]:
    if (seconds := retry_after_s(status)) is not None:
        yield "retry-after", str(seconds)
    if allow := info_of(status).metadata.get("allow"):
        yield "allow", allow
    if http_code(status) == HTTPStatus.UNAUTHORIZED:
        yield "www-authenticate", 'Bearer realm="nurselog"'
