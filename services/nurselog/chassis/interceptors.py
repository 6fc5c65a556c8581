"""What happens around every call: who calls, how it ended, how long it took, and errors as rich statuses.

A behaviour is wrapped once per method, so a call costs one context variable, two metrics and one log
decision. Nothing is done per message of a stream.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import DecodeError
from grpc_status import rpc_status

from nurselog.chassis import context, metrics
from nurselog.chassis.errors import (
    DeadlineExceeded,
    Internal,
    InvalidArgument,
    Refusal,
    Unavailable,
    Unimplemented,
    to_status,
)
from nurselog.chassis.logs import get
from nurselog.chassis.redis import is_store_outage

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Behaviour: TypeAlias = Callable[[Any, Context], Any]

log = get(__name__)


def refusal_of(error: Exception) -> Refusal:
    """The refusal a caller gets for anything raised; a fault of ours tells nothing but the request id."""
    if isinstance(error, Refusal):
        return error
    if is_store_outage(error):
        return Unavailable(
            "STORE_UNAVAILABLE",
            "The store does not answer, or takes no writes, now; try the same again.",
            retry_after_ms=1000,
        )
    if isinstance(error, TimeoutError):
        return DeadlineExceeded("DEADLINE_EXCEEDED", "The request took longer than its deadline.")
    if isinstance(error, NotImplementedError):
        return Unimplemented("NOT_IMPLEMENTED", "This server does not implement the method.")
    request_id = context.current_request_id()
    return Internal(
        "INTERNAL", f"A fault of ours, in our log under request {request_id}.", request_id=request_id
    )


class ServerInterceptor(grpc.aio.ServerInterceptor):
    """Wraps all four kinds of methods; unary ones end after `deadline_s` whatever their caller allows."""

    def __init__(self, deadline_s: float) -> None:
        self._deadline_s = deadline_s
        self._wrapped: dict[str, tuple[Handler, Handler]] = {}
        self._streaming: set[asyncio.Task[Any]] = set()
        self._cut = False

    def cut_streams(self) -> None:
        """Ends all open streams with UNAVAILABLE: their callers go on at another replica."""
        self._cut = True
        for task in self._streaming:
            task.cancel()

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        method = handler_call_details.method
        known = self._wrapped.get(method)
        if known is None or known[0] is not handler:
            known = self._wrapped[method] = (handler, self._wrap(method, handler))
        return known[1]

    def _wrap(self, method: str, handler: Handler) -> Handler:
        read, write = handler.request_deserializer, handler.response_serializer
        if handler.unary_unary:
            behaviour = self._unary(method, _reading(read, handler.unary_unary))
            return grpc.unary_unary_rpc_method_handler(behaviour, None, write)
        if handler.unary_stream:
            behaviour = self._stream(method, _reading(read, handler.unary_stream))
            return grpc.unary_stream_rpc_method_handler(behaviour, None, write)
        if handler.stream_unary:
            return grpc.stream_unary_rpc_method_handler(
                self._unary(method, handler.stream_unary), read, write
            )
        return grpc.stream_stream_rpc_method_handler(self._stream(method, handler.stream_stream), read, write)

    def _unary(self, method: str, behaviour: Any) -> Any:
        seconds = metrics.call_seconds.labels(method)

        async def call(request: Any, ctx: Context) -> Any:
            async with _accounted(method, ctx) as started:
                async with asyncio.timeout(self._deadline_s):
                    response = await _finished(behaviour(request, ctx))
                seconds.observe(time.perf_counter() - started)
                return response

        return call

    def _stream(self, method: str, behaviour: Any) -> Any:
        streams = metrics.streams.labels(method)

        async def call(request: Any, ctx: Context) -> None:
            task = asyncio.current_task()
            assert task is not None
            async with _accounted(method, ctx):
                self._streaming.add(task)
                streams.inc()
                try:
                    await _written(behaviour(request, ctx), ctx)
                except asyncio.CancelledError:
                    if not self._cut or ctx.cancelled():
                        raise
                    raise Unavailable(
                        "SERVICE_UNAVAILABLE", "This server is closing: go on at another."
                    ) from None
                finally:
                    self._streaming.discard(task)
                    streams.dec()

        return call


def _reading(deserialize: Callable[[bytes], Any] | None, behaviour: Any) -> Any:
    """Reads the request inside the call: bytes which are no message are refused, and no fault of ours."""
    if deserialize is None:
        return behaviour

    def call(data: bytes, ctx: Context) -> Any:
        try:
            request = deserialize(data)
        except DecodeError:
            raise InvalidArgument(
                "REQUEST_MALFORMED", "The bytes are not a message of this method."
            ) from None
        return behaviour(request, ctx)

    return call


async def _finished(result: Any) -> Any:
    return await result if inspect.isawaitable(result) else result


async def _written(result: Any, ctx: Context) -> None:
    """Sends what a generator yields; a behaviour that writes by itself is only awaited."""
    if not hasattr(result, "__aiter__"):
        await result
        return
    async with aclosing(result) as responses:
        async for response in responses:
            await ctx.write(response)


@asynccontextmanager
async def _accounted(method: str, ctx: Context) -> AsyncIterator[float]:
    """Runs a call as its caller, and answers, counts and logs how it ended."""
    started = time.perf_counter()
    context.enter(context.from_metadata(ctx.invocation_metadata()))
    try:
        yield started
    except grpc.aio.AbortError:  # a library has answered already (health, reflection)
        _note(method, started, "ABORTED_BY_LIBRARY")
        raise
    except asyncio.CancelledError:
        _note(method, started, "CANCELLED")
        raise
    except Exception as error:  # noqa: BLE001 - every error is answered here
        refusal = refusal_of(error)
        _note(method, started, refusal.code.name, error=error, reason=refusal.reason)
        await ctx.abort_with_status(rpc_status.to_status(to_status(refusal)))
    else:
        _note(method, started, "OK")


def _note(
    method: str, started: float, code: str, *, error: Exception | None = None, reason: str = ""
) -> None:
    metrics.calls.labels(method, code).inc()
    facts: dict[str, Any] = {
        "method": method,
        "code": code,
        "ms": round((time.perf_counter() - started) * 1000, 2),
    }
    if error is None:
        log.debug("call", **facts)
    elif reason == "INTERNAL" and not isinstance(error, Refusal):
        log.error("call_failed", **facts, exc_info=error)
    else:
        log.info("call_refused", **facts, reason=reason)
