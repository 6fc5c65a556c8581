"""Chapter 13: the end of a play at a real table."""

from collections.abc import Sequence

import pytest

from nurselog.api.games.forage.v1 import forage_pb2 as pb
from nurselog.games.forage import RULES
from nurselog.rules.api import PositionImpossible


def position(*players: str, teams: bool = False) -> pb.Position:
    """Each player's sets as `7c+7d+7h 2c+3c+4c+5c`."""
    return pb.Position(players=[pb.Position.Player(sets=sets(own.split())) for own in players], teams=teams)


def sets(found: Sequence[str]) -> list[pb.Position.Set]:
    return [pb.Position.Set(cards=one.split("+")) for one in found]


def problem(found: object) -> str:
    with pytest.raises(PositionImpossible) as caught:
        RULES.score_position(found)
    with pytest.raises(PositionImpossible):
        RULES.place_position(found)
    return caught.value.field


def test_r13_1_sheets_and_places_of_a_real_table() -> None:
    end = position("7c+7d+7h 2c+3c+4c+5c 9c+9d+9h", "jc+jd+jh", "")

    assert [sheet.total for sheet in RULES.score_position(end)] == [4, 1, 0]
    assert [(one.place, one.total) for one in RULES.place_position(end)] == [(1, 4), (2, 1), (3, 0)]


def test_r13_1_with_teams_partners_share_a_place() -> None:
    end = position("7c+7d+7h", "jc+jd+jh", "2c+3c+4c+5c", "", teams=True)

    assert [sheet.total for sheet in RULES.score_position(end)] == [1, 1, 2, 0]
    assert [one.place for one in RULES.place_position(end)] == [1, 3, 1, 3]


def test_r13_5_sheets_are_those_of_a_play() -> None:
    sheet = RULES.score_position(position("7c+7d+7h", ""))[0]

    assert [(line.category, line.points, line.evidence) for line in sheet.lines] == [
        ("baskets", 1, ("7c+7d+7h",)),
        ("troves", 0, ()),
    ]


@pytest.mark.parametrize("count", [0, 1, 9])
def test_r13_2_there_are_two_to_eight_seats(count: int) -> None:
    assert problem(position(*[""] * count)) == "players"


@pytest.mark.parametrize("count", [2, 3, 5, 7])
def test_r13_2_teams_need_four_six_or_eight_seats(count: int) -> None:
    assert problem(position(*[""] * count, teams=True)) == "teams"


def test_r13_2_another_message_is_no_position() -> None:
    assert problem(pb.View()) == ""


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("1h", "players[1].sets[0].cards[2]"),
        ("7H", "players[1].sets[0].cards[2]"),
        ("", "players[1].sets[0].cards[2]"),
    ],
)
def test_r13_3_every_card_exists(name: str, path: str) -> None:
    assert problem(position("", f"7c+7d+{name}")) == path


@pytest.mark.parametrize("cards", ["7c+7d", "7c+7d+8h", "jk1+7c+7d", "kc+ac+2c+3c", "3c+4c+5c+6c+7c"])
def test_r13_3_every_set_is_one(cards: str) -> None:
    assert problem(position("7c+7d+7h", f"2c+2d+2h {cards}")) == "players[1].sets[1]"


def test_r13_3_an_empty_set_is_none() -> None:
    assert problem(
        pb.Position(players=[pb.Position.Player(sets=[pb.Position.Set()]), pb.Position.Player()])
    ) == ("players[0].sets[0]")


def test_r13_3_no_card_occurs_more_often_than_there_are_decks() -> None:
    assert problem(position("7c+7d+7h", "7s+7c+7d")) == "players[1].sets[0]"
    assert RULES.score_position(position("7c+7d+7h", "7s+7c+7d", ""))[1].total == 1


def test_r13_3_the_number_of_a_deck_may_be_left_out_or_given() -> None:
    assert RULES.score_position(position("7c+7c2+7d", "", ""))[0].total == 1
    assert RULES.score_position(position("7c+7c+7d", "", ""))[0].total == 1
    assert problem(position("7c+7c2+7d", "")) == "players[0].sets[0]"


def test_r13_4_there_is_one_winner() -> None:
    winner = "2c+3c+4c+5c jc+qc+kc+ac"

    assert problem(position(winner, "7c+7d+7h", "2d+3d+4d+5d jd+qd+kd+ad")) == "players[2].sets"


def test_r13_4_the_points_that_win_were_not_there_before_the_last_set() -> None:
    assert problem(position("2c+3c+4c+5c jc+qc+kc+ac 7c+7d+7h+7s", "")) == "players[0].sets"
    assert RULES.score_position(position("7c+7d+7h 9c+9d+9h 8c+8d+8h 2c+3c+4c+5c", ""))[0].total == 5


def test_r13_4_teams_play_for_eight_points() -> None:
    four = "2c+3c+4c+5c jc+qc+kc+ac"
    other = "2d+3d+4d+5d jd+qd+kd+ad"

    assert [one.place for one in RULES.place_position(position(four, "", other, "", teams=True))] == [
        1,
        3,
        1,
        3,
    ]
    assert problem(position(four, "", f"{other} 7c+7d+7h+7s", "", teams=True)) == "players[0].sets"
