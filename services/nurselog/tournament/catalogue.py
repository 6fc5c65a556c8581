"""What the engines say of their games, believed for a while."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from nurselog.api.game.v1.game_pb2 import Game
from nurselog.api.game.v1.game_service_pb2 import GetGameRequest
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.chassis.errors import NotFound, Unavailable
from nurselog.chassis.replicas import Replicas

AskGame: TypeAlias = Callable[[str], Awaitable[Game]]
"""Asks for `games/{game}`. Raises `Refusal`."""


class Catalogue:
    """The games, each asked for once in `keep_s`; while no engine answers, what was said last holds."""

    def __init__(self, ask: AskGame, keep_s: float, now: Callable[[], float] = time.monotonic) -> None:
        self._ask = ask
        self._keep_s = keep_s
        self._now = now
        self._known: dict[str, tuple[float, Game]] = {}

    async def game(self, name: str) -> Game:
        """The game `games/{game}`."""
        asked, game = self._known.get(name, (0.0, None))
        if game is not None and self._now() - asked < self._keep_s:
            return game
        try:
            fresh = await self._ask(name)
        except Unavailable:
            if game is None:
                raise
            return game
        self._known[name] = (self._now(), fresh)
        return fresh


def asking(engines: Replicas[GameServiceStub]) -> AskGame:
    """Asks the engines of the settings."""

    async def ask(name: str) -> Game:
        if name.partition("/")[2] not in engines.games:
            raise NotFound("GAME_NOT_FOUND", f"There is no game {name[:60]!r} here.", game=name[:60])
        return await engines.ask(name, lambda stub: stub.GetGame(GetGameRequest(name=name)))

    return ask
