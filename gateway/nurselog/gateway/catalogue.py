"""The games that are served here and the messages they speak: asked of all engines, kept while one is away.

A game's messages are learned when its engine first answers, again whenever it comes back (it may be a newer
one), and when a message turns up that nobody knows.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping

import grpc

from nurselog.api.game.v1 import game_pb2, game_service_pb2
from nurselog.chassis import context, logs
from nurselog.chassis.context import Caller, new_request_id
from nurselog.chassis.errors import Refusal
from nurselog.chassis.paging import page_size, read_token, write_token
from nurselog.gateway.descriptors import Files, Types, UnknownType, contract, without_comments
from nurselog.gateway.errors import Refused, unavailable
from nurselog.gateway.json_codec import JsonCodec
from nurselog.gateway.reflection import NotTold, fetch
from nurselog.gateway.upstream import Call, Upstream

LIST = "/nurselog.api.game.v1.GameService/ListGames"
GET = "/nurselog.api.game.v1.GameService/GetGame"

ASK_S = 3.0
FRESH_S = 5.0
"""How long an answer of the engines is good for."""
RETRY_S = 0.5
GIVE_UP_S = 10.0
"""How long a message that no engine could tell is not asked for again."""

log = logs.get(__name__)


class Catalogue:
    """Knows the games; `codec` always speaks all messages learned so far."""

    def __init__(self, engines: Mapping[str, Upstream]) -> None:
        self.engines = engines
        self.codec = JsonCodec(Types(contract()))
        self.edition = 0
        """Grows with everything that is learned."""
        self._learned: dict[str, Files] = {}
        self._stale = set(engines)
        self._wake = asyncio.Event()
        self._games: dict[str, game_pb2.Game] = {}
        self._asked_at = -FRESH_S
        self._unknown: dict[str, float] = {}
        self._learning = asyncio.Lock()

    @property
    def complete(self) -> bool:
        """Whether every engine has told its messages once."""
        return self._learned.keys() >= self.engines.keys()

    @property
    def games(self) -> list[game_pb2.Game]:
        """What is known of the games, by name."""
        return [self._games[name] for name in sorted(self._games)]

    def forget(self, game: str) -> None:
        """An engine of the game came back: its messages are asked for again."""
        self._stale.add(game)
        self._wake.set()

    async def run(self) -> None:
        """Learns what is stale, for ever."""
        while True:
            self._wake.clear()
            for game in sorted(self._stale):
                await self._try_to_learn(game)
            if self._stale:
                await asyncio.sleep(RETRY_S)
            else:
                await self._wake.wait()

    async def find(self, unknown: UnknownType) -> None:
        """Learns a message by its name; `UnknownType` again if no engine tells it."""
        now = time.monotonic()
        if self._unknown.get(unknown.name, -GIVE_UP_S) > now - GIVE_UP_S:
            raise unknown
        async with self._learning:
            if self._knows(unknown.name):
                return  # somebody else asked meanwhile
            for game, engine in self.engines.items():
                if await self._ask(game, engine, [unknown.name]):
                    return
        self._unknown[unknown.name] = now
        log.warning("message_unknown", message=unknown.name)
        raise unknown

    async def list_games(
        self, request: game_service_pb2.ListGamesRequest
    ) -> game_service_pb2.ListGamesResponse:
        """The games by name, merged from all engines; one that is away keeps its last entry."""
        size = page_size(request.page_size)
        after = read_token(request.page_token, "ListGames") or ""
        await self._refresh()
        games = [game for game in self.games if game.name > after]
        response = game_service_pb2.ListGamesResponse(games=games[:size])
        if len(games) > size:
            response.next_page_token = write_token("ListGames", games[size - 1].name)
        return response

    async def _refresh(self) -> None:
        if time.monotonic() - self._asked_at < FRESH_S:
            return
        answers = await asyncio.gather(*map(self._games_of, self.engines.values()))
        if not any(answers) and not self._games and self.engines:
            raise unavailable("No engine")
        self._know(game for answer in answers for game in answer)
        if all(answers):
            self._asked_at = time.monotonic()

    async def _games_of(self, engine: Upstream) -> list[game_pb2.Game]:
        request = game_service_pb2.ListGamesRequest(page_size=100)
        try:
            packed = await engine.call(_call(LIST, request.SerializeToString()), ASK_S)
        except (Refused, Refusal):
            return []
        return list(game_service_pb2.ListGamesResponse.FromString(packed).games)

    async def _try_to_learn(self, game: str) -> None:
        try:
            async with self._learning:
                await self._learn(game)
        except (Refused, Refusal, NotTold, grpc.aio.AioRpcError) as error:
            log.debug("engine_not_known_yet", game=game, error=str(error))

    async def _learn(self, game: str) -> None:
        engine = self.engines[game]
        request = game_service_pb2.GetGameRequest(name=f"games/{game}")
        packed = await engine.call(_call(GET, request.SerializeToString()), ASK_S)
        entry = game_pb2.Game.FromString(packed)
        names = [entry.move_type, entry.view_type, entry.event_type, entry.position_type]
        if not await self._ask(game, engine, [name for name in names if name]):
            raise NotTold(game)
        entry.ClearField("rules_text")
        entry.ClearField("notation")
        self._know([entry])
        self._stale.discard(game)

    def _knows(self, name: str) -> bool:
        try:
            self.codec.types.message(name)
        except UnknownType:
            return False
        return True

    async def _ask(self, game: str, engine: Upstream, names: list[str]) -> bool:
        """Whether a replica told these messages, which are known from now on."""
        for replica in engine.replicas.values():
            try:
                files = await fetch(replica.channel, names, contract())
            except (NotTold, grpc.aio.AioRpcError):
                continue
            self._take(game, {**self._learned.get(game, {}), **files})
            return True
        return False

    def _know(self, games: Iterable[game_pb2.Game]) -> None:
        for game in games:
            if self._games.get(game.name) != game:
                self._games[game.name] = game
                self.edition += 1

    def _take(self, game: str, files: Files) -> None:
        if game in self._learned and _same(self._learned[game], files):
            return
        learned = {**self._learned, game: files}
        merged = {name: file for told in learned.values() for name, file in told.items()}
        try:
            codec = JsonCodec(Types({**merged, **contract()}))
        except (TypeError, KeyError) as error:
            log.warning("messages_refused", game=game, error=str(error))
            raise NotTold(game) from error
        self._learned = learned
        self.codec = codec
        self.edition += 1
        log.info("messages_learned", game=game, files=sorted(files))


def _same(one: Files, other: Files) -> bool:
    return one.keys() == other.keys() and all(
        without_comments(one[name]) == without_comments(other[name]) for name in one
    )


def _call(path: str, request: bytes) -> Call:
    who = Caller(request_id=context.current_request_id() or new_request_id())
    return Call(path, request, context.to_metadata(who), key="", repeatable=True)
