"""Head to head: the points among those who are tied, if all of them met."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from nurselog.tournament.formats.api import Part, Term
from nurselog.tournament.formats.terms import TieBreak
from nurselog.tournament.standings.book import Book
from nurselog.tournament.standings.lines import Line
from nurselog.tournament.values import POINT, EntrantId


def head_to_head(book: Book, tied: Sequence[EntrantId]) -> dict[EntrantId, Term]:
    """The term of each of the tied. Without a value for all of them where two have not met.

    In duels: points of their tables against each other. In pods: points at the tables where all of them sat.
    """
    parts = {one: _among(book, one, set(tied) - {one}) for one in tied}
    met = all(_met(parts[one]) >= set(tied) - {one} for one in tied)
    return {one: _term(parts[one], met=met) for one in tied}


def _term(parts: Iterable[Part], *, met: bool) -> Term:
    kept = tuple(parts)
    value = sum((part.value for part in kept), Fraction(0)) if met else None
    return Term(TieBreak.HEAD_TO_HEAD, value, kept if met else ())


def _met(parts: Iterable[Part]) -> set[EntrantId]:
    return {part.opponent for part in parts if part.opponent is not None}


def _among(book: Book, one: EntrantId, others: set[EntrantId]) -> list[Part]:
    return [part for line in book.past[one] if line.played for part in _of_line(book, line, others)]


def _of_line(book: Book, line: Line, others: set[EntrantId]) -> list[Part]:
    if book.terms.duel:
        value = Fraction(line.points, POINT)
        return [Part(line.round, value, other) for other in line.opponents if other in others]
    if not others <= set(line.opponents):
        return []
    value = Fraction(line.points, POINT * len(others))
    return [Part(line.round, value, other) for other in line.opponents if other in others]
