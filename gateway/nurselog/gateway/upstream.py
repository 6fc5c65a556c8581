"""The services behind: channels to their replicas, calls as bytes, and going on at the next replica.

Nothing is parsed here. A call goes on at the next replica if it never left us, if repeating it is
harmless and the replica is gone, or if the replica says that another one may serve it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import grpc
from google.rpc import status_pb2

from nurselog.chassis.addresses import preferred
from nurselog.chassis.config import Settings
from nurselog.chassis.errors import Refusal
from nurselog.chassis.server import channel_options
from nurselog.gateway.errors import Refused, from_call, info_of, unavailable

Metadata: TypeAlias = tuple[tuple[str, str], ...]

NEVER_SENT = "failed to connect to all addresses"
"""How gRPC begins the details of a call for which it found no connection."""

ELSEWHERE = frozenset({"RULES_VERSION_NOT_SERVED"})
"""Reasons that speak for one replica only."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call as it goes to a service; `key` decides which replica is asked first."""

    path: str
    request: bytes
    metadata: Metadata
    key: str
    repeatable: bool


class Replica:
    """One address of a service."""

    def __init__(self, address: str, config: Settings) -> None:
        self.address = address
        self.channel = grpc.aio.insecure_channel(address, options=channel_options(config))
        self._unary: dict[str, Any] = {}
        self._stream: dict[str, Any] = {}

    async def call(self, call: Call, timeout_s: float) -> bytes:
        """A unary call."""
        if (method := self._unary.get(call.path)) is None:
            method = self._unary[call.path] = self.channel.unary_unary(call.path)
        answer: bytes = await method(call.request, metadata=call.metadata, timeout=timeout_s)
        return answer

    def stream(self, call: Call) -> Any:
        """A call whose answers come one by one, for as long as they come."""
        if (method := self._stream.get(call.path)) is None:
            method = self._stream[call.path] = self.channel.unary_stream(call.path)
        return method(call.request, metadata=call.metadata)

    @property
    def connected(self) -> bool:
        """Whether there is a connection now; an idle one is woken."""
        state = self.channel.get_state(try_to_connect=True)
        return bool(state is grpc.ChannelConnectivity.READY)

    async def close(self) -> None:
        """Ends the connection and all its calls."""
        await self.channel.close()


class Upstream:
    """One service in its replicas."""

    def __init__(self, name: str, replicas: Iterable[Replica]) -> None:
        self.name = name
        self.replicas: Mapping[str, Replica] = {one.address: one for one in replicas}
        self.order = lru_cache(maxsize=65_536)(self._order)

    async def call(self, call: Call, timeout_s: float) -> bytes:
        """A unary call at the first replica that can answer; `Refused` with the last one's words."""
        refused: Refused | Refusal = unavailable(self.name)
        for replica in self.order(call.key):
            try:
                return await replica.call(call, timeout_s)
            except grpc.aio.AioRpcError as error:
                refused = from_call(error)
                if not may_go_on(error, refused, repeatable=call.repeatable):
                    break
        raise refused from None

    async def stream(self, call: Call) -> AsyncIterator[bytes]:
        """A stream from the first replica that begins one; what breaks later is the caller's to resume."""
        refused: Refused | Refusal = unavailable(self.name)
        for replica in self.order(call.key):
            answers = replica.stream(call)
            begun = False
            try:
                async for answer in answers:
                    begun = True
                    yield answer
            except grpc.aio.AioRpcError as error:
                refused = from_call(error)
                if begun or not may_go_on(error, refused, repeatable=True):
                    break
            else:
                return
            finally:
                answers.cancel()  # the reader may have left
        raise refused from None

    @property
    def connected(self) -> bool:
        """Whether any replica is connected; wakes idle connections of all."""
        return any([one.connected for one in self.replicas.values()])  # noqa: C419 - all are woken

    async def close(self) -> None:
        """Ends all connections."""
        for replica in self.replicas.values():
            await replica.close()

    def _order(self, key: str) -> tuple[Replica, ...]:
        return tuple(self.replicas[address] for address in preferred(key, self.replicas))


def may_go_on(error: grpc.aio.AioRpcError, refused: Refused, *, repeatable: bool) -> bool:
    """Whether the next replica may be asked the same."""
    if error.code() is not grpc.StatusCode.UNAVAILABLE:
        return False
    reason = _reason(refused.status)
    if reason in ELSEWHERE:
        return True
    gone = reason == "SERVICE_UNAVAILABLE"
    return gone and (repeatable or (error.details() or "").startswith(NEVER_SENT))


def _reason(status: status_pb2.Status) -> str:
    reason: str = info_of(status).reason
    return reason
