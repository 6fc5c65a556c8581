"""Chapter 11: the score pad."""

import pytest

from nurselog.api.games.forest_sky.v1 import forest_sky_pb2 as pb
from nurselog.games.forest_sky import RULES
from nurselog.rules.api import PositionImpossible
from tests.support.forest_sky import sheet_of

FORESTS = ("c5 c6 c7", "o5 e8 e9")
HANDS = ("c2 c3 c4", "h5 h6 h7")


def position(forests: tuple[str, ...] = FORESTS, hands: tuple[str, ...] = HANDS) -> pb.Position:
    return pb.Position(
        forests=[pb.Position.Cards(cards=text.split()) for text in forests],
        hands=[pb.Position.Cards(cards=text.split()) for text in hands],
    )


def culprit(found: pb.Position | pb.View) -> str:
    with pytest.raises(PositionImpossible) as caught:
        RULES.score_position(found)
    return caught.value.field


def test_r11_1_a_physical_table_gets_the_same_sheets() -> None:
    sheets = RULES.score_position(position())

    assert sheets[0] == sheet_of(HANDS[0], a=FORESTS[0], b=FORESTS[1])
    assert [sheet.total for sheet in sheets] == [26, 17]
    assert [sheet.seat for sheet in sheets] == [0, 1]


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_r11_1_two_to_four_hands(seat_count: int) -> None:
    hands = ("c2 c3 c4", "h5 h6 h7", "h3 h4 o6", "o7 o8 e7")[:seat_count]

    assert len(RULES.score_position(position(hands=hands))) == seat_count


@pytest.mark.parametrize(
    "hands", [(), ("c2 c3 c4",), ("c2 c3 c4", "h5 h6 h7", "h3 h4 o6", "o7 o8 e7", "h3 h4 h5")]
)
def test_r11_1_another_number_of_hands_is_refused(hands: tuple[str, ...]) -> None:
    assert culprit(position(hands=hands)) == "hands"


@pytest.mark.parametrize("forests", [(), ("c5 c6 c7",), ("c5 c6 c7", "o5 e8 e9", "h3 h4 o6")])
def test_r11_1_another_number_of_forests_is_refused(forests: tuple[str, ...]) -> None:
    assert culprit(position(forests=forests)) == "forests"


def test_r11_1_a_hand_has_three_cards() -> None:
    assert culprit(position(hands=("c2 c3 c4", "h5 h6"))) == "hands[1].cards"
    assert culprit(position(hands=("c2 c3 c4 h3", "h5 h6 h7"))) == "hands[0].cards"


def test_r11_1_a_forest_has_three_cards() -> None:
    assert culprit(position(forests=("c5 c6 c7", "o5 e8"))) == "forests[1].cards"


@pytest.mark.parametrize("name", ["h9", "", "H5", "hawk 5"])
def test_r11_2_a_card_that_does_not_exist_is_refused(name: str) -> None:
    found = position()
    found.hands[1].cards[2] = name

    assert culprit(found) == "hands[1].cards[2]"


def test_r11_2_no_card_occurs_twice() -> None:
    assert culprit(position(hands=("c2 c3 c4", "h5 h6 c3"))) == "hands[1].cards[2]"
    assert culprit(position(hands=("c2 c3 c5", "h5 h6 h7"))) == "hands[0].cards[2]"
    assert culprit(position(forests=("c5 c6 c7", "c5 e8 e9"))) == "forests[1].cards[0]"


def test_r11_2_another_message_is_no_position() -> None:
    assert culprit(pb.View()) == ""


def test_r11_3_places_with_the_tie_break() -> None:
    found = RULES.place_position(position(("h3 c2 c6", "h4 h5 o8"), ("h7 c5 e8", "o5 c3 c7")))

    assert [(placement.place, placement.total) for placement in found] == [(2, 7), (1, 7)]


def test_r11_3_places_of_an_impossible_position_are_refused() -> None:
    with pytest.raises(PositionImpossible):
        RULES.place_position(position(hands=("c2 c3 c4",)))


def test_r11_the_order_of_cards_does_not_matter_to_the_total() -> None:
    assert sheet_of("c4 c2 c3", a="c7 c5 c6", b="e9 o5 e8").total == 26
