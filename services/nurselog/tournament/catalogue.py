"""What the engines say of their games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from nurselog.api.game.v1.game_pb2 import Game
from nurselog.api.game.v1.game_service_pb2 import GetGameRequest
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.chassis.errors import NotFound
from nurselog.chassis.replicas import Replicas

AskGame: TypeAlias = Callable[[str], Awaitable[Game]]
"""Asks for `games/{game}`. Raises `Refusal`."""


def asking(engines: Replicas[GameServiceStub]) -> AskGame:
    """Asks the engines of the settings."""

    async def ask(name: str) -> Game:
        if name.partition("/")[2] not in engines.games:
            raise NotFound(
                "GAME_NOT_FOUND",
                f"There is no game {name[:60]!r} here.",
                field="tournament.tables.game",
                game=name[:60],
            )
        return await engines.ask(name, lambda stub: stub.GetGame(GetGameRequest(name=name)))

    return ask
