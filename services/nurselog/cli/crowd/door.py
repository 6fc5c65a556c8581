"""The public gRPC face for many guests: sessions, and calls that are patient where that may help."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc

from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.gateway.v1.session_service_pb2 import CreateSessionRequest
from nurselog.api.gateway.v1.session_service_pb2_grpc import SessionServiceStub
from nurselog.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from nurselog.api.scoring.v1.scoring_service_pb2_grpc import ScoringServiceStub
from nurselog.api.tournament.v1.tournament_service_pb2_grpc import TournamentServiceStub

T = TypeVar("T")
U = TypeVar("U")

AT_ONCE = 32
TRIES = 12
WAIT_S = 0.1
LONGEST_WAIT_S = 2.0
PASSING = frozenset(
    {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.ABORTED}
)
"""What may be different in a moment."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A session."""

    player: str
    name: str
    token: str

    @property
    def who(self) -> tuple[tuple[str, str], ...]:
        """As metadata of a call."""
        return (("authorization", f"Bearer {self.token}"),)


class Door:
    """One channel for all; `async with Door(grpc_address) as door`."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.aio.insecure_channel(address)
        self.sessions = SessionServiceStub(self._channel)
        self.games = GameServiceStub(self._channel)
        self.tickets = MatchmakingServiceStub(self._channel)
        self.scores = ScoringServiceStub(self._channel)
        self.tournaments = TournamentServiceStub(self._channel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close()

    async def guest(self, name: str) -> Guest:
        """A fresh guest."""
        request = CreateSessionRequest(display_name=name)
        session = await patiently(lambda: self.sessions.CreateSession(request))
        return Guest(session.player, name, session.token)

    async def guests(self, names: Iterable[str]) -> list[Guest]:
        """Many of them, in the order of their names."""
        return await some_at_a_time(self.guest, names)


async def patiently(call: Callable[[], Awaitable[T]]) -> T:
    """The answer of a call, asked for again, ever more slowly, where that may help."""
    for attempt in range(TRIES):
        try:
            return await call()
        except grpc.aio.AioRpcError as error:
            if error.code() not in PASSING or attempt == TRIES - 1:
                raise
        await asyncio.sleep(min(LONGEST_WAIT_S, WAIT_S * 2**attempt))
    raise AssertionError("unreachable")


async def some_at_a_time(
    work: Callable[[T], Awaitable[U]], things: Iterable[T], at_once: int = AT_ONCE
) -> list[U]:
    """The work for each thing, so many at the same time; answers in the order of the things."""
    gate = asyncio.Semaphore(at_once)

    async def one(thing: T) -> U:
        async with gate:
            return await work(thing)

    return await asyncio.gather(*(one(thing) for thing in things))


def reason_of(error: BaseException) -> str:
    """A refusal in a few words."""
    details: Any = error.details() if isinstance(error, grpc.aio.AioRpcError) else str(error)
    return str(details or type(error).__name__)
