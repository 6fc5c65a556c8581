"""What a lost answer may have left behind: a table that nobody knows of, a seat given to who was not told.

Undone is only what is named: another table, another player in the seat, stays as it is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Self, TypeAlias

from nurselog.api.engine.v1.engine_service_pb2 import StopTableRequest, VacateSeatRequest
from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.chassis.replicas import Replicas


@dataclass(frozen=True, slots=True)
class Sitting:
    """A substitute in a seat, whose own player left at a version."""

    seat: int
    left_at: int
    player: str


@dataclass(frozen=True, slots=True)
class Unwanted:
    """A table, or (`sitting`) somebody at one that is to run on without them."""

    table: str
    sitting: Sitting | None = None

    def encode(self) -> str:
        """As the store keeps it."""
        if (one := self.sitting) is None:
            return self.table
        return f"{self.table} {one.seat} {one.left_at} {one.player}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of `encode`."""
        table, *rest = text.split(" ")
        return cls(table, Sitting(int(rest[0]), int(rest[1]), rest[2]) if rest else None)


Undo: TypeAlias = Callable[[Unwanted], Awaitable[bool]]
"""Ends the table, or takes the seat back; whether that seat is vacant now. Raises `Refusal`."""


def undoing(engines: Replicas[EngineServiceStub]) -> Undo:
    """Asks the engines of the settings."""

    async def undo(thing: Unwanted) -> bool:
        if (one := thing.sitting) is None:
            await engines.ask(thing.table, lambda stub: stub.StopTable(StopTableRequest(name=thing.table)))
            return False
        request = VacateSeatRequest(
            name=thing.table, seat=one.seat, left_at_version=one.left_at, player=one.player
        )
        return (await engines.ask(thing.table, lambda stub: stub.VacateSeat(request))).vacant

    return undo
