"""A tournament as a text for other tools: what is needed is taken from the book at once, written later."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TypeAlias

from nurselog.chassis.errors import NotFound
from nurselog.tournament.book import Book, PairingBook, RoundBook, RoundState
from nurselog.tournament.events import event_of, stage_terms
from nurselog.tournament.export.csv import harmless, standings_csv
from nurselog.tournament.export.trf import TrfHeader, trf
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.pure import format_named
from nurselog.tournament.values import Event, Refused

Written: TypeAlias = tuple[str, str]
"""Media type and text."""

CSV, PLAIN = "text/csv", "text/plain"
EXPORTS = ("standings.csv", "pairings.csv", "report.trf")
HEAD = ("round", "pairing", "kind", "table", "entrant", "name", "seat", "place", "total", "how", "correction")


def export_of(book: Book, name: str) -> Callable[[], Written]:
    """Writes an export of the current stage when called; refuses what this tournament does not have."""
    if name == "pairings.csv":
        text = _pairings_csv(book)
        return lambda: (CSV, text)
    if name not in ("standings.csv", "report.trf"):
        raise _none(name, f"There is no export {name[:60]!r}; there are {', '.join(EXPORTS)}.")
    if book.stage is None:
        raise _none(name, f"There is no {name} before the start.")
    terms, event = stage_terms(book), event_of(book, book.stage, running=True)
    if name == "standings.csv":
        return lambda: (CSV, standings_csv(event, format_named(terms.format).standings(terms, event)))
    header = TrfHeader(
        name=book.settings.title,
        start=_day(book.started_ms),
        end=_day(book.ended_ms),
        time_control=_clock(book),
        rounds=book.stage.rounds,
    )
    return lambda: (PLAIN, _trf(terms, event, header, name))


def _trf(terms: Terms, event: Event, header: TrfHeader, name: str) -> str:
    try:
        return trf(terms, event, format_named(terms.format).standings(terms, event), header)
    except Refused as refused:
        raise _none(name, refused.message) from None


def _pairings_csv(book: Book) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEAD)
    for here in book.rounds:
        if here.state != RoundState.ROUND_STATE_PAIRING:
            for one in here.pairings.values():
                writer.writerows([harmless(cell) for cell in line] for line in _lines(book, here, one))
    return text.getvalue()


def _lines(book: Book, here: RoundBook, one: PairingBook) -> Iterator[list[str]]:
    """A line for each seat of each table that counts; without tables one for each entrant."""
    start = [str(here.number), one.pairing.id, one.pairing.kind.value]
    for table in one.tables:
        for line in table.result.seats if table.result else ():
            total = "" if line.total is None else str(line.total)
            who = [line.entrant, book.entrants[line.entrant].name, str(line.seat), str(line.placement)]
            yield [*start, table.table, *who, total, line.kind.value, table.correction]
    if not one.results:
        for entrant in one.pairing.seats:
            yield [*start, "", entrant, book.entrants[entrant].name, "", "", "", "", ""]


def _day(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y/%m/%d") if ms else ""


def _clock(book: Book) -> str:
    clock = book.settings.tables.clock
    kind = clock.WhichOneof("kind")
    return f"{kind} {getattr(clock, kind)}".replace("\n", " ").strip() if kind else ""


def _none(name: str, why: str) -> NotFound:
    return NotFound("EXPORT_NOT_FOUND", why, field="name", export=name[:60])
