"""Learning messages: an engine is asked for the files in which a message and all it needs are defined.

The protocol is gRPC's server reflection (v1alpha, which every implementation speaks):
https://github.com/grpc/grpc/blob/master/doc/server-reflection.md
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self, cast

import grpc
from google.protobuf import descriptor_pb2
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from nurselog.gateway.descriptors import Files

ANSWER_S = 5.0


class NotTold(LookupError):
    """The engine does not know a message or file."""


async def fetch(channel: grpc.aio.Channel, symbols: Iterable[str], known: Files) -> Files:
    """The files that define `symbols` and what they import, less those in `known`."""
    async with _Asking(channel) as asking:
        found: dict[str, descriptor_pb2.FileDescriptorProto] = {}
        for symbol in symbols:
            found |= await asking.for_symbol(symbol)
        while missing := _missing(found, known):
            found |= await asking.for_file(missing)
    return {name: file for name, file in found.items() if name not in known}


class _Asking:
    """One reflection stream: questions and answers take turns."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        stub = reflection_pb2_grpc.ServerReflectionStub(cast("Any", channel))
        self._call: Any = cast("Any", stub).ServerReflectionInfo(timeout=ANSWER_S)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._call.cancel()

    async def for_symbol(self, symbol: str) -> dict[str, descriptor_pb2.FileDescriptorProto]:
        return await self._ask(symbol, file_containing_symbol=symbol)

    async def for_file(self, name: str) -> dict[str, descriptor_pb2.FileDescriptorProto]:
        found = await self._ask(name, file_by_filename=name)
        if name not in found:
            raise NotTold(name)
        return found

    async def _ask(self, what: str, **question: str) -> dict[str, descriptor_pb2.FileDescriptorProto]:
        await self._call.write(reflection_pb2.ServerReflectionRequest(**cast("Any", question)))
        answer = await self._call.read()
        if answer is grpc.aio.EOF or not answer.HasField("file_descriptor_response"):
            raise NotTold(what)
        packed = answer.file_descriptor_response.file_descriptor_proto
        files = map(descriptor_pb2.FileDescriptorProto.FromString, packed)
        return {file.name: file for file in files}


def _missing(found: Files, known: Files) -> str | None:
    imports = (name for file in found.values() for name in file.dependency)
    return next((name for name in imports if name not in found and name not in known), None)
