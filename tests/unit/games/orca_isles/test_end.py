"""Chapter 9: the end."""

import pytest

from nurselog.games.orca_isles import RULES
from nurselog.games.orca_isles.events import DrawnUp, Ended, News, Refilled
from nurselog.games.orca_isles.state import State
from nurselog.rules.api import Outcome, Step
from nurselog.rules.chance import SeededChance
from tests.support.orca_isles import play, public, rejected, result, seat, sorted_cards, state

ROUND = (result(1, "8c", "0:8h 1:8d.8s", 1),)
"""A point for seat 0, seven for seat 1."""
HANDS = "2c 5c 9s / 2d 4s 6h 8d / 3c 5d 7s 9h"


def last_turn(hands: str = HANDS, *, deck: str | None = None, rounds: int = 4) -> Step[State, News]:
    return play(state(hands, gather="kh qs jd", turn=5, history=(ROUND,) * rounds, deck=deck), "g.3")


def outcome(step: Step[State, News]) -> Outcome:
    found = RULES.outcome(step.state)
    assert found is not None
    return found


def test_r9_1_the_play_ends_with_the_fifth_round() -> None:
    step = last_turn()

    assert outcome(step).reason == "rounds_played"
    assert RULES.decisions(step.state) == ()
    assert RULES.outcome(last_turn(rounds=3).state) is None


def test_r9_1_hands_are_drawn_up_but_places_are_not_filled() -> None:
    step = last_turn(deck="tc td")

    assert [type(news) for news in public(step)[1:]] == [DrawnUp, Ended]
    assert step.state.hands[0] == sorted_cards("2c 5c 9s td")
    assert not [news for news in public(step) if isinstance(news, Refilled)]


def test_r9_1_all_hands_are_shown() -> None:
    step = last_turn()

    assert public(step)[-1] == Ended(step.state.hands)


def test_r9_1_nothing_is_played_after_the_end() -> None:
    assert rejected(last_turn().state, "g.1", by=1) == ("play_over", "9.1")


def test_r9_2_hands_are_laid_in_sets() -> None:
    step = last_turn("2c 2d 2h 9s / 3d 4d 5d kc / 3c 5s 7s 9h", deck="tc")

    found = {line.category: (line.points, line.evidence) for line in RULES.score(step.state)[1].lines[-5:]}
    assert found == {
        "final.pair": (0, ()),
        "final.flush": (0, ()),
        "final.straight": (0, ()),
        "final.three_of_a_kind": (0, ()),
        "final.straight_flush": (8, ("3d-4d-5d",)),
    }


def test_r9_3_rounds_and_hands_are_added_and_most_points_win() -> None:
    step = last_turn("2c 2d 2h 9s / 3d 4d 5d kc / 3c 5s 7s 9h", deck="tc")

    assert [(one.place, one.total) for one in outcome(step).placements] == [(2, 9), (1, 36), (3, 0)]


def test_r9_4_level_seats_share_the_place() -> None:
    step = last_turn("2c 5c 9s td / 2d 4s 6h 8d / 3c 5d 7s 9h", rounds=4)
    level = step.state._replace(history=((),) * 5)

    found = RULES.outcome(level)
    assert found is not None
    assert [one.place for one in found.placements] == [1, 1, 1]


def test_r9_5_scores_in_between_show_what_the_hands_would_give() -> None:
    position = state("8h 8d / 2c / 3d", at={1: "0:8s"}, history=(ROUND,))

    assert [sheet.total for sheet in RULES.score(position)] == [1 + 1, 7, 0]


# --- 9.6 The absent


def absent(position: State) -> str:
    return RULES.notation.format(RULES.timeout_move(position, RULES.decisions(position)[0].seat))


def test_r9_6_the_absent_gather_the_first_card() -> None:
    assert absent(state(HANDS, gather="- 4h 5h")) == "g.2"


def test_r9_6_else_they_draw() -> None:
    assert absent(state(HANDS, gather="- - -")) == "g.deck"


def test_r9_6_else_they_hunt() -> None:
    assert absent(state(HANDS, gather="- - -", deck="", at={1: "1:tc 2:td"})) == "h.2"


def test_r9_6_else_they_pass() -> None:
    assert absent(state(" / 3d / 4c", gather="- - -", deck="")) == "pass"


def test_r9_6_they_hunt_with_the_best_set_and_as_few_cards_as_will_do() -> None:
    assert absent(play(state("8h 8d 2s / 3d / 4c"), "h.1").state) == "c.8d.8h"
    assert absent(play(state("2s / 3d / 4c"), "h.1").state) == "c.2s"


@pytest.mark.parametrize("seat_count", [3, 4, 5, 6])
def test_r9_6_a_table_of_absent_seats_comes_to_an_end(seat_count: int) -> None:
    luck = SeededChance(b"absent", "test", seat_count)
    position = RULES.setup(RULES.spec.complete({}, seat_count), seat_count, luck).state

    while decisions := RULES.decisions(position):
        who = decisions[0].seat
        position = RULES.apply(position, who, RULES.timeout_move(position, who), luck).state

    assert max(len(hand) for hand in position.hands) <= 14
    assert RULES.outcome(position) is not None


def test_seats_are_what_they_are_called() -> None:
    assert seat(2) == 2
