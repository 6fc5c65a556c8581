"""One stream to one replica of an engine: calls are gathered, answers and pushes are handed on.

Everything that became ready in one pass of the loop travels in one message, since gRPC's cost is per
message. What a broken stream means for the calls under way is decided by `exchange.py`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any, Protocol

import grpc

from nurselog.api.engine.v1 import engine_service_pb2 as api
from nurselog.chassis import context, logs
from nurselog.chassis.context import Caller, new_request_id
from nurselog.gateway.upstream import Replica

PATH = "/nurselog.api.engine.v1.EngineService/Link"

FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 1.0
MOST_CALLS = 512
"""Calls in one message: some hundred KB."""

log = logs.get(__name__)


class Owner(Protocol):
    """Who is told what a link learns."""

    def connected(self) -> None:
        """One more link carries calls."""

    def broken(self, link: Link) -> None:
        """What was sent by the link and not answered may or may not have happened."""

    def received(self, message: api.LinkResponse) -> None:
        """Answers and pushes."""


class Link:
    """Keeps a stream to a replica alive for as long as `run` runs."""

    def __init__(self, replica: Replica, owner: Owner, pause: Callable[[float], Any] = asyncio.sleep) -> None:
        self.replica = replica
        self.alive = False
        self._owner = owner
        self._pause = pause
        self._open = replica.channel.stream_stream(
            PATH,
            request_serializer=api.LinkRequest.SerializeToString,
            response_deserializer=api.LinkResponse.FromString,
        )
        self._gathered = api.LinkRequest()
        self._some = asyncio.Event()

    def call(self) -> api.LinkCall:
        """An empty call that leaves with the next message; only while `alive`."""
        self._some.set()
        return self._gathered.calls.add()

    async def run(self) -> None:
        """Connects, carries, and connects again."""
        pause = FIRST_PAUSE_S
        while True:
            try:
                await self.replica.channel.channel_ready()
                await self._carry()
                pause = FIRST_PAUSE_S
            except grpc.aio.AioRpcError as error:
                log.info("link_broken", engine=self.replica.address, code=error.code().name)
            except Exception:  # the fault is told, and the other calls go on
                log.exception("link_failed", engine=self.replica.address)
            await self._pause(pause * random.uniform(0.5, 1.0))  # noqa: S311 - no secret
            pause = min(pause * 2, LONGEST_PAUSE_S)

    async def _carry(self) -> None:
        stream = self._open(metadata=context.to_metadata(Caller(request_id=new_request_id())))
        self._gathered = api.LinkRequest()
        self._some.clear()
        writing = asyncio.create_task(self._write(stream))
        self.alive = True
        try:
            log.info("link_open", engine=self.replica.address)
            self._owner.connected()
            async for message in stream:
                self._owner.received(message)
        finally:
            self.alive = False
            writing.cancel()
            stream.cancel()
            self._owner.broken(self)

    async def _write(self, stream: Any) -> None:
        try:
            while True:
                await self._some.wait()
                self._some.clear()
                gathered, self._gathered = self._gathered, api.LinkRequest()
                for part in _parts(gathered):
                    await stream.write(part)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            stream.cancel()  # the reader tells it


def _parts(gathered: api.LinkRequest) -> list[api.LinkRequest]:
    calls = gathered.calls
    if len(calls) <= MOST_CALLS:
        return [gathered]
    return [
        api.LinkRequest(calls=calls[start : start + MOST_CALLS]) for start in range(0, len(calls), MOST_CALLS)
    ]
