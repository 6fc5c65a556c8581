"""The engines as the clock sees them: which games can be played, and the two calls it makes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Protocol, TypeVar

import grpc

from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.api.engine.v1 import engine_service_pb2_grpc as pb_grpc
from nurselog.chassis.addresses import preferred
from nurselog.chassis.errors import Refusal, Unavailable, from_rpc_error
from nurselog.clock.due_store import Outage

CALL_S = 10.0

T = TypeVar("T")


class Engines(Protocol):
    """What the worker needs of the engines."""

    @property
    def games(self) -> Iterable[str]:
        """The games there are engines for."""
        ...

    def playable(self, game: str) -> bool:
        """Whether an engine of the game is connected now."""
        ...

    async def expire(self, game: str, table: str, outages: Iterable[Outage]) -> int:
        """How many overdue decisions the house answered. Raises `Refusal`."""
        ...

    async def archive(self, game: str, table: str) -> bool:
        """Whether the record of the finished table is in the archive now. Raises `Refusal`."""
        ...


class GrpcEngines:
    """The engines behind `NURSELOG_ENGINES`."""

    def __init__(self, channels: Mapping[str, Mapping[str, grpc.aio.Channel]]) -> None:
        self._channels = channels
        self._stubs = {
            address: pb_grpc.EngineServiceStub(channel)
            for replicas in channels.values()
            for address, channel in replicas.items()
        }

    @property
    def games(self) -> Iterable[str]:
        """The games there are engines for."""
        return self._channels.keys()

    def playable(self, game: str) -> bool:
        """Whether an engine of the game is connected now; wakes idle connections."""
        states = [channel.get_state(try_to_connect=True) for channel in self._channels[game].values()]
        return grpc.ChannelConnectivity.READY in states

    async def expire(self, game: str, table: str, outages: Iterable[Outage]) -> int:
        """How many overdue decisions the house answered."""
        request = pb.ExpireTurnRequest(
            name=table, outages=[pb.Outage(from_ms=o.from_ms, until_ms=o.until_ms) for o in outages]
        )
        answer = await self._ask(game, table, lambda stub: stub.ExpireTurn(request, timeout=CALL_S))
        return answer.expired

    async def archive(self, game: str, table: str) -> bool:
        """Whether the record of the finished table is in the archive now."""
        request = pb.ArchiveTableRequest(name=table)
        answer = await self._ask(game, table, lambda stub: stub.ArchiveTable(request, timeout=CALL_S))
        return answer.archived

    async def _ask(
        self, game: str, table: str, call: Callable[[pb_grpc.EngineServiceStub], Awaitable[T]]
    ) -> T:
        """Asks the table's preferred replica, and the next ones while they cannot be reached."""
        problem: Refusal = Unavailable("SERVICE_UNAVAILABLE", f"No engine plays {game}.")
        for address in preferred(table, self._channels[game]):
            try:
                return await call(self._stubs[address])
            except grpc.aio.AioRpcError as error:
                problem = from_rpc_error(error)
                if not isinstance(problem, Unavailable):
                    break
        raise problem
