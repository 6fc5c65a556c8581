"""Chapter 9."""

from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.state import State, Tally
from nurselog.rules.api import Points, ScoreLine
from tests.support.salmon_run import cards, play, state


def lines(position: State, seat: int = 0) -> dict[str, int]:
    return {line.category: line.points for line in RULES.score(position)[seat].lines}


def test_r9_1_ten_for_each_card_of_the_run_jokers_included() -> None:
    assert lines(state("run: 4h 2h jk1"))["sea.run"] == 30


def test_r9_2_two_for_each_diamond_wherever_it_is() -> None:
    position = state("run: 4d; in_play: 5d; hand: 6d; deck: 7d 8h; discard: 9d; removed: td")

    assert lines(position)["sea.diamonds"] == 10


def test_r9_3_ten_less_for_each_joker_wherever_it_is() -> None:
    assert lines(state("run: 4d jk1; discard: jk2"))["sea.jokers"] == -20
    assert lines(state("removed: jk1"))["sea.jokers"] == 0


def test_r9_2_a_joker_is_no_diamond() -> None:
    assert lines(state("run: jk1"))["sea.diamonds"] == 0


def test_r9_4_ten_for_each_face_card_and_ace() -> None:
    position = state("run: ad; in_play: jc; hand: qd; deck: kd 8h; discard: ah jk1; removed: kc")

    assert lines(position)["final.face_cards"] == 50


def test_r9_5_the_hand_counts_and_removed_cards_do_not() -> None:
    assert lines(state("hand: kd; removed: qd")) == {
        "sea.run": 0,
        "sea.diamonds": 2,
        "sea.jokers": 0,
        "final.face_cards": 10,
    }


def test_the_lines_say_which_cards_earned_them() -> None:
    sheet = RULES.score(state("run: 4h 2h; deck: kd 5d jk2"))[0]

    assert sheet.lines == (
        ScoreLine("sea.run", "The Sea: cards in the run", Points(20), ("4h", "2h")),
        ScoreLine("sea.diamonds", "The Sea: diamonds", Points(4), ("5d", "kd")),
        ScoreLine("sea.jokers", "The Sea: jokers", Points(-10), ("jk2",)),
        ScoreLine("final.face_cards", "Face cards and aces", Points(10), ("kd",)),
    )
    assert sheet.total == 24


ENDING = state(
    "in_play: 9h; run: 2h 3h 4h 5h 6h 7h; deck: kh", "run: 2c; deck: kd", round=2, turns=199
)._replace(
    tallies=(
        (Tally(cards("2h 3h 4h 5h"), cards("5d"), ()), Tally(cards("2c 3c"), (), cards("jk1"))),
        (Tally(cards("2h 2c"), (), ()), Tally(cards("4c 4d 5c 5d 6c 6d"), cards("4d 5d 6d"), ())),
    )
)


def test_r9_rounds_add_up_and_face_cards_count_once() -> None:
    found = lines(play(ENDING, "e").state)

    assert found == {
        "sea.run": 40,
        "sea.diamonds": 2,
        "sea.jokers": 0,
        "river.run": 20,
        "river.diamonds": 0,
        "river.jokers": 0,
        "stream.run": 60,
        "stream.diamonds": 0,
        "stream.jokers": 0,
        "final.face_cards": 10,
    }


def test_r9_6_most_points_win() -> None:
    outcome = RULES.outcome(play(ENDING, "e").state)

    assert outcome is not None
    assert [(one.place, one.total) for one in outcome.placements] == [(1, 132), (2, 98)]


def test_r9_6_level_seats_share_the_win() -> None:
    level = state("in_play: 4h; run: 2h", "run: 2c", round=2, turns=199)._replace(tallies=ENDING.tallies[:0])
    empty = Tally((), (), ())
    outcome = RULES.outcome(play(level._replace(tallies=((empty, empty), (empty, empty))), "e").state)

    assert outcome is not None
    assert [one.place for one in outcome.placements] == [1, 1]


def test_r9_6_totals_may_be_negative() -> None:
    assert RULES.score(state("discard: jk1"))[0].total == -10


def test_r9_7_a_sheet_during_a_round_shows_what_would_count_now() -> None:
    assert set(lines(ENDING)) == set(lines(play(ENDING, "e").state))
    assert RULES.score(ENDING) == RULES.score(play(ENDING, "e").state)
