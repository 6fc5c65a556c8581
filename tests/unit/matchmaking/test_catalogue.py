from __future__ import annotations

from collections.abc import Mapping

import pytest

from nurselog.api.game.v1.game_pb2 import Game, GameOption
from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.chassis.errors import InvalidArgument, NotFound, Refusal, Unavailable
from nurselog.matchmaking.catalogue import Catalogue, read_pool
from nurselog.matchmaking.pools import Pace, Pool

GAME = Game(
    name="games/orca_isles",
    title="Orca Isles",
    min_seats=2,
    max_seats=4,
    options=[
        GameOption(name="expert", default_value="off", choices=["off", "on"]),
        GameOption(name="map", default_value="a", choices=["a", "b"]),
    ],
)


class Engine:
    """Answers like an engine, counts, and can fall silent."""

    def __init__(self) -> None:
        self.asked = 0
        self.silent = False

    async def ask(self, name: str) -> Game:
        self.asked += 1
        if self.silent:
            raise Unavailable("SERVICE_UNAVAILABLE", "gone")
        if name != "orca_isles":
            raise NotFound("GAME_NOT_FOUND", "no such game")
        return GAME


@pytest.fixture
def engine() -> Engine:
    return Engine()


def wish(
    seats: tuple[int, ...] = (),
    options: Mapping[str, str] | None = None,
    game: str = "games/orca_isles",
    speed: pb.Speed.ValueType = pb.SPEED_UNSPECIFIED,
    *,
    rated: bool = False,
) -> pb.Pool:
    return pb.Pool(game=game, seat_counts=seats, options=options or {}, speed=speed, rated=rated)


async def test_what_is_left_open_is_filled_in(engine: Engine) -> None:
    assert await Catalogue(engine.ask, 60).pool(wish()) == Pool(game="orca_isles", seats=(2,), pace=Pace.LIVE)


async def test_wishes_for_the_same_table_are_one_pool(engine: Engine) -> None:
    catalogue = Catalogue(engine.ask, 60)
    one = await catalogue.pool(wish((4, 2, 2), {"map": "b", "expert": "off"}))
    other = await catalogue.pool(wish((2, 4), {"map": "b"}, speed=pb.SPEED_LIVE))
    assert one == other
    assert one.options == (("map", "b"),)


@pytest.mark.parametrize(
    ("wanted", "reason", "field"),
    [
        (wish((1,)), "SEAT_COUNT_INVALID", "pool.seat_counts"),
        (wish((2, 5)), "SEAT_COUNT_INVALID", "pool.seat_counts"),
        (wish((-1,)), "SEAT_COUNT_INVALID", "pool.seat_counts"),
        (wish(options={"nope": "on"}), "OPTION_UNKNOWN", "pool.options[nope]"),
        (wish(options={"map": "c"}), "OPTION_INVALID", "pool.options[map]"),
        (wish(game="orca_isles"), "FIELD_INVALID", "pool.game"),
        (wish(game=""), "FIELD_INVALID", "pool.game"),
        (wish(game="games/"), "FIELD_INVALID", "pool.game"),
        (wish(speed=pb.SPEED_CASUAL, rated=True), "FIELD_INVALID", "pool.rated"),
        (wish(speed=99), "FIELD_INVALID", "pool.speed"),  # type: ignore[arg-type]
    ],
)
async def test_a_wish_that_cannot_be_is_refused_by_field(
    wanted: pb.Pool, reason: str, field: str, engine: Engine
) -> None:
    with pytest.raises(InvalidArgument) as refused:
        await Catalogue(engine.ask, 60).pool(wanted)
    assert (refused.value.reason, refused.value.field) == (reason, field)


async def test_an_unknown_game_is_not_found(engine: Engine) -> None:
    with pytest.raises(NotFound, match="GAME_NOT_FOUND"):
        await Catalogue(engine.ask, 60).pool(wish(game="games/chess"))


async def test_a_game_is_asked_for_once_in_a_while(engine: Engine) -> None:
    now = 1000.0
    catalogue = Catalogue(engine.ask, 60, lambda: now)
    for _ in range(3):
        await catalogue.pool(wish())
    assert engine.asked == 1
    now += 60
    await catalogue.pool(wish())
    assert engine.asked == 2


async def test_while_the_engine_is_silent_its_last_word_holds(engine: Engine) -> None:
    now = 1000.0
    catalogue = Catalogue(engine.ask, 60, lambda: now)
    await catalogue.pool(wish())
    engine.silent, now = True, now + 600
    assert (await catalogue.pool(wish())).game == "orca_isles"


async def test_an_engine_that_never_spoke_is_unavailable(engine: Engine) -> None:
    engine.silent = True
    with pytest.raises(Refusal, match="SERVICE_UNAVAILABLE"):
        await Catalogue(engine.ask, 60).pool(wish())


PARTNERS = Game(name="games/partners", title="Partners", min_seats=4, max_seats=8, features=["teams"])
MAYBE = Game(
    name="games/maybe",
    title="Maybe",
    min_seats=2,
    max_seats=8,
    features=["teams"],
    options=[GameOption(name="teams", default_value="off", choices=["off", "on"])],
)


def test_partners_follow_from_the_game_and_its_options() -> None:
    assert read_pool(pb.Pool(seat_counts=[4, 6]), "partners", PARTNERS).team_size == 2
    assert read_pool(pb.Pool(seat_counts=[4]), "maybe", MAYBE).team_size == 0
    assert read_pool(pb.Pool(seat_counts=[4], options={"teams": "on"}), "maybe", MAYBE).team_size == 2


@pytest.mark.parametrize(
    ("wanted", "game", "field"),
    [
        (pb.Pool(seat_counts=[5]), PARTNERS, "pool.seat_counts"),
        (pb.Pool(seat_counts=[2], options={"teams": "on"}), MAYBE, "pool.seat_counts"),
        (
            pb.Pool(seat_counts=[1], rated=True),
            Game(name="games/solo", title="Solo", min_seats=1, max_seats=2),
            "pool.rated",
        ),
    ],
)
def test_settings_that_exclude_each_other_are_refused(wanted: pb.Pool, game: Game, field: str) -> None:
    with pytest.raises(InvalidArgument, match="POOL_CONTRADICTORY") as refusal:
        read_pool(wanted, "x", game)
    assert refusal.value.field == field
