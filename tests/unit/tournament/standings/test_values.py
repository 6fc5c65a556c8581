"""Values that are published or computed by hand."""

from fractions import Fraction

import pytest

from nurselog.tournament.export.csv import decimal
from nurselog.tournament.formats.terms import FormatName, Preset, Terms, TieBreak
from nurselog.tournament.standings.book import book
from nurselog.tournament.standings.deals import comparison
from nurselog.tournament.standings.points import points_of, share
from nurselog.tournament.standings.tiebreaks import term
from tests.support.tournaments import DUELS, bye, duel, eid, event, rounds

FIVE = event(
    5,
    *rounds(
        [duel(1, 3, "1-0"), duel(2, 4, "="), bye(5)],
        [duel(1, 4, "="), duel(5, 2, "1-0"), bye(3)],
        [duel(1, 5, "1-0"), duel(4, 3, "0-1"), bye(2)],
    ),
)
"""Five players, three rounds; the first seat is named first."""


@pytest.mark.parametrize(
    ("player", "points", "buchholz", "cut1", "sonneborn_berger", "omw"),
    [
        (1, "2.5", "5", "4", "4.5", "0.5556"),
        (2, "1.5", "4.5", "3.5", "2", "0.5"),
        (3, "2", "5.5", "4.5", "3", "0.5556"),
        (4, "1", "6", "4.5", "2", "0.6296"),
        (5, "2", "6", "4.5", "3.5", "0.6111"),
    ],
)
def test_tie_breaks_of_five_players(
    player: int, points: str, buchholz: str, cut1: str, sonneborn_berger: str, omw: str
) -> None:
    opened = book(DUELS, FIVE)
    names = (
        TieBreak.POINTS,
        TieBreak.BUCHHOLZ,
        TieBreak.BUCHHOLZ_CUT1,
        TieBreak.SONNEBORN_BERGER,
        TieBreak.OMW,
    )
    found = [decimal(term(opened, name, eid(player)).value) for name in names]
    assert found == [points, buchholz, cut1, sonneborn_berger, omw]


@pytest.mark.parametrize(
    ("placements", "shares"),
    [
        ([1, 2, 3, 4], [840, 560, 280, 0]),
        ([1, 2, 2, 4], [840, 420, 420, 0]),
        ([1, 2, 3], [840, 420, 0]),
        ([1] * 8, [420] * 8),
        ([1, 2], [840, 0]),
        ([1, 1], [420, 420]),
    ],
)
def test_shares_in_whole_units(placements: list[int], shares: list[int]) -> None:
    assert [share(placement, placements) for placement in placements] == shares


@pytest.mark.parametrize(
    ("preset", "placements", "points"),
    [
        (Preset.STANDARD, [1, 2], [840, 0]),
        (Preset.STANDARD, [1, 1], [420, 420]),
        (Preset.TCG, [1, 2], [2520, 0]),
        (Preset.TCG, [1, 1], [840, 840]),
        (Preset.TEAM, [1, 1], [840, 840]),
        (Preset.PODIUM, [1, 2, 3, 4], [4200, 2520, 1680, 840]),
        (Preset.PODIUM, [1, 2, 3], [4200, 2520, 1680]),
        (Preset.PODIUM, [1, 2, 2, 4, 5], [4200, 2100, 2100, 840, 0]),
        (Preset.WIN, [1, 2, 3, 4], [4200, 0, 0, 0]),
        (Preset.WIN, [1, 1, 3, 4], [840, 840, 0, 0]),
    ],
)
def test_match_points_by_preset(preset: Preset, placements: list[int], points: list[int]) -> None:
    assert [points_of(preset, placement, placements) for placement in placements] == points


def test_eleven_tables_of_one_deal_are_compared_as_published() -> None:
    totals = [1430, 690, 680, 680, 680, 660, 660, 650, -100, -100, -200]
    found = [decimal(comparison(total, totals)) for total in totals]
    assert found == ["1", "0.9", "0.7", "0.7", "0.7", "0.45", "0.45", "0.3", "0.15", "0.15", "0"]


def test_a_deal_of_one_table_is_worth_half() -> None:
    assert comparison(17, [17]) == Fraction(1, 2)


def test_every_term_shows_its_summands() -> None:
    found = term(book(DUELS, FIVE), TieBreak.BUCHHOLZ_CUT1, eid(1))
    shown = [(part.round, part.opponent, decimal(part.value), part.cut) for part in found.parts]
    assert shown == [(1, "e3", "2", False), (2, "e4", "1", True), (3, "e5", "2", False)]


def test_duels_are_worth_one_point() -> None:
    assert Terms(format=FormatName.SWISS).preset is Preset.STANDARD
