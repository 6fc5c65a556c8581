"""The gRPC face: all public methods, passed on as bytes; reflection and health beside them.

A method is served if it is public; anything else is UNIMPLEMENTED, as if it did not exist. What a
stranger sends as our internal metadata is not read: the metadata for our services is made from its token
(`visitors.py`).
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable
from typing import Any, TypeAlias, cast

import grpc
from google.rpc import status_pb2
from grpc_health.v1 import health_pb2_grpc
from grpc_status import rpc_status

from nurselog.chassis import context, logs
from nurselog.chassis.errors import Unimplemented
from nurselog.chassis.server import server_options
from nurselog.gateway import metrics
from nurselog.gateway.backend import Backend
from nurselog.gateway.descriptors import Method
from nurselog.gateway.errors import CODE_OF_NUMBER, status_of
from nurselog.gateway.limits import Limits
from nurselog.gateway.public_reflection import add_reflection
from nurselog.gateway.sessions import Sessions
from nurselog.gateway.settings import GatewaySettings
from nurselog.gateway.updates import Update
from nurselog.gateway.visitors import REQUEST_ID, Proxies, Visitor, request_id_of, visitor_of

Context: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"

ROOM = 4
"""What is up to this many times too large is refused with our reason; beyond it gRPC itself breaks off."""

log = logs.get(__name__)


class GrpcFace(grpc.GenericRpcHandler):
    """Finds the handler of each call."""

    def __init__(
        self,
        backend: Backend,
        methods: Iterable[Method],
        sessions: Sessions,
        limits: Limits,
        proxies: Proxies,
    ) -> None:
        self._backend = backend
        self._sessions = sessions
        self._limits = limits
        self._proxies = proxies
        self._handlers = {method.path: self._handler(method) for method in methods}

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> grpc.RpcMethodHandler[bytes, bytes] | None:
        """The handler of a method; one that refuses for what is not public."""
        found = self._handlers.get(handler_call_details.method)
        return found or grpc.stream_stream_rpc_method_handler(cast("Any", self._unimplemented))

    def _handler(self, method: Method) -> grpc.RpcMethodHandler[bytes, bytes]:
        if method.client_streaming:  # the contract has none; a test would tell
            return grpc.stream_stream_rpc_method_handler(cast("Any", self._unimplemented))
        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(cast("Any", self._stream(method)))
        return grpc.unary_unary_rpc_method_handler(cast("Any", self._unary(method)))

    def _unary(self, method: Method) -> Any:
        async def call(request: bytes, ctx: Context) -> bytes:
            started = time.perf_counter()
            try:
                visitor = await self._enter(method, request, ctx)
                answer = await self._backend.call(method, request, visitor, ctx.time_remaining())
            except Exception as error:
                await _abort(ctx, method, error)
                raise  # not reached: abort raises
            metrics.calls.labels("grpc", method.name, "OK").inc()
            metrics.call_seconds.labels("grpc").observe(time.perf_counter() - started)
            return answer

        return call

    def _stream(self, method: Method) -> Any:
        async def call(request: bytes, ctx: Context) -> None:
            try:
                visitor = await self._enter(method, request, ctx)
                with self._limits.streams.one(visitor.key), metrics.streams.labels("grpc").track_inprogress():
                    messages = self._backend.stream(method, request, visitor)
                    try:
                        async for message in messages:
                            await ctx.write(message.packed if isinstance(message, Update) else message)
                    finally:
                        await cast("Any", messages).aclose()
            except Exception as error:  # noqa: BLE001 - every call is answered
                await _abort(ctx, method, error)
            metrics.calls.labels("grpc", method.name, "OK").inc()

        return call

    async def _enter(self, method: Method, request: bytes, ctx: Context) -> Visitor:
        """Who calls; the call is counted, its size checked, its request id told."""
        given = _texts(ctx)
        request_id = request_id_of(given)
        context.enter(context.Caller(request_id=request_id))
        await ctx.send_initial_metadata(((REQUEST_ID, request_id),))
        address = self._proxies.client(_host(ctx.peer()), given.get("x-forwarded-for"))
        visitor = visitor_of(given, address, self._sessions, request_id=request_id)
        context.enter(visitor.caller)
        self._limits.count(visitor.player, visitor.address, method.name)
        self._limits.check_size(len(request))
        return visitor

    async def _unimplemented(self, _requests: AsyncIterator[bytes], ctx: Context) -> None:
        status = status_of(Unimplemented("NOT_IMPLEMENTED", "There is no such method."))
        await ctx.abort_with_status(rpc_status.to_status(status))


def make_grpc_server(
    settings: GatewaySettings, face: GrpcFace, backend: Backend, health: object
) -> grpc.aio.Server:
    """The server of the face; not started, without an address."""
    room = settings.max_request_bytes * ROOM
    options = [*server_options(settings), ("grpc.max_receive_message_length", room)]
    server = grpc.aio.server(options=options)
    server.add_generic_rpc_handlers((face,))
    health_pb2_grpc.add_HealthServicer_to_server(cast("Any", health), cast("Any", server))
    add_reflection(server, backend.catalogue)
    return server


async def _abort(ctx: Context, method: Method, error: Exception) -> None:
    if isinstance(error, grpc.aio.AbortError):
        raise error
    status: status_pb2.Status = status_of(error)
    code = CODE_OF_NUMBER[status.code].name
    metrics.calls.labels("grpc", method.name, code).inc()
    log.debug("call_refused", face="grpc", method=method.name, code=code)
    await ctx.abort_with_status(rpc_status.to_status(status))


def _texts(ctx: Context) -> dict[str, str]:
    pairs = ctx.invocation_metadata() or ()
    return {key: value for key, value in pairs if isinstance(value, str)}


def _host(peer: str) -> str:
    """The address in `ipv4:127.0.0.1:50000` or `ipv6:%5B::1%5D:50000`."""
    kind, _, rest = peer.partition(":")
    if kind not in ("ipv4", "ipv6"):
        return "local"
    return rest.rpartition(":")[0].replace("%5B", "").replace("%5D", "").strip("[]")
