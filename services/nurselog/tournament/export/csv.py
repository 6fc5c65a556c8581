"""Standings as CSV (RFC 4180), safe to open with a spreadsheet."""

import csv
import io
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from nurselog.tournament.formats.api import Row, Sheet
from nurselog.tournament.values import POINT, EntrantId, Event

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")


def standings_csv(event: Event, sheet: Sheet) -> str:
    """One line per entrant: rank, name, points, every tie-break, points by round."""
    names = {one.id: one.shown for one in event.entrants}
    grouped = any(row.group for row in sheet.rows)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([harmless(cell) for cell in _head(event, sheet, grouped=grouped)])
    for row in sheet.rows:
        writer.writerow([harmless(cell) for cell in _cells(row, names, grouped=grouped)])
    return text.getvalue()


def harmless(cell: str) -> str:
    """A cell that a spreadsheet would run as a formula becomes text."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def decimal(value: Fraction | None, places: int = 4) -> str:
    """A number as people read it: `2.5`, `0.5556`, nothing where there is none.

    Halves are rounded to even.
    """
    if value is None:
        return ""
    scaled = round(value * 10**places)
    sign, digits = "-" if scaled < 0 else "", str(abs(scaled)).zfill(places + 1)
    return f"{sign}{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")


def _head(event: Event, sheet: Sheet, *, grouped: bool) -> Iterator[str]:
    yield from ("group",) if grouped else ()
    yield from ("rank", "number", "entrant", "name", "points")
    yield from (str(name) for name in sheet.tie_breaks if name != "points")
    yield from (f"round {number.number}" for number in event.rounds)


def _cells(row: Row, names: Mapping[EntrantId, str], *, grouped: bool) -> Iterator[str]:
    yield from (str(row.group),) if grouped else ()
    yield from (str(row.rank), str(row.number), row.entrant, names[row.entrant])
    yield decimal(Fraction(row.points, POINT))
    yield from (decimal(term.value) for term in row.terms if term.name != "points")
    yield from (decimal(Fraction(points, POINT)) for points in row.rounds)
