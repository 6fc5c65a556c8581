"""From HTTP to web socket on one port: uvicorn reads the request, picows takes the connection over.

uvicorn hands an upgraded connection to a protocol class of our choice (`Config(ws=...)`): the transport,
and the request's bytes. picows has no entrance for such a connection, so its protocol object is driven
here by what asyncio itself calls on it, `get_buffer` and `buffer_updated`. pyproject.toml bounds both
packages to the versions this was tried with; `tests/integration/gateway/test_websocket.py` would tell.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any, cast
from urllib.parse import parse_qs

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows import picows as picows_core

from nurselog.chassis import context
from nurselog.chassis.errors import InvalidArgument
from nurselog.gateway.answers import Answer, refusal, spelled
from nurselog.gateway.errors import status_of
from nurselog.gateway.http_rule import not_found
from nurselog.gateway.hub import Hub
from nurselog.gateway.visitors import REQUEST_ID, Proxies, Visitor, request_id_of, visitor_of
from nurselog.gateway.websocket import Socket

PATH = "/v1/ws"

VERSION = "13"
KEY = re.compile(r"[A-Za-z0-9+/]{22}==")
"""What a handshake has (RFC 6455, section 4.1)."""

CUT_AT = 16
"""Frames this many times too large are cut off while they arrive, with close code 1009 and without a word."""

_SILENT = logging.Logger("picows", logging.CRITICAL)  # noqa: LOG001 - strangers' mistakes are not our news


def upgraded(hub: Hub, proxies: Proxies) -> type[asyncio.Protocol]:
    """The class for `uvicorn.Config(ws=...)`."""
    return type("Upgraded", (_Upgraded,), {"hub": hub, "proxies": proxies})


class _Upgraded(asyncio.Protocol):
    """One connection that asked to be a web socket."""

    hub: Hub
    proxies: Proxies

    def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
        del config, app_state  # uvicorn offers them
        self._connections: set[Any] = server_state.connections
        self._transport: asyncio.Transport | None = None
        self._counted: str | None = None
        self._protocol: Any = None
        self._socket: Socket | None = None

    # What uvicorn and asyncio call --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        if self._protocol is not None:
            self._feed(data)
        elif self._transport is not None and not self._transport.is_closing():
            self._upgrade(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        if self._counted is not None:
            self.hub.limits.sockets.leave(self._counted)
        if self._protocol is not None:
            self._protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        if self._socket is not None:
            self._socket.pause_writing()

    def resume_writing(self) -> None:
        if self._socket is not None:
            self._socket.resume_writing()

    def shutdown(self) -> None:
        """Uvicorn is closing."""
        if self._socket is not None:
            self._socket.close(WSCloseCode.SERVICE_RESTART)
        elif self._transport is not None:
            self._transport.close()

    # How ----------------------------------------------------------------------------------------------------

    def _upgrade(self, data: bytes) -> None:
        target, headers = _request(data)
        request_id = request_id_of(headers)
        try:
            visitor = self._visitor(target, headers, request_id)
            _check(headers)
            self.hub.limits.sockets.enter(visitor.address)
            self._counted = visitor.address
        except Exception as error:  # noqa: BLE001 - every request is answered
            with context.acting_as(context.Caller(request_id=request_id)):
                self._answer(refusal(status_of(error), self.hub.catalogue.codec), request_id)
            return
        self._socket = Socket(self.hub, visitor)
        self._protocol = self._picows(self._socket, visitor)
        self._protocol.connection_made(self._transport)
        self._feed(_handshake(headers))

    def _visitor(self, target: str, headers: dict[str, str], request_id: str) -> Visitor:
        path, _, query = target.partition("?")
        if path != PATH:
            raise not_found(path)
        token = parse_qs(query).get("access_token", [None])[0]
        peer = self._transport.get_extra_info("peername") if self._transport is not None else None
        address = self.proxies.client(str(peer[0]) if peer else "local", headers.get("x-forwarded-for"))
        return visitor_of(headers, address, self.hub.sessions, request_id=request_id, token=token)

    def _picows(self, socket: Socket, visitor: Visitor) -> Any:
        def listen(_request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
            response = WSUpgradeResponse.create_101_response({REQUEST_ID: visitor.request_id})
            return WSUpgradeResponseWithListener(response, socket)

        silence = self.hub.settings.ping_s
        return picows_core.WSProtocol(  # type: ignore[attr-defined] # not in its stubs
            None,  # host and path are a client's
            None,
            False,
            listen,
            _SILENT,
            True,  # an exception of a listener ends its connection
            5.0,  # seconds for the handshake, which is all there already
            True,
            silence,
            silence,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            True,
            self.hub.limits.max_bytes * CUT_AT,
            None,
            4096,
        )

    def _feed(self, data: bytes) -> None:
        """Copies into picows' buffer, as a transport would."""
        rest = memoryview(data)
        while rest:
            room = self._protocol.get_buffer(len(rest))
            size = min(len(room), len(rest))
            room[:size] = rest[:size]
            rest = rest[size:]
            self._protocol.buffer_updated(size)

    def _answer(self, answer: Answer, request_id: str) -> None:
        if self._transport is not None:
            self._transport.write(spelled(answer, request_id))
            self._transport.close()


def _request(data: bytes) -> tuple[str, dict[str, str]]:
    """The target and the headers of a request that uvicorn has read already."""
    first, *lines = data.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines if line)
    return first.split(" ")[1], {name.strip().lower(): value.strip() for name, _, value in pairs}


def _check(headers: dict[str, str]) -> None:
    """Refuses what picows would refuse without a name of ours."""
    key = headers.get("sec-websocket-key", "")
    if headers.get("sec-websocket-version") != VERSION or not KEY.fullmatch(key):
        sentence = (
            f"A web socket begins with Sec-WebSocket-Version: {VERSION} and a Sec-WebSocket-Key of 16 bytes."
        )
        raise InvalidArgument("REQUEST_MALFORMED", sentence)


def _handshake(headers: dict[str, str]) -> bytes:
    """The request as picows reads it: Firefox's `Connection: keep-alive, Upgrade` would be refused."""
    names = ("host", "upgrade", "sec-websocket-key", "sec-websocket-version")
    lines = [f"{name}: {headers[name]}" for name in names if name in headers]
    return "\r\n".join((f"GET {PATH} HTTP/1.1", *lines, "connection: upgrade", "", "")).encode("latin-1")
