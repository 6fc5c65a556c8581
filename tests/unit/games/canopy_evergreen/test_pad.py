"""Chapter 17: the score pad, and its errors by field."""

import pytest

from nurselog.api.games.canopy_evergreen.v1 import canopy_evergreen_pb2 as pb
from nurselog.games.canopy_evergreen import RULES
from nurselog.rules.api import PositionImpossible


def player(**parts: object) -> pb.Position.Final:
    return pb.Position.Final(points=10, food=1, **parts)  # type: ignore[arg-type]


def tree(space: str, height: int, multiplier: int = 0, *, awarded: bool = False) -> pb.Tree:
    return pb.Tree(space=space, height=height, multiplier=multiplier, awarded=awarded)


JOAQUIN = player(
    cards=[*["salal"] * 4, *["chanterelle"] * 2, "trillium", *["huckleberry"] * 2, "sun2", "rain4"],
    tokens=["huckleberry", "cat_tail_moss", "cat_tail_moss", "sun_or_rain"],
    wildlife=["black_bear.a", "black_bear.f", "black_bear.p", "gray_wolf.a", "gray_wolf.p", "bald_eagle.f"],
    trees=[tree("a", 3, 1), tree("b", 4, 2), tree("c", 5, 1)],
    sun_or_rain="sun",
)
OTHER = player(cards=["sun4", "rain2", "rain3"])


def test_r17_3_a_sheet_goes_through_the_steps() -> None:
    sheets = RULES.score_position(pb.Position(players=[JOAQUIN, OTHER]))
    lines = {line.category: line.points for line in sheets[0].lines}
    assert lines == {
        "start": 10,
        "foraging": 6,
        "tallest_tree": 5,
        "weather": 3,
        "weather_bonus": 2,
        "plants": 11,
        "wildlife_points": 6,
        "sets": 7,
        "chain": 1,
        "food": 0,
    }
    assert sheets[0].total == 51


def test_r17_1_before_the_third_season_the_game_does_not_end() -> None:
    (sheet, _) = RULES.score_position(pb.Position(season=1, players=[JOAQUIN, OTHER]))
    assert {line.category for line in sheet.lines} & {"sets", "chain", "food"} == set()


@pytest.mark.parametrize(
    ("shift", "category", "points"),
    [
        ("", "plants", 11),
        ("mushroom_flush", "plants", 13),
        ("clear_skies", "weather", 4),
        ("long_rains", "weather", 3),
        ("tall_timber", "tallest_tree", 7),
    ],
)
def test_r17_1_a_shifting_seasons_card_holds(shift: str, category: str, points: int) -> None:
    (sheet, _) = RULES.score_position(pb.Position(players=[JOAQUIN, OTHER], shift=shift))

    assert next(line.points for line in sheet.lines if line.category == category) == points


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_r17_1_one_to_four_players(count: int) -> None:
    sheets = RULES.score_position(pb.Position(players=[OTHER, player(), player(), player()][:count]))

    assert [sheet.seat for sheet in sheets] == list(range(count))


def test_r17_1_places() -> None:
    placed = RULES.place_position(pb.Position(players=[OTHER, JOAQUIN]))
    assert [one.place for one in placed] == [2, 1]


@pytest.mark.parametrize(
    ("position", "field"),
    [
        (pb.Position(), "players"),
        (pb.Position(season=4, players=[OTHER]), "season"),
        (pb.Position(shift="monsoon", players=[OTHER]), "shift"),
        (pb.Position(players=[pb.Position.Final(points=-1)]), "players[0].points"),
        (pb.Position(players=[pb.Position.Final(food=8)]), "players[0].food"),
        (pb.Position(players=[OTHER, player(cards=["salal", "oak"])]), "players[1].cards[1]"),
        (pb.Position(players=[player(tokens=["moon"])]), "players[0].tokens[0]"),
        (pb.Position(players=[player(tokens=["sun", "sun"])]), "players[0].tokens"),
        (pb.Position(players=[player(wildlife=["cat.a"])]), "players[0].wildlife[0]"),
        (pb.Position(players=[player(wildlife=["cougar.a", "cougar.a"])]), "players[0].wildlife[1]"),
        (pb.Position(players=[player(trees=[tree("z", 1)])]), "players[0].trees[0].space"),
        (pb.Position(players=[player(trees=[tree("a", 1), tree("a", 2)])]), "players[0].trees[1].space"),
        (pb.Position(players=[player(trees=[tree("a", 1, 2)])]), "players[0].trees[0].height"),
        (pb.Position(players=[player(trees=[tree("a", 2, 9)])]), "players[0].trees[0].multiplier"),
        (pb.Position(players=[player(trees=[tree("a", 2, awarded=True)])]), "players[0].trees[0].awarded"),
        (pb.Position(players=[player(sun_or_rain="fog")]), "players[0].sun_or_rain"),
        (pb.Position(players=[OTHER, player(tokens=["sun_or_rain"])]), "players[1].sun_or_rain"),
        (pb.Position(players=[player(cards=["salal", "root_trunk"])]), "players[0].cards[1]"),
        (pb.Position(players=[player(cards=["fox_spirit"])]), "players[0].cards[0]"),
        (pb.Position(players=[player(cards=["pine_cone"])]), "players[0].cards[0]"),
        (pb.Position(players=[player(cards=["salal", "heatwave"])]), "players[0].cards[1]"),
        (pb.Position(players=[player(cards=["disease"])]), "players"),
        (pb.Position(players=[OTHER, OTHER]), "players"),
        (pb.Position(players=[OTHER, player(cards=["disease"] * 3), player()]), "players"),
        (pb.Position(players=[player(cards=["disease"] * 4), player(), player(), player()]), "players"),
        (
            pb.Position(season=1, players=[player(trees=[tree("a", 2, 1, awarded=True)])]),
            "players[0].trees",
        ),
        (
            pb.Position(players=[player(trees=[tree(space, 2, 1, awarded=True) for space in "abc"])]),
            "players[0].trees",
        ),
        (
            pb.Position(players=[player(wildlife=["cougar.a"]), player(wildlife=["cougar.a"])]),
            "players[1].wildlife",
        ),
    ],
)
def test_r17_3_errors_name_the_field(position: pb.Position, field: str) -> None:
    with pytest.raises(PositionImpossible) as raised:
        RULES.score_position(position)
    assert raised.value.field == field


def test_r17_3_a_card_too_many_is_told_with_how_many_there_are() -> None:
    position = pb.Position(players=[player(cards=["rain2"]), player(cards=["rain2"])])
    with pytest.raises(PositionImpossible, match="Of rain2 there are 1, not more"):
        RULES.score_position(position)
