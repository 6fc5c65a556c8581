"""Standings as messages, rendered where they are computed: a line each, as bytes. Pure."""

from __future__ import annotations

from fractions import Fraction

from nurselog.api.tournament.v1 import standing_pb2 as pb
from nurselog.tournament.formats.api import Part, Row, Term
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.names import entrant_name
from nurselog.tournament.pure import format_named
from nurselog.tournament.standings.history import histories
from nurselog.tournament.standings.lines import Line
from nurselog.tournament.values import POINT, EntrantId, Event


def standings(terms: Terms, event: Event, tournament: str, rounds_before: int) -> list[bytes]:
    """Everybody's standing, the first one first; `rounds_before` are those of earlier stages."""
    shown = {one.id: one.shown for one in event.entrants}
    past = histories(terms, event)

    def name(entrant: EntrantId | None) -> str:
        return entrant_name(tournament, entrant) if entrant else ""

    def rendered(row: Row) -> bytes:
        standing = pb.Standing(
            place=row.rank,
            entrant=name(row.entrant),
            display_name=shown[row.entrant],
            points=row.points,
            points_text=text_of(Fraction(row.points, POINT)),
            tie_breaks=[_tie_break(term) for term in row.terms],
            rounds=[_round(line) for line in past[row.entrant]],
            group=row.group,
        )
        return standing.SerializeToString()

    def _tie_break(term: Term) -> pb.TieBreak:
        return pb.TieBreak(
            name=term.name.value,
            value=_units(term.value),
            text="-" if term.value is None else text_of(term.value),
            terms=[_part(part) for part in term.parts],
        )

    def _part(part: Part) -> pb.TieBreakTerm:
        number = part.round + rounds_before if part.round else 0
        return pb.TieBreakTerm(
            round=number, value=_units(part.value), cut=part.cut, entrant=name(part.opponent)
        )

    def _round(line: Line) -> pb.RoundResult:
        return pb.RoundResult(
            round=line.round + rounds_before,
            opponents=[name(one) for one in line.opponents],
            points=line.points,
            seat=line.seats[0][0] if line.seats else -1,
            kind=line.way.value,
        )

    return [rendered(row) for row in format_named(terms.format).standings(terms, event).rows]


def text_of(value: Fraction) -> str:
    """A value for people: `2`, `2.5`, `0.611`; trailing zeros are left out."""
    text = f"{float(value):.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _units(value: Fraction | None) -> int:
    return 0 if value is None else round(value * POINT)
