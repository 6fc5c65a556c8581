"""Chapters 9 and 10: what rounds are worth, and when the play ends."""

from itertools import product

import pytest

from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.events import Dealt, Ended, News, RoundScored
from nurselog.games.signal_fire.scoring import lines, points, totals
from nurselog.games.signal_fire.state import Fires, State
from nurselog.rules.api import Outcome, Step
from nurselog.rules.cards import DECK
from nurselog.rules.chance import ScriptedChance
from tests.support.signal_fire import fires, play, public, seat, state, trick

FULL = "111 111"
NINE = "333 000"
FEW = "210 000"
"""Three fires without a bonus."""


def worth(text: str) -> int:
    return points(fires(text)[0])


def last_trick(
    *, lit: Fires, history: tuple[Fires, ...] = (), target: int = 50, round_limit: int = 0
) -> Step[State, News]:
    """The end of a round: seat 2 wins the ninth trick and lights on the ridge at column 2."""
    position = state(
        "6d / 9s / jd / 3d",
        tricks_done=8,
        lit=lit,
        history=history,
        target=target,
        round_limit=round_limit,
    )
    return play(trick(position, "6d 9s jd 3d").state, "l.r", chance=ScriptedChance(shuffles=[DECK]))


def outcome(step: Step[State, News]) -> Outcome:
    found = RULES.outcome(step.state)
    assert found is not None
    return found


# --- 9. A round


@pytest.mark.parametrize(("text", "expected"), [("000 000", 0), ("210 000", 3), ("000 404", 8)])
def test_r9_1_a_point_for_each_fire(text: str, expected: int) -> None:
    assert worth(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("111 000", 5), ("000 112", 6), ("121 010", 7)])
def test_r9_2_two_points_for_a_full_ridge_or_valley(text: str, expected: int) -> None:
    assert worth(text) == expected


def test_r9_3_the_printed_example_of_six_fires() -> None:
    assert worth(FULL) == 6 + 2 + 2 + 2 == 12


def test_r9_3_more_fires_count_as_well() -> None:
    assert worth("112 211") == 8 + 6


@pytest.mark.parametrize("text", [NINE, "222 111", "900 000"])
def test_r9_4_nine_fires_are_a_blaze(text: str) -> None:
    assert worth(text) == -10


def test_r9_4_a_blaze_counts_alone() -> None:
    found = {line.category: (line.points, line.counted) for line in lines("", "", fires("222 111")[0])}

    assert found == {"fires": (9, False), "blaze": (-10, True)}


def test_r9_every_round_is_worth_what_the_printed_summary_says() -> None:
    """All ways to light up to eight fires, recounted from the sets of places."""
    for counts in product(range(3), repeat=6):
        if sum(counts) >= 9:
            continue
        ridge, valley = 0 not in counts[:3], 0 not in counts[3:]
        assert points(counts) == sum(counts) + 2 * ridge + 2 * valley + 2 * (ridge and valley)


def test_r9_the_sheet_has_a_line_for_each_category_with_its_evidence() -> None:
    sheet = RULES.score(state(history=(fires("111 020", FEW),)))[0]

    found = [(line.category, line.points, line.evidence) for line in sheet.lines[:4]]
    assert found == [
        ("round_1.fires", 5, ("r1", "r2", "r3", "vb", "vb")),
        ("round_1.ridge", 2, ("r1", "r2", "r3")),
        ("round_1.valley", 0, ()),
        ("round_1.both", 0, ()),
    ]
    assert sheet.lines[2].reason == "no fire at va, vc"


def test_r9_5_partners_have_one_score() -> None:
    sheets = RULES.score(state(history=(fires(FULL, FEW),)))

    assert [sheet.total for sheet in sheets] == [12, 3, 12, 3]


def test_r9_6_fires_of_the_round_that_is_played_count_in_between() -> None:
    sheets = RULES.score(state(history=(fires(FULL, FEW),), lit=fires("100 000", "011 000")))

    assert [sheet.total for sheet in sheets[:2]] == [13, 5]


# --- 10. The end


def test_r10_1_a_round_that_reaches_no_target_is_followed_by_another() -> None:
    step = last_trick(lit=fires("200 000", "121 110"))

    assert public(step)[-2:-1] == [RoundScored(1, (3, 8), (3, 8))]
    assert isinstance(public(step)[-1], Dealt)
    assert RULES.outcome(step.state) is None


def test_r2_5_all_cards_are_dealt_anew_for_the_next_round() -> None:
    after = last_trick(lit=fires("200 000", "121 110")).state

    assert len(RULES.components(after)) == 52
    assert [len(hand) for hand in after.hands] == [10] * 4
    assert after.tokens == (None,) * 4
    assert after.bids == (None,) * 4
    assert after.fires == fires()
    assert after.history == (fires("210 000", "121 110"),)
    assert after.recent == (2,)


def test_r12_5_the_end_of_a_round_is_not_taken_back() -> None:
    assert not last_trick(lit=fires("200 000", "121 110")).undoable


def test_r10_1_a_team_with_the_target_wins() -> None:
    step = last_trick(lit=fires("101 111"), history=(fires("111 111", FEW),), target=20)

    assert public(step)[-1] == Ended((24, 3))
    assert outcome(step).reason == "target_reached"
    assert [(one.place, one.total) for one in outcome(step).placements] == [(1, 24), (3, 3)] * 2


def test_r10_1_if_both_have_the_target_the_higher_total_wins() -> None:
    step = last_trick(lit=fires("101 111", "210 000"), history=(fires(FULL, FULL),), target=10)

    assert [one.place for one in outcome(step).placements] == [1, 3, 1, 3]


def test_r10_2_level_teams_play_another_round() -> None:
    step = last_trick(lit=fires("101 111", FULL), target=10)

    assert RULES.outcome(step.state) is None
    assert isinstance(public(step)[-1], Dealt)


def test_r10_3_a_number_of_rounds_ends_the_play_whatever_the_target() -> None:
    early = last_trick(lit=fires("101 111"), round_limit=2, target=10)
    assert RULES.outcome(early.state) is None

    late = last_trick(lit=fires(), history=(fires(FEW, FULL),), round_limit=2)
    assert outcome(late).reason == "rounds_played"
    assert [one.place for one in outcome(late).placements] == [3, 1, 3, 1]


def test_r10_3_level_teams_share_the_place() -> None:
    step = last_trick(lit=fires("200 000", FEW), round_limit=1)

    assert [(one.place, one.total) for one in outcome(step).placements] == [(1, 3)] * 4


def test_r10_4_after_forty_rounds_the_play_ends() -> None:
    step = last_trick(lit=fires("200 000", FEW), history=(fires(NINE, NINE),) * 39)

    assert outcome(step).reason == "round_cap"
    assert [one.place for one in outcome(step).placements] == [1] * 4


def test_r10_4_not_before() -> None:
    step = last_trick(lit=fires("200 000", FEW), history=(fires(NINE, NINE),) * 38)

    assert RULES.outcome(step.state) is None


def test_r10_1_nothing_is_played_once_the_play_is_over() -> None:
    step = last_trick(lit=fires(), round_limit=1)

    assert RULES.decisions(step.state) == ()
    found = RULES.reject(step.state, seat(0), RULES.notation.parse("p.6d"))
    assert found is not None
    assert (found.code, found.rule) == ("play_over", "10.1")


def test_totals_may_be_below_zero() -> None:
    assert totals((fires(NINE, FEW), fires(FEW, FEW))) == (-7, 6)
