"""Chapters 6 and 9: what lost cards cost, at the end of a play and on the score pad."""

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.games.cabin_by_the_sea.v1 import cabin_by_the_sea_pb2 as pb
from nurselog.games.cabin_by_the_sea import RULES
from nurselog.games.cabin_by_the_sea.scoring import sheet
from nurselog.rules.api import PositionImpossible
from nurselog.rules.cards import DECK, Card, names
from tests.support.cabin_by_the_sea import FULL, cards, state


@pytest.mark.parametrize(
    ("name", "points"),
    [("2h", 1), ("9s", 1), ("td", 1), ("jc", 2), ("qd", 2), ("kh", 2), ("ac", 3), ("as", 3)],
)
def test_r6_2_numbers_cost_one_faces_two_aces_three(name: str, points: int) -> None:
    assert sheet(cards(name)).total == points


def test_r6_2_a_lost_pile_of_nine_points_beside_eight_stacks() -> None:
    (found,) = RULES.score(state(stacks=FULL, lost="2h 3h 4h th js ah"))

    assert found.total == 4 * 1 + 2 + 3


def test_r6_3_nothing_lost_is_perfect() -> None:
    outcome = RULES.outcome(state(stacks=FULL))

    assert outcome is not None
    assert [(one.place, one.total) for one in outcome.placements] == [(1, 0)]
    assert not RULES.spec.higher_is_better


def test_r6_4_the_sheet_has_a_line_for_each_kind() -> None:
    lines = sheet(cards("kh 2h ah 3c")).lines

    assert [(line.category, line.points, line.evidence, line.reason) for line in lines] == [
        ("numeric", 2, ("2h", "3c"), "2 at 1"),
        ("face", 2, ("kh",), "1 at 2"),
        ("ace", 3, ("ah",), "1 at 3"),
    ]


def test_r6_4_the_sheet_stands_at_any_time() -> None:
    assert RULES.score(state(sea_card="5h", lost="ah"))[0].total == 3


@given(lost=st.lists(st.sampled_from(DECK), unique=True, max_size=45))
def test_r9_the_pad_agrees_with_the_table(lost: list[Card]) -> None:
    position = pb.Position(lost=names(lost))

    assert RULES.score_position(position) == RULES.score(state(stacks=FULL, lost=" ".join(names(lost))))
    assert RULES.place_position(position)[0].total == sheet(tuple(lost)).total


def culprit(position: Message) -> str:
    with pytest.raises(PositionImpossible) as caught:
        RULES.score_position(position)
    return caught.value.field


def test_r9_1_nothing_lost_is_a_position() -> None:
    assert RULES.score_position(pb.Position())[0].total == 0


@pytest.mark.parametrize("name", ["", "1h", "10h", "AH", "joker"])
def test_r9_2_a_card_that_does_not_exist_is_refused(name: str) -> None:
    assert culprit(pb.Position(lost=["ah", name])) == "lost[1]"


def test_r9_2_a_card_named_twice_is_refused() -> None:
    assert culprit(pb.Position(lost=["ah", "2c", "ah"])) == "lost[2]"


def test_r9_2_another_message_is_no_position() -> None:
    assert culprit(pb.View()) == ""


def test_r9_3_more_than_45_lost_cards_cannot_be() -> None:
    assert RULES.score_position(pb.Position(lost=names(DECK[:45])))
    assert culprit(pb.Position(lost=names(DECK[:46]))) == "lost"
