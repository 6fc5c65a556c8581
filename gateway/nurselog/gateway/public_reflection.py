"""Reflection for strangers: the public services, what they need, the games' messages; nothing internal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, cast

import grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2, reflection_pb2_grpc

from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.descriptors import Types


class PublicReflection(reflection_pb2_grpc.ServerReflectionServicer):
    """Answers from whatever messages are known at that moment."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._made_for: Types | None = None
        self._servicer: Any = None

    async def ServerReflectionInfo(  # noqa: N802 - gRPC's name
        self, request_iterator: AsyncIterator[reflection_pb2.ServerReflectionRequest], context: Any
    ) -> AsyncIterator[reflection_pb2.ServerReflectionResponse]:
        """One answer for each question."""
        async for answer in self._present().ServerReflectionInfo(request_iterator, context):
            yield answer

    def _present(self) -> Any:
        types = self._catalogue.codec.types
        if types is not self._made_for:
            self._servicer = cast("Any", reflection).aio.ReflectionServicer(types.services, pool=types.pool)
            self._made_for = types
        return self._servicer


def add_reflection(server: grpc.aio.Server, catalogue: Catalogue) -> None:
    """Serves reflection."""
    servicer = PublicReflection(catalogue)
    cast("Any", reflection_pb2_grpc).add_ServerReflectionServicer_to_server(servicer, server)
