from dataclasses import replace
from fractions import Fraction

import pytest

from nurselog.tournament.formats.terms import Direction, FormatName, Preset, Terms, TieBreak
from nurselog.tournament.standings.book import book
from nurselog.tournament.standings.sheet import sheet, tie_breaks
from nurselog.tournament.standings.tiebreaks import term
from nurselog.tournament.values import EntrantState, Event, PairingKind
from tests.support.tournaments import DUELS, bye, duel, eid, event, pod, rounds

PODS = Terms(format=FormatName.PODS, seats=(3, 4))


def _value(terms: Terms, now: Event, name: TieBreak, number: int) -> Fraction | None:
    return term(book(terms, now), name, eid(number)).value


def _ranks(terms: Terms, now: Event) -> dict[str, int]:
    return {row.entrant: row.rank for row in sheet(terms, now).rows}


def test_requested_byes_and_absences_after_the_last_round_played_count_half_for_opponents() -> None:
    """FIDE C.07 (2024): 1 beat 2, who then rested by request and was absent; 2's own points stay 1/2."""
    now = event(
        4,
        *rounds(
            [duel(1, 2, "1-0"), duel(3, 4, "=")],
            [bye(2, PairingKind.REQUESTED_BYE), duel(1, 3, "1-0")],
            [duel(1, 4, "1-0")],
        ),
    )
    opened = book(DUELS, now)
    assert opened.own[eid(2)] == 420
    assert opened.adjusted[eid(2)] == 840
    assert opened.adjusted[eid(3)] == 420 + 0 + 420


def test_an_absence_between_played_rounds_counts_nothing() -> None:
    now = event(4, *rounds([duel(1, 2, "0-1")], [duel(3, 4, "1-0")], [duel(1, 2, "0-1")]))
    assert book(DUELS, now).adjusted[eid(1)] == 0
    assert book(DUELS, now).adjusted[eid(3)] == 840 + 420


def test_the_term_of_a_requested_bye_is_cut_before_a_smaller_one() -> None:
    now = event(
        4,
        *rounds([duel(1, 2, "1-0"), duel(3, 4, "1-0")], [bye(1, PairingKind.REQUESTED_BYE), duel(2, 4, "=")]),
    )
    cut = [part for part in term(book(DUELS, now), TieBreak.BUCHHOLZ_CUT1, eid(1)).parts if part.cut]
    assert [(part.round, part.opponent) for part in cut] == [(2, None)]


def test_an_unplayed_round_has_oneself_as_opponent() -> None:
    now = event(3, *rounds([duel(1, 2, "1-0"), bye(3)]))
    assert _value(DUELS, now, TieBreak.BUCHHOLZ, 3) == 1
    assert _value(DUELS, now, TieBreak.SONNEBORN_BERGER, 3) == 1


def test_progressive_sums_the_points_after_each_round() -> None:
    now = event(2, *rounds([duel(1, 2, "1-0")], [duel(1, 2, "0-1")], [duel(1, 2, "=")]))
    assert _value(DUELS, now, TieBreak.PROGRESSIVE, 1) == 1 + 1 + Fraction(3, 2)
    assert _value(DUELS, now, TieBreak.PROGRESSIVE, 2) == 0 + 1 + Fraction(3, 2)


def test_wins_are_sole_first_places_at_played_tables() -> None:
    now = event(4, *rounds([pod(1, 2, 3, placements=[1, 1, 3])], [pod(1, 2, 3, placements=[1, 2, 3])]))
    assert _value(PODS, now, TieBreak.WINS, 1) == 1
    assert _value(PODS, now, TieBreak.WINS, 2) == 0
    forfeit = event(2, *rounds([duel(1, 2, "+-")]))
    assert _value(DUELS, forfeit, TieBreak.WINS, 1) == 0


def test_late_first_counts_games_with_the_second_seat() -> None:
    now = event(2, *rounds([duel(1, 2, "=")], [duel(1, 2, "=")], [duel(2, 1, "=")]))
    assert _value(DUELS, now, TieBreak.LATE_FIRST, 1) == 1
    assert _value(DUELS, now, TieBreak.LATE_FIRST, 2) == 2
    assert _ranks(DUELS, now) == {"e2": 1, "e1": 2}


def test_head_to_head_separates_two_who_met() -> None:
    terms = replace(DUELS, tie_breaks=(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD))
    now = event(4, *rounds([duel(2, 1, "1-0"), duel(3, 4, "1-0")], [duel(1, 4, "1-0"), duel(3, 2, "1-0")]))
    assert _ranks(terms, now) == {"e3": 1, "e2": 2, "e1": 3, "e4": 4}


def test_head_to_head_says_nothing_where_not_all_of_the_tied_met() -> None:
    terms = replace(DUELS, tie_breaks=(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD))
    now = event(4, *rounds([duel(2, 1, "1-0"), duel(3, 4, "1-0")]))
    assert _ranks(terms, now) == {"e2": 1, "e3": 1, "e1": 3, "e4": 3}


def test_head_to_head_of_pods_counts_tables_where_all_of_the_tied_sat() -> None:
    terms = replace(PODS, tie_breaks=(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD))
    now = event(
        6,
        *rounds(
            [pod(1, 2, 3, placements=[1, 2, 3]), pod(4, 5, 6, placements=[1, 2, 3])],
            [pod(1, 4, 5, placements=[3, 2, 1]), pod(2, 3, 6, placements=[2, 1, 3])],
        ),
    )
    assert _ranks(terms, now) == {"e4": 1, "e5": 1, "e1": 3, "e2": 4, "e3": 5, "e6": 6}


def test_omw_is_a_third_at_least_and_own_byes_are_won() -> None:
    now = event(3, *rounds([duel(1, 2, "1-0"), bye(3)], [duel(1, 3, "1-0"), bye(2)]))
    assert _value(DUELS, now, TieBreak.OMW, 1) == Fraction(1, 2)
    assert _value(DUELS, now, TieBreak.OMW, 2) == 1
    lost = event(2, *rounds([duel(1, 2, "1-0")]))
    assert _value(DUELS, lost, TieBreak.OMW, 1) == Fraction(1, 3)


def test_shares_of_opponents_count_with_repetition() -> None:
    now = event(4, *rounds([pod(1, 2, 3, placements=[1, 2, 3])], [pod(1, 2, 4, placements=[1, 2, 3])]))
    assert _value(PODS, now, TieBreak.OPP_SHARE, 1) == Fraction(1, 4)


def test_share_of_totals_needs_positive_totals() -> None:
    now = event(3, *rounds([pod(1, 2, 3, placements=[1, 2, 3], totals=[30, 20, 10])]))
    assert _value(PODS, now, TieBreak.SCORE_SHARE, 1) == Fraction(1, 2)
    without = event(3, *rounds([pod(1, 2, 3, placements=[1, 2, 3])]))
    assert _value(PODS, without, TieBreak.SCORE_SHARE, 1) is None


@pytest.mark.parametrize(("direction", "first"), [(Direction.HIGHER, "e1"), (Direction.LOWER, "e3")])
def test_the_better_share_of_totals_follows_the_direction(direction: Direction, first: str) -> None:
    terms = replace(PODS, tie_breaks=(TieBreak.SCORE_SHARE,), direction=direction)
    now = event(3, *rounds([pod(1, 2, 3, placements=[1, 2, 3], totals=[30, 20, 10])]))
    assert sheet(terms, now).rows[0].entrant == first


def test_later_seats_stand_first() -> None:
    now = event(3, *rounds([pod(1, 2, 3, placements=[1, 1, 1])]))
    assert [_value(PODS, now, TieBreak.SEAT_LUCK, number) for number in (1, 2, 3)] == [0, Fraction(1, 2), 1]
    assert _ranks(PODS, now) == {"e3": 1, "e2": 2, "e1": 3}


def test_who_never_moved_stands_after_all_who_did() -> None:
    now = event(4, *rounds([duel(1, 2, "1-0"), duel(3, 4, "+-")]))
    assert [row.entrant for row in sheet(DUELS, now).rows] == ["e1", "e2", "e3", "e4"]
    assert [row.moved for row in sheet(DUELS, now).rows] == [True, True, False, False]


def test_who_was_disqualified_stands_last() -> None:
    now = event(3, *rounds([duel(1, 2, "1-0"), bye(3)]))
    out = replace(now.entrants[0], state=EntrantState.DISQUALIFIED)
    rows = sheet(DUELS, replace(now, entrants=(out, *now.entrants[1:]))).rows
    assert rows[-1].entrant == "e1"


def test_level_entrants_share_their_place_or_draw() -> None:
    now = event(6, *rounds([duel(1, 2, "="), duel(4, 3, "="), duel(5, 6, "=")]))
    terms = replace(DUELS, tie_breaks=(TieBreak.POINTS,))
    assert set(_ranks(terms, now).values()) == {1}
    drawn = replace(terms, draw_ties=True)
    assert sorted(_ranks(drawn, now).values()) == [1, 2, 3, 4, 5, 6]
    assert _ranks(drawn, now) != _ranks(drawn, replace(now, seed=b"another"))


@pytest.mark.parametrize(
    ("terms", "names"),
    [
        (DUELS, "points head_to_head buchholz_cut1 buchholz sonneborn_berger wins late_first"),
        (replace(DUELS, points=Preset.TCG), "points omw head_to_head"),
        (PODS, "points wins opp_share score_share seat_luck"),
        (Terms(format=FormatName.ROUND_ROBIN), "points head_to_head wins sonneborn_berger"),
        (Terms(format=FormatName.DUPLICATE, seats=(4,)), "points best_deal"),
        (
            replace(DUELS, boards=4),
            "points board_points head_to_head buchholz_cut1 buchholz sonneborn_berger wins late_first",
        ),
    ],
)
def test_default_lists(terms: Terms, names: str) -> None:
    assert " ".join(tie_breaks(terms)) == names


def test_every_row_has_every_term() -> None:
    now = event(5, *rounds([duel(1, 3, "1-0"), duel(2, 4, "="), bye(5)]))
    for name in TieBreak:
        rows = sheet(replace(DUELS, tie_breaks=(TieBreak.POINTS, name)), now).rows
        assert all(len(row.terms) == 2 for row in rows)
