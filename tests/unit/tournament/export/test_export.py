import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.tournament.export.csv import decimal, harmless, standings_csv
from nurselog.tournament.export.trf import TrfHeader, trf
from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.values import PairingKind, Refused
from tests.support.tournaments import DUELS, bye, duel, event, played_out, rounds

SHEET = FORMATS[FormatName.SWISS].standings

GAME = event(
    5,
    *rounds(
        [duel(1, 3, "1-0"), duel(2, 4, "="), bye(5)],
        [duel(1, 4, "="), duel(5, 2, "+-"), bye(3, PairingKind.REQUESTED_BYE)],
    ),
)


def test_trf_has_the_columns_of_the_format() -> None:
    text = trf(DUELS, GAME, SHEET(DUELS, GAME), TrfHeader(name="Forest Open", start="2026/11/30"))
    lines = text.splitlines()
    assert lines[:4] == ["012 Forest Open", "042 2026/11/30", "062 5", "XXR 2"]
    first = next(line for line in lines if line.startswith("001    1"))
    assert first[14:16] == "e1"
    assert first[48:52] == "1999"
    assert first[80:84] == " 1.5"
    assert first[85:89] == "   1"
    assert first[91:] == "   3 w 1     4 w ="


def test_trf_tells_how_many_rounds_are_to_be_played() -> None:
    text = trf(DUELS, GAME, SHEET(DUELS, GAME), TrfHeader(name="x", rounds=5))
    assert "XXR 5" in text.splitlines()


@pytest.mark.parametrize(
    ("number", "rounds_"),
    [
        (2, "   4 w =     5 b -"),
        (3, "   1 b 0  0000 - H"),
        (5, "0000 - U     2 w +"),
        (4, "   2 b =     1 b ="),
    ],
)
def test_trf_tells_byes_and_forfeits_apart(number: int, rounds_: str) -> None:
    text = trf(DUELS, GAME, SHEET(DUELS, GAME), TrfHeader(name="x"))
    line = next(line for line in text.splitlines() if line.startswith(f"001 {number:>4}"))
    assert line[91:] == rounds_


def test_trf_is_for_two_seats() -> None:
    pods = Terms(format=FormatName.PODS, seats=(3, 4))
    with pytest.raises(Refused) as refused:
        trf(pods, event(8), FORMATS[FormatName.PODS].standings(pods, event(8)), TrfHeader(name="x"))
    assert refused.value.reason == "EXPORT_NOT_FOUND"


def test_csv_has_every_term_and_round() -> None:
    rows = list(csv.DictReader(io.StringIO(standings_csv(GAME, SHEET(DUELS, GAME)))))
    assert rows[0]["entrant"] == "e1"
    assert rows[0]["points"] == "1.5"
    assert rows[0]["round 1"] == "1"
    assert {"buchholz_cut1", "late_first", "round 2"} <= set(rows[0])


def test_csv_names_the_groups() -> None:
    terms = Terms(format=FormatName.ROUND_ROBIN, groups=2)
    now = played_out(terms, event(6))
    text = standings_csv(now, FORMATS[terms.format].standings(terms, now))
    assert [row["group"] for row in csv.DictReader(io.StringIO(text))] == ["1"] * 3 + ["2"] * 3


@given(name=st.text(max_size=20))
def test_no_cell_is_a_formula(name: str) -> None:
    assert not harmless(name).startswith(("=", "+", "-", "@", "\t", "\r"))
    people = (replace(GAME.entrants[0], name=name), *GAME.entrants[1:])
    now = replace(GAME, entrants=people)
    cells = [
        cell
        for row in csv.reader(io.StringIO(standings_csv(now, SHEET(DUELS, now)), newline=""))
        for cell in row
    ]
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(5, 2), "2.5"),
        (Fraction(5, 9), "0.5556"),
        (Fraction(0), "0"),
        (Fraction(10), "10"),
        (Fraction(-3, 2), "-1.5"),
        (None, ""),
    ],
)
def test_numbers_are_written_as_people_read_them(value: Fraction | None, text: str) -> None:
    assert decimal(value) == text
