"""A gRPC service with one method of each kind, for tests of what happens around calls.

It needs no contract of its own: requests and responses are well-known types.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.wrappers_pb2 import StringValue

NAME = "nurselog.test.ToyService"
UNARY = f"/{NAME}/Unary"
UNARY_STREAM = f"/{NAME}/UnaryStream"
STREAM_UNARY = f"/{NAME}/StreamUnary"
STREAM_STREAM = f"/{NAME}/StreamStream"
WRITER = f"/{NAME}/Writer"

Does = Callable[[str], Awaitable[str]]


class ToyService:
    """Whatever it is asked, `does` decides the answer; streams answer each request."""

    def __init__(self, does: Does) -> None:
        self.does = does

    async def unary(self, request: StringValue, _context: Any) -> StringValue:
        return StringValue(value=await self.does(request.value))

    async def unary_stream(self, request: StringValue, _context: Any) -> AsyncIterator[StringValue]:
        yield StringValue(value="first")
        yield StringValue(value=await self.does(request.value))

    async def stream_unary(self, requests: AsyncIterator[StringValue], _context: Any) -> StringValue:
        return StringValue(value=await self.does("+".join([request.value async for request in requests])))

    async def stream_stream(
        self, requests: AsyncIterator[StringValue], _context: Any
    ) -> AsyncIterator[StringValue]:
        async for request in requests:
            yield StringValue(value=await self.does(request.value))

    async def writer(self, request: StringValue, context: Any) -> None:
        """A stream whose behaviour writes by itself, as the health service does."""
        await context.write(StringValue(value="first"))
        await context.write(StringValue(value=await self.does(request.value)))


def add_to_server(toy: ToyService, server: Any) -> None:
    """What generated code would be."""
    codec: Any = (StringValue.FromString, StringValue.SerializeToString)
    does: Any = toy
    handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Unary": grpc.unary_unary_rpc_method_handler(does.unary, *codec),
        "UnaryStream": grpc.unary_stream_rpc_method_handler(does.unary_stream, *codec),
        "StreamUnary": grpc.stream_unary_rpc_method_handler(does.stream_unary, *codec),
        "StreamStream": grpc.stream_stream_rpc_method_handler(does.stream_stream, *codec),
        "Writer": grpc.unary_stream_rpc_method_handler(does.writer, *codec),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, handlers),))


class ToyClient:
    """Calls a toy service by any of its methods; answers are lists of texts."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        codec = (StringValue.SerializeToString, StringValue.FromString)
        self.channel = channel
        self._unary = channel.unary_unary(UNARY, *codec)
        self._unary_stream = channel.unary_stream(UNARY_STREAM, *codec)
        self._stream_unary = channel.stream_unary(STREAM_UNARY, *codec)
        self._stream_stream = channel.stream_stream(STREAM_STREAM, *codec)
        self._writer = channel.unary_stream(WRITER, *codec)

    async def call(self, kind: str, word: str, **options: Any) -> list[str]:
        """One call of the method named `kind`."""
        answers: list[str] = await getattr(self, kind)(StringValue(value=word), **options)
        return answers

    async def unary(self, request: StringValue, **options: Any) -> list[str]:
        return [(await self._unary(request, **options)).value]

    async def unary_stream(self, request: StringValue, **options: Any) -> list[str]:
        return [answer.value async for answer in self._unary_stream(request, **options)]

    async def writer(self, request: StringValue, **options: Any) -> list[str]:
        return [answer.value async for answer in self._writer(request, **options)]

    async def stream_unary(self, request: StringValue, **options: Any) -> list[str]:
        return [(await self._stream_unary(_once(request), **options)).value]

    async def stream_stream(self, request: StringValue, **options: Any) -> list[str]:
        return [answer.value async for answer in self._stream_stream(_once(request), **options)]


KINDS = ("unary", "unary_stream", "stream_unary", "stream_stream", "writer")


async def never(_word: str) -> str:
    """An answer that does not come."""
    await asyncio.Event().wait()
    raise AssertionError


async def _once(request: StringValue) -> AsyncIterator[StringValue]:
    yield request
