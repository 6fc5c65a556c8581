"""The engines as the clock sees them: which games can be played, and the two calls it makes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.chassis.replicas import Replicas
from nurselog.clock.due_store import Outage

CALL_S = 10.0


class Engines(Protocol):
    """What the worker needs of the engines."""

    @property
    def games(self) -> Iterable[str]:
        """The games there are engines for."""
        ...

    def playable(self, game: str) -> bool:
        """Whether an engine of the game is connected now."""
        ...

    async def expire(self, table: str, outages: Iterable[Outage]) -> int:
        """How many overdue decisions the house answered. Raises `Refusal`."""
        ...

    async def archive(self, table: str) -> bool:
        """Whether the record of the finished table is in the archive now. Raises `Refusal`."""
        ...


class GrpcEngines:
    """The engines behind `NURSELOG_ENGINES`."""

    def __init__(self, replicas: Replicas[EngineServiceStub]) -> None:
        self._replicas = replicas

    @property
    def games(self) -> Iterable[str]:
        """The games there are engines for."""
        return self._replicas.games

    def playable(self, game: str) -> bool:
        """Whether an engine of the game is connected now."""
        return self._replicas.connected(game)

    async def expire(self, table: str, outages: Iterable[Outage]) -> int:
        """How many overdue decisions the house answered."""
        passed = [pb.Outage(from_ms=outage.from_ms, until_ms=outage.until_ms) for outage in outages]
        request = pb.ExpireTurnRequest(name=table, outages=passed)
        answer = await self._replicas.ask(table, lambda stub: stub.ExpireTurn(request, timeout=CALL_S))
        return answer.expired

    async def archive(self, table: str) -> bool:
        """Whether the record of the finished table is in the archive now."""
        request = pb.ArchiveTableRequest(name=table)
        answer = await self._replicas.ask(table, lambda stub: stub.ArchiveTable(request, timeout=CALL_S))
        return answer.archived
