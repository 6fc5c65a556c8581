"""What the engines say of their games, believed for a while, and what that makes of a wished pool."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from nurselog.api.game.v1.game_pb2 import Game
from nurselog.api.game.v1.game_service_pb2 import GetGameRequest
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.chassis.believed import Believed
from nurselog.chassis.errors import InvalidArgument, NotFound
from nurselog.chassis.replicas import Replicas
from nurselog.matchmaking.pools import Pace, Pool

Ask: TypeAlias = Callable[[str], Awaitable[Game]]
"""Asks for a game by its bare name. Raises `Refusal`."""

PARTNERS = 2
FEWEST_RATED = 2


class Catalogue:
    """The games, each asked for once in `keep_s`."""

    def __init__(self, ask: Ask, keep_s: float, now: Callable[[], float] = time.monotonic) -> None:
        self._games = Believed(ask, keep_s, now)

    async def pool(self, wanted: pb.Pool) -> Pool:
        """The pool a wish means, or a refusal that names the field."""
        collection, _, name = wanted.game.partition("/")
        if collection != "games" or not name:
            raise InvalidArgument(
                "FIELD_INVALID", f"{wanted.game[:60]!r} is not of the form games/{{game}}.", field="pool.game"
            )
        return read_pool(wanted, name, await self._games.of(name))


def asking(engines: Replicas[GameServiceStub]) -> Ask:
    """Asks the engines of the settings."""

    async def ask(name: str) -> Game:
        if name not in engines.games:
            raise NotFound(
                "GAME_NOT_FOUND", f"There is no game {name[:60]!r} here.", field="pool.game", game=name
            )
        request = GetGameRequest(name=f"games/{name}")
        return await engines.ask(request.name, lambda stub: stub.GetGame(request))

    return ask


def read_pool(wanted: pb.Pool, name: str, game: Game) -> Pool:
    """A wish for a game, everything filled in."""
    pace, seats, options = _pace(wanted.speed), _seats(wanted, game), _options(wanted, game)
    if wanted.rated and pace is Pace.CASUAL:
        raise InvalidArgument("FIELD_INVALID", "A table without a clock is never rated.", field="pool.rated")
    if wanted.rated and min(seats) < FEWEST_RATED:
        raise _contradiction("pool.rated", "A table of one is never rated.")
    team_size = _team_size(game, options)
    if team_size and any(count % team_size or count == team_size for count in seats):
        raise _contradiction("pool.seat_counts", f"Teams of {team_size} need two full teams or more.")
    return Pool(
        game=name,
        seats=seats,
        options=options,
        pace=pace,
        rated=wanted.rated,
        acceptance=wanted.acceptance,
        team_size=team_size,
    )


def _team_size(game: Game, options: tuple[tuple[str, str], ...]) -> int:
    """Partners are two, in every game that has any; 0 if the options do not ask for partners.

    A game with teams has them always, or if its option `teams` is on.
    """
    if "teams" not in game.features:
        return 0
    switch = next((option for option in game.options if option.name == "teams"), None)
    value = dict(options).get("teams", switch.default_value if switch else "on")
    return PARTNERS if value == "on" else 0


def _contradiction(field: str, sentence: str) -> InvalidArgument:
    return InvalidArgument("POOL_CONTRADICTORY", sentence, field=field)


def _pace(speed: pb.Speed.ValueType) -> Pace:
    try:
        return Pace.of(speed)
    except ValueError:
        raise InvalidArgument(
            "FIELD_INVALID", f"There is no speed {speed}.", field="pool.speed", value=speed
        ) from None


def _seats(wanted: pb.Pool, game: Game) -> tuple[int, ...]:
    seats = tuple(sorted(set(wanted.seat_counts))) or (game.min_seats,)
    for count in seats:
        if not game.min_seats <= count <= game.max_seats:
            raise InvalidArgument(
                "SEAT_COUNT_INVALID",
                f"{game.title} is played by {game.min_seats} to {game.max_seats} seats, not {count}.",
                field="pool.seat_counts",
                seat_count=count,
                min_seats=game.min_seats,
                max_seats=game.max_seats,
            )
    return seats


def _options(wanted: pb.Pool, game: Game) -> tuple[tuple[str, str], ...]:
    known = {option.name: option for option in game.options}
    for name, value in sorted(wanted.options.items()):
        if name not in known:
            raise InvalidArgument(
                "OPTION_UNKNOWN",
                f"{game.title} has no option {name[:60]!r}.",
                field=f"pool.options[{name}]",
                option=name,
            )
        if value not in known[name].choices:
            raise InvalidArgument(
                "OPTION_INVALID",
                f"Option {name!r} is one of {', '.join(known[name].choices)}, not {value[:60]!r}.",
                field=f"pool.options[{name}]",
                option=name,
                value=value,
            )
    chosen = ((name, value) for name, value in wanted.options.items() if value != known[name].default_value)
    return tuple(sorted(chosen))
