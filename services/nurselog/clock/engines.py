"""The engines as the clock sees them: which games can be played, and the two calls it makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

import grpc

from nurselog.api.common.v1.clock_pb2 import Interval
from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.chassis.replicas import Replicas
from nurselog.clock.due_store import Outage

CALL_S = 10.0


class Counting(NamedTuple):
    """Whether vacations of a player count at a table, and the player's earliest deadline there (0: none)."""

    counts: bool
    due_ms: int = 0


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


class Tables(Protocol):
    """What the herald needs of them."""

    async def note_vacations(
        self, table: str, player: str, spans: Sequence[tuple[int, int]], *, ask_only: bool
    ) -> Counting:
        """Tells the table, or only asks it. Raises `Refusal`."""
        ...


class GrpcEngines:
    """The engines behind `NURSELOG_ENGINES`, and the doors through which players reach them."""

    def __init__(self, replicas: Replicas[EngineServiceStub], doors: Sequence[grpc.aio.Channel] = ()) -> None:
        self._replicas = replicas
        self._doors = doors

    @property
    def games(self) -> Iterable[str]:
        """The games there are engines for."""
        return self._replicas.games

    def playable(self, game: str) -> bool:
        """Whether an engine of the game is connected now, and a gateway, where they are watched."""
        doors = [door.get_state(try_to_connect=True) for door in self._doors]
        open_ = not doors or grpc.ChannelConnectivity.READY in doors
        return self._replicas.connected(game) and open_

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

    async def note_vacations(
        self, table: str, player: str, spans: Sequence[tuple[int, int]], *, ask_only: bool
    ) -> Counting:
        """Tells the table, or only asks it."""
        request = pb.NoteVacationsRequest(
            name=table,
            player=player,
            vacations=[Interval(from_ms=start, until_ms=end) for start, end in spans],
            ask_only=ask_only,
        )
        answer = await self._replicas.ask(table, lambda stub: stub.NoteVacations(request, timeout=CALL_S))
        return Counting(answer.counts, int(answer.due_at_ms))
