"""Chapter 7."""

from nurselog.games.trail import RULES
from nurselog.games.trail.state import State
from nurselog.rules.api import Points, ScoreLine
from tests.support.trail import play, trek

TREKKED = trek(
    "9c 9h / 2d / ", at="53 43 32 22 13 / 53 41 / ", trail="53=9d 43=jh 32=kd 22=qs 13=qc 41=js", back="0 1"
)


def lines(position: State, seat: int = 0) -> dict[str, int]:
    return {line.category: line.points for line in RULES.score(position)[seat].lines}


def test_r7_five_for_each_card_more_for_landmarks_one_for_each_card_left() -> None:
    assert lines(TREKKED) == {"trail": 25, "landmarks": 1 + 3 + 2 + 2, "pack": 2}
    assert lines(TREKKED, 1) == {"trail": 10, "landmarks": 1, "pack": 1}
    assert lines(TREKKED, 2) == {"trail": 0, "landmarks": 0, "pack": 0}


def test_the_lines_say_which_cards_earned_them() -> None:
    over = play(TREKKED, "b").state

    assert RULES.score(over)[0].lines == (
        ScoreLine("trail", "Cards trekked past", Points(25), ("9d", "jh", "kd", "qs", "qc")),
        ScoreLine("landmarks", "Landmarks", Points(8), ("jh", "kd", "qs", "qc")),
        ScoreLine("pack", "Cards left in the pack", Points(2), ("9c", "9h")),
    )


def test_r8_1_before_the_end_sheets_show_no_pack() -> None:
    assert RULES.score(TREKKED)[0].lines[2] == ScoreLine("pack", "Cards left in the pack", Points(2))


def test_r7_4_most_points_win() -> None:
    outcome = RULES.outcome(play(TREKKED, "b").state)

    assert outcome is not None
    assert [(one.place, one.total) for one in outcome.placements] == [(1, 35), (2, 12), (3, 0)]


def test_r7_4_level_seats_share_the_win() -> None:
    outcome = RULES.outcome(play(trek("2c 3c / 2d 3d / 2h"), "b", "b", "b").state)

    assert outcome is not None
    assert [one.place for one in outcome.placements] == [1, 1, 3]


def test_r4_6_who_lost_the_pack_scores_the_cards_trekked_past_before() -> None:
    position = trek("2c 3c / 2d / 2h", at="53 43", trail="53=9d 43=jh 33=ts")
    lost = play(position, "a.33").state

    assert lines(lost) == {"trail": 10, "landmarks": 1, "pack": 0}
