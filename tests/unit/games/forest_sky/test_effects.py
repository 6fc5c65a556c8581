"""Rule 1.2: the eighteen scoring rules, each met, missed and at its edges (8.4 to 8.7)."""

import pytest

from nurselog.games.forest_sky.effects import EFFECTS, Finding
from tests.support.forest_sky import card, cards


def find(hand: str, forest: str) -> Finding:
    """What the rule of the first card of the hand finds."""
    held = cards(hand)
    return EFFECTS[held[0]].find(held[0], held, cards(forest))


def points(hand: str, forest: str) -> int:
    return find(hand, forest).points


# --- Straights: h3, o8, c4


def test_r8_5_four_five_six_seven_is_a_straight_of_four() -> None:
    assert points("h3 h4 o5", "h6 h7 e9") == 6


def test_r8_5_three_in_a_row_are_no_straight_of_four() -> None:
    assert points("h3 h4 o5", "h7 e8 e9") == 0


def test_r8_5_a_longer_straight_serves_a_shorter_rule() -> None:
    assert points("h3 h4 o5", "h6 h7 e8") == 6
    assert points("o8 h4 o5", "h6 h7 h3") == 8


def test_r8_5_a_second_card_of_a_value_does_not_break_a_straight() -> None:
    assert points("h3 h4 c4", "o5 h5 h6") == 6


def test_r8_5_a_straight_does_not_run_on_from_nine_to_two() -> None:
    assert points("h3 e9 e8", "c2 e7 c7") == 0


@pytest.mark.parametrize(("forest", "expected"), [("h6 h7 e9", 8), ("h6 h7 o7", 0)])
def test_r1_2_o8_wants_a_straight_of_five(forest: str, expected: int) -> None:
    assert points("o8 o5 h4" if expected else "o8 o5 h5", forest) == expected


@pytest.mark.parametrize(("forest", "expected"), [("h6 h7 e8", 10), ("h6 h7 e9", 0)])
def test_r1_2_c4_wants_a_straight_of_six(forest: str, expected: int) -> None:
    assert points("c4 h3 o5", forest) == expected


def test_r8_5_evidence_of_a_straight_is_a_card_of_each_value() -> None:
    found = find("h3 h4 c4", "o5 h5 h6")

    assert found.evidence == cards("h3 h4 h5 h6")
    assert found.reason == "straight 3-4-5-6"


# --- Groups: c5, c7, o6, h7, e7


def test_r8_4_two_pairs() -> None:
    assert points("c5 o5 c6", "o6 e9 c2") == 7
    assert points("c5 o5 c6", "h7 e9 c2") == 0


def test_r8_4_four_of_a_kind_are_two_pairs() -> None:
    assert points("c5 h7 o7", "c7 e7 c2") == 7


def test_r8_4_a_triplet_holds_one_pair_only() -> None:
    assert points("c5 o5 h5", "c2 h7 e9") == 0
    assert points("c5 o5 h5", "h7 o7 e9") == 7


def test_r8_4_two_triplets_hold_two_pairs_but_not_three() -> None:
    assert points("c5 o5 h5", "c6 o6 h6") == 7
    assert points("c7 o7 h7", "c6 o6 h6") == 0


def test_r8_4_three_pairs() -> None:
    assert points("c7 e7 c6", "o6 c4 h4") == 12


def test_r8_4_four_of_a_kind_and_a_pair_are_three_pairs() -> None:
    assert points("c7 e7 o7", "h7 c4 h4") == 12


def test_r8_4_one_triplet() -> None:
    assert points("o6 c6 h6", "c2 h3 e9") == 7
    assert points("o6 c6 h7", "c2 h3 e9") == 0


def test_r8_4_two_triplets_serve_where_one_is_asked_for() -> None:
    assert points("o6 c6 h6", "c5 o5 h5") == 7


def test_r8_4_two_triplets() -> None:
    assert points("h7 o7 c7", "c5 o5 h5") == 12


def test_r8_4_four_of_a_kind_are_one_triplet_only() -> None:
    assert points("h7 o7 c7", "e7 o5 h5") == 0


@pytest.mark.parametrize(("forest", "expected"), [("h7 o7 c2", 14), ("h7 c2 c3", 0)])
def test_r1_2_e7_wants_all_four_sevens(forest: str, expected: int) -> None:
    assert points("e7 c7 h3", forest) == expected


def test_r8_4_evidence_of_groups_is_as_many_groups_as_are_asked_for() -> None:
    assert find("o6 c6 h6", "c5 o5 h5").evidence == cards("h5 o5 c5")
    assert find("c5 h7 o7", "c7 e7 c2").reason == "two pairs: 7-7, 7-7"


# --- Types: h5, o7, c2


@pytest.mark.parametrize(("forest", "expected"), [("h7 o5 o6", 10), ("h7 o5 c2", 0), ("h7 h3 e9", 10)])
def test_r1_2_h5_wants_exactly_two_types(forest: str, expected: int) -> None:
    assert points("h5 h6 h4", forest) == expected


def test_r1_2_a_single_type_is_not_two_types() -> None:
    assert points("h5 h6 h4", "h3 h7") == 0


@pytest.mark.parametrize(("forest", "expected"), [("h3 c2 c3", 6), ("h3 c2 e9", 0), ("h3 h4 h5", 0)])
def test_r1_2_o7_wants_exactly_three_types(forest: str, expected: int) -> None:
    assert points("o7 o5 o6", forest) == expected


@pytest.mark.parametrize(("forest", "expected"), [("c5 c6 c7", 12), ("c5 c6 h7", 0)])
def test_r1_2_c2_wants_six_crows(forest: str, expected: int) -> None:
    assert points("c2 c3 c4", forest) == expected


# --- Parity: o5, e8


@pytest.mark.parametrize(("forest", "expected"), [("c3 c5 c7", 8), ("c3 c5 c6", 0)])
def test_r1_2_o5_wants_odd_values_only(forest: str, expected: int) -> None:
    assert points("o5 o7 e9", forest) == expected


@pytest.mark.parametrize(("forest", "expected"), [("c4 h6 o6", 10), ("c4 h6 o5", 0)])
def test_r1_2_e8_wants_even_values_only(forest: str, expected: int) -> None:
    assert points("e8 o8 c2", forest) == expected


# --- Comparisons: h4, c6


def test_r8_5_an_equal_value_is_not_lower() -> None:
    assert points("h4 c4 o5", "h6 h7 e9") == 5
    assert points("h4 c3 o5", "h6 h7 e9") == 0


def test_r8_5_an_equal_value_is_not_higher() -> None:
    assert points("c6 o6 h6", "c2 c3 c5") == 8
    assert points("c6 o6 h6", "c2 c3 e7") == 0


def test_r1_2_who_stands_against_a_rule_is_named() -> None:
    assert find("h4 c3 o5", "c2 h7 e9").reason == "lower: Crow 3, Crow 2"


# --- The value of another card: h6, c3, e9


@pytest.mark.parametrize("name", ["h6", "c3", "e9"])
def test_r8_6_the_higher_of_the_other_two_hand_cards_is_taken(name: str) -> None:
    found = find(f"{name} c4 o7", "e8 o8 c2")

    assert found.points == 7
    assert found.evidence == (card("o7"),)


def test_r8_6_a_card_in_the_forest_is_never_taken() -> None:
    assert points("h6 c2 h3", "e9 e8 o8") == 3


def test_r8_6_its_own_value_is_never_taken() -> None:
    assert points("e9 c2 h3", "e7 e8 o8") == 3


# --- 8.7 Incomplete forests


def test_r8_7_rules_about_all_cards_are_read_over_the_cards_there_are() -> None:
    assert points("o5 o7 e9", "") == 8
    assert points("e8 o8 c2", "h4") == 10
    assert points("h4 o5 h6", "e9") == 5


def test_r8_7_rules_that_count_cards_need_them() -> None:
    assert points("c2 c3 c4", "c5 c6") == 0
    assert points("h7 o7 c7", "h5 o5") == 0
