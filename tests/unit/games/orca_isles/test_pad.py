"""Chapter 12: the score pad."""

import pytest

from nurselog.api.games.orca_isles.v1 import orca_isles_pb2 as pb
from nurselog.games.orca_isles import RULES
from nurselog.rules.api import PositionImpossible

QUIET = "0+2 0+0 0+0 0+0 0+0"


def position(*seats: tuple[str, str]) -> pb.Position:
    """Seats as rounds (`sets+wins`) and a hand."""
    return pb.Position(seats=[one_seat(*seat) for seat in seats])


def one_seat(rounds: str, hand: str) -> pb.Position.Seat:
    pairs = [one.split("+") for one in rounds.split()]
    return pb.Position.Seat(
        rounds=[pb.Position.Round(sets=int(sets), wins=int(wins)) for sets, wins in pairs],
        hand=hand.split(),
    )


def table(*hands: str) -> pb.Position:
    return position(*[(QUIET if at == 0 else "0+0 0+0 0+0 0+0 0+0", hand) for at, hand in enumerate(hands)])


def culprit(found: object) -> str:
    with pytest.raises(PositionImpossible) as caught:
        RULES.score_position(found)
    return caught.value.field


GAME = position(
    ("5+2 0+0 1+1 0+0 0+2", "8h 8c 8s 9h th"),
    ("0+2 3+2 1+1 0+0 0+0", "jk1 2d"),
    ("0+0 0+0 0+0 8+4 4+0", ""),
)


def test_r12_3_rounds_and_the_best_division_of_the_hand() -> None:
    sheets = RULES.score_position(GAME)

    assert [sheet.total for sheet in sheets] == [11 + 9, 9 + 1, 16]
    found = {line.category: (line.points, line.evidence) for line in sheets[0].lines if line.points}
    assert found["final.pair"] == (1, ("8c-8s",))
    assert found["final.straight_flush"] == (8, ("8h-9h-th",))
    assert found["round_1.sets"] == (5, ())


def test_r12_3_places() -> None:
    assert [(one.place, one.total) for one in RULES.place_position(GAME)] == [(1, 20), (3, 10), (2, 16)]


def test_r12_3_the_order_of_a_hand_does_not_matter() -> None:
    assert RULES.score_position(table("ts qs js", "", ""))[0].total == 2 + 8


def test_r12_1_there_are_three_to_six_seats() -> None:
    assert culprit(table("", "")) == "seats"
    assert culprit(table(*[""] * 7)) == "seats"


def test_r12_1_there_are_five_rounds() -> None:
    assert culprit(position((QUIET, ""), ("0+0 0+0 0+0 0+0", ""), (QUIET, ""))) == "seats[1].rounds"


def test_r12_2_cards_must_exist() -> None:
    assert culprit(table("", "8h 1c", "")) == "seats[1].hand[1]"
    assert culprit(table("", "8h jk3", "")) == "seats[1].hand[1]"


def test_r12_2_no_card_occurs_twice() -> None:
    assert culprit(table("8h", "", "2c 8h")) == "seats[2].hand[1]"
    assert culprit(table("8h 8h", "", "")) == "seats[0].hand[1]"


def test_r12_2_a_hand_has_at_most_fourteen_cards() -> None:
    hand = " ".join(f"{rank}{suit}" for suit in "cd" for rank in "23456789")

    assert culprit(table(hand, "", "")) == "seats[0].hand"


@pytest.mark.parametrize("sets", [-1, 14, 15, 17])
def test_r12_2_points_for_sets_are_what_two_orcas_can_get(sets: int) -> None:
    assert culprit(position((f"{sets}+2 0+0 0+0 0+0 0+0", ""), (QUIET, ""), (QUIET, ""))) == (
        "seats[0].rounds[0].sets"
    )


@pytest.mark.parametrize("wins", [-2, 5])
def test_r12_2_points_for_isles_are_at_most_four(wins: int) -> None:
    assert culprit(position((f"0+{wins} 0+0 0+0 0+0 0+0", ""), (QUIET, ""), (QUIET, ""))) == (
        "seats[0].rounds[0].wins"
    )


@pytest.mark.parametrize("first", ["0+1", "0+4", "1+0"])
def test_r12_2_points_for_isles_are_two_each(first: str) -> None:
    """An odd sum; three isles where there are two; a set where nobody won."""
    others = "0+2" if first == "0+4" else "0+0"
    found = position((f"0+0 {first} 0+0 0+0 0+0", ""), (f"0+0 {others} 0+0 0+0 0+0", ""), ("0+0 " * 5, ""))

    assert culprit(found) == "seats[].rounds[1].wins"


def test_r12_another_message_is_no_position() -> None:
    assert culprit(pb.View()) == ""


def test_r12_places_of_an_impossible_position_are_refused() -> None:
    with pytest.raises(PositionImpossible):
        RULES.place_position(pb.Position())
