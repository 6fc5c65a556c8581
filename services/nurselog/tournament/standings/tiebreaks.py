"""Every tie-break by name: its value for one entrant and the summands it is made of.

Greater is better, but for `seed` (and `score_share` where the lower total is the better one), see
`better_first`. `head_to_head` depends on who is tied and stands in `meetings.py`.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Final

from nurselog.tournament.formats.api import Part, Term
from nurselog.tournament.formats.terms import Direction, TieBreak
from nurselog.tournament.standings.book import Book
from nurselog.tournament.standings.lines import Line
from nurselog.tournament.standings.verdicts import Way
from nurselog.tournament.values import POINT, EntrantId, Units

CUT_FIRST: Final = frozenset({Way.REQUESTED_BYE, Way.FORFEIT_LOSS})
_SQUARE: Final = POINT * POINT


def term(book: Book, name: TieBreak, entrant: EntrantId) -> Term:
    """The named tie-break of one entrant."""
    return VALUES[name](book, entrant)


def better_first(book: Book, found: Term) -> tuple[bool, Fraction]:
    """A sort key: better terms first, those without a value last."""
    if found.value is None:
        return True, Fraction(0)
    lower = found.name is TieBreak.SEED or (
        found.name is TieBreak.SCORE_SHARE and book.terms.direction is Direction.LOWER
    )
    return False, found.value if lower else -found.value


@lru_cache(maxsize=4096)
def in_points(units: Units) -> Fraction:
    return Fraction(units, POINT)


def points(book: Book, entrant: EntrantId) -> Term:
    parts = tuple(Part(line.round, in_points(line.points)) for line in book.past[entrant])
    return Term(TieBreak.POINTS, in_points(book.points[entrant]), parts)


def wins(book: Book, entrant: EntrantId) -> Term:
    return _sum(TieBreak.WINS, (Part(line.round, Fraction(line.wins)) for line in _played(book, entrant)))


def buchholz(book: Book, entrant: EntrantId) -> Term:
    parts = (part for line in book.past[entrant] for part in _opponents_points(book, entrant, line))
    return _sum(TieBreak.BUCHHOLZ, parts)


def buchholz_cut1(book: Book, entrant: EntrantId) -> Term:
    """Without the smallest term; terms of requested byes and own forfeit losses are cut first."""
    lines = {line.round: line for line in book.past[entrant]}
    parts = list(buchholz(book, entrant).parts)
    if parts:
        index = min(
            range(len(parts)),
            key=lambda at: (lines[parts[at].round].way not in CUT_FIRST, parts[at].value),
        )
        parts[index] = parts[index]._replace(cut=True)
    return _sum(TieBreak.BUCHHOLZ_CUT1, parts)


def sonneborn_berger(book: Book, entrant: EntrantId) -> Term:
    parts = (
        part._replace(value=_product(part.value, in_points(line.points)))
        for line in book.past[entrant]
        for part in _opponents_points(book, entrant, line)
    )
    return _sum(TieBreak.SONNEBORN_BERGER, parts)


def progressive(book: Book, entrant: EntrantId) -> Term:
    lines = book.past[entrant]
    sums = accumulate(line.points for line in lines)
    return _sum(
        TieBreak.PROGRESSIVE,
        (Part(line.round, in_points(total)) for line, total in zip(lines, sums, strict=True)),
    )


def omw(book: Book, entrant: EntrantId) -> Term:
    """Mean over opponents of max(1/3, match points / (3 x rounds entered)) on the scale 3-1-0."""
    return _mean(TieBreak.OMW, _of_opponents(book, entrant, book.match_rates))


def opp_share(book: Book, entrant: EntrantId) -> Term:
    """Mean over all opponents met, with repetition, of their mean share."""
    return _mean(TieBreak.OPP_SHARE, _of_opponents(book, entrant, book.mean_shares))


def score_share(book: Book, entrant: EntrantId) -> Term:
    """Own totals by all totals at own tables; none where totals are missing or not positive."""
    lines = [line for line in _played(book, entrant) if line.own_total is not None]
    everybody = sum(line.all_totals or 0 for line in lines)
    own = sum(line.own_total or 0 for line in lines)
    return Term(TieBreak.SCORE_SHARE, Fraction(own, everybody) if everybody > 0 else None)


def seat_luck(book: Book, entrant: EntrantId) -> Term:
    """Mean of seat index / (size - 1): who sat later had it harder."""
    parts = [
        Part(line.round, Fraction(index, size - 1))
        for line in _played(book, entrant)
        for index, size in line.seats
        if size > 1
    ]
    return _mean(TieBreak.SEAT_LUCK, parts)


def late_first(book: Book, entrant: EntrantId) -> Term:
    """Duels: games with the second seat."""
    parts = (
        Part(line.round, Fraction(sum(index == 1 for index, _ in line.seats)))
        for line in _played(book, entrant)
    )
    return _sum(TieBreak.LATE_FIRST, parts)


def best_deal(book: Book, entrant: EntrantId) -> Term:
    parts = tuple(Part(line.round, in_points(line.points)) for line in _played(book, entrant))
    return Term(TieBreak.BEST_DEAL, max((part.value for part in parts), default=None), parts)


def board_points(book: Book, entrant: EntrantId) -> Term:
    return _sum(TieBreak.BOARD_POINTS, _game_parts(book, entrant))


def game_points(book: Book, entrant: EntrantId) -> Term:
    return _sum(TieBreak.GAME_POINTS, _game_parts(book, entrant))


def performance(book: Book, entrant: EntrantId) -> Term:
    """Mean opponent rating + 400 * (2 * score rate - 1)."""
    lines = list(_played(book, entrant))
    ratings = [
        book.entrants[other].rating for line in lines for other in line.opponents if other in book.entrants
    ]
    if not ratings:
        return Term(TieBreak.PERFORMANCE, None)
    rate = Fraction(sum(line.game_points for line in lines), POINT * sum(len(line.seats) for line in lines))
    return Term(TieBreak.PERFORMANCE, Fraction(sum(ratings), len(ratings)) + 400 * (2 * rate - 1))


def seed(book: Book, entrant: EntrantId) -> Term:
    return Term(TieBreak.SEED, Fraction(book.entrants[entrant].number))


VALUES: Final[Mapping[TieBreak, Callable[[Book, EntrantId], Term]]] = {
    TieBreak.POINTS: points,
    TieBreak.WINS: wins,
    TieBreak.BUCHHOLZ: buchholz,
    TieBreak.BUCHHOLZ_CUT1: buchholz_cut1,
    TieBreak.SONNEBORN_BERGER: sonneborn_berger,
    TieBreak.PROGRESSIVE: progressive,
    TieBreak.OMW: omw,
    TieBreak.OPP_SHARE: opp_share,
    TieBreak.SCORE_SHARE: score_share,
    TieBreak.SEAT_LUCK: seat_luck,
    TieBreak.LATE_FIRST: late_first,
    TieBreak.BEST_DEAL: best_deal,
    TieBreak.BOARD_POINTS: board_points,
    TieBreak.GAME_POINTS: game_points,
    TieBreak.PERFORMANCE: performance,
    TieBreak.SEED: seed,
}


def _played(book: Book, entrant: EntrantId) -> Iterable[Line]:
    return (line for line in book.past[entrant] if line.played)


def _opponents_points(book: Book, entrant: EntrantId, line: Line) -> Iterable[Part]:
    """The opponents' adjusted points of one round; a round without play has oneself as virtual opponent."""
    if not line.played:
        return [Part(line.round, in_points(book.own[entrant]))]
    return [
        Part(line.round, in_points(book.adjusted[other]), other)
        for other in line.opponents
        if other in book.adjusted
    ]


def _of_opponents(book: Book, entrant: EntrantId, values: Mapping[EntrantId, Fraction]) -> list[Part]:
    return [
        Part(line.round, values[other], other)
        for line in _played(book, entrant)
        for other in line.opponents
        if other in values
    ]


def _game_parts(book: Book, entrant: EntrantId) -> Iterable[Part]:
    return (Part(line.round, in_points(line.game_points)) for line in book.past[entrant])


def _sum(name: TieBreak, parts: Iterable[Part]) -> Term:
    """The sum of what was not cut; every summand is a product of at most two numbers of units."""
    kept = tuple(parts)
    units = sum([_SQUARE // part.value.denominator * part.value.numerator for part in kept if not part.cut])
    return Term(name, Fraction(units, _SQUARE), kept)


@lru_cache(maxsize=4096)
def _product(one: Fraction, other: Fraction) -> Fraction:
    return one * other


def _mean(name: TieBreak, parts: Iterable[Part]) -> Term:
    kept = tuple(parts)
    total = sum((part.value for part in kept), Fraction(0))
    return Term(name, total / len(kept) if kept else None, kept)
