"""Chapters 8 and 9: which rules and which forest count, and who wins."""

import pytest

from nurselog.games.forest_sky import RULES
from nurselog.games.forest_sky.scoring import placements
from tests.support.forest_sky import cards, counting, play, sheet_of, state

OVER = "a1 a2 a3 b1 b2"


def places(hands: str, a: str, b: str) -> list[int]:
    found = placements(tuple(cards(hand) for hand in hands.split("/")), (cards(a), cards(b)))
    return [placement.place for placement in found]


def test_r8_1_rules_of_cards_in_the_forest_do_not_count() -> None:
    found = sheet_of("c2 h3 h4", a="o5 o7 e9", b="o6 o8 e8")

    assert {line.category for line in found.lines} == {"forest", "card.c2", "card.h3", "card.h4"}


def test_r8_2_all_rules_without_a_mark_count() -> None:
    assert counting(sheet_of("h5 h6 c6", a="c2 c3 c4", b="c2 c3 c4")) == {"h5": 10, "h6": 6, "c6": 8}


def test_r8_2_of_the_talon_rules_only_the_best_counts() -> None:
    found = sheet_of("c5 c7 o5", a="o7 c6 o6", b="h3 h4 e9")

    assert counting(found) == {"c7": 12}
    (line,) = (line for line in found.lines if line.category == "card.c5")
    assert (line.points, line.counted) == (7, False)
    assert line.reason == "two pairs: 5-5, 6-6; but only one talon rule counts: Crow 7"


def test_r8_2_of_the_feather_rules_only_the_best_counts() -> None:
    assert counting(sheet_of("h3 c4 o8", a="o5 h6 h7", b="c2 c3 e9")) == {"c4": 10}


def test_r8_2_a_talon_and_a_feather_rule_count_together() -> None:
    found = sheet_of("h3 c5 h4", a="o5 c6 o6", b="c2 o8 e9")

    assert counting(found) == {"h3": 6, "c5": 7}


def test_r8_2_of_level_talon_rules_the_first_in_the_hand_counts() -> None:
    found = sheet_of("o6 c5 h3", a="c6 h6 o5", b="c2 c4 e9")

    assert counting(found) == {"o6": 7}


def test_r8_2_a_rule_that_is_not_met_does_not_count() -> None:
    (line,) = (
        line for line in sheet_of("h3 c2 e9", a="o5 o6 o7", b="c4 c6 c7").lines if line.category == "card.c2"
    )

    assert (line.points, line.counted, line.evidence) == (0, False, ())
    assert line.reason


def test_r8_3_the_better_forest_is_used_and_named() -> None:
    found = sheet_of("c2 c3 c4", a="h3 h4 e9", b="c5 c6 c7")

    assert found.lines[0].label == "Forest b"
    assert found.lines[0].evidence == ("c5", "c6", "c7")
    assert found.lines[0].reason == "26 points; forest a gives 4"
    assert found.total == 12 + 4 + 10


def test_r8_3_forest_a_is_used_if_both_give_the_same() -> None:
    assert sheet_of("e9 c2 h3", a="c5 c6 c7", b="o8 e8 c4").lines[0].label == "Forest a"


def test_r8_3_the_forest_is_chosen_for_the_sum_not_for_one_rule() -> None:
    hand, with_best_rule, with_best_sum = "h4 o8 c5", "h3 h6 c2", "o5 o7 c4"

    assert counting(sheet_of(hand, a=with_best_rule, b=with_best_rule)) == {"o8": 8}
    assert counting(sheet_of(hand, a=with_best_rule, b=with_best_sum)) == {"c5": 7, "h4": 5}


def test_r8_3_two_seats_may_use_the_same_forest() -> None:
    position = state("c2 c3 c4 / h5 h6 h7", a="c5 c6 c7", b="o5 e8 e9", locked=OVER)

    assert [sheet.lines[0].label for sheet in RULES.score(position)] == ["Forest a", "Forest a"]


def test_r8_7_a_stalled_play_is_scored_with_the_cards_there_are() -> None:
    position = state("o5 o7 e9 / c2 c3 c4", a="c7", idle_turns=40)

    assert counting(RULES.score(position)[0])["o5"] == 8


def test_r8_8_the_newest_of_four_cards_is_not_part_of_the_hand_yet() -> None:
    before = state("c2 c3 c4 / h3 h4 h5", a="c5 c6 c7", b="o5 e8 o6", deck="e9")

    during = play(before, "d").state

    assert RULES.score(during) == RULES.score(before)


def test_r9_1_most_points_win() -> None:
    assert places("c2 c3 c4 / h3 h4 o8", "c5 c6 c7", "o5 e8 e9") == [1, 2]


def test_r9_2_of_level_seats_the_one_with_the_lower_lowest_card_wins() -> None:
    hands, a, b = ("o5 c3 c7", "h7 c5 e8"), "h3 c2 c6", "h4 h5 o8"

    assert [sheet_of(hand, a=a, b=b).total for hand in hands] == [7, 7]
    assert places("o5 c3 c7 / h7 c5 e8", a, b) == [1, 2]
    assert places("h7 c5 e8 / o5 c3 c7", a, b) == [2, 1]


def test_r9_2_the_lowest_card_does_not_help_against_more_points() -> None:
    assert places("c2 h3 o6 / c6 h6 o7", "o5 c5 h4", "h5 e8 c4") == [2, 1]


def test_r9_3_seats_whose_lowest_cards_are_level_share_the_victory() -> None:
    hands, a, b = ("h3 h6 h7", "h4 o7 c3"), "o5 c4 c7", "o6 o8 e8"

    assert [sheet_of(hand, a=a, b=b).total for hand in hands] == [13, 13]
    assert places("h3 h6 h7 / h4 o7 c3", a, b) == [1, 1]


def test_r9_3_two_of_three_level_seats_share_the_victory() -> None:
    assert places("o6 c4 c5 / h4 e7 e9 / h6 h7 c7", "h3 o5 c3", "o7 o8 c2") == [1, 1, 3]


def test_r9_3_a_shared_second_place_leaves_the_third_empty() -> None:
    assert places("h3 h6 o5 / h4 c5 c7 / h5 c4 e9 / c2 c6 e8", "h7 o6 o7", "o8 c3 e7") == [1, 2, 2, 4]


@pytest.mark.parametrize(("locked", "idle_turns", "reason"), [(OVER, 0, "five_locks"), ("", 40, "stalled")])
def test_r7_the_outcome_names_the_reason_and_the_places(locked: str, idle_turns: int, reason: str) -> None:
    position = state("c2 c3 c4 / h5 h6 h7", a="c5 c6 c7", b="o5 e8 e9", locked=locked, idle_turns=idle_turns)

    outcome = RULES.outcome(position)

    assert outcome is not None
    assert outcome.reason == reason
    assert [(placement.seat, placement.place, placement.total) for placement in outcome.placements] == [
        (0, 1, 26),
        (1, 2, 17),
    ]
