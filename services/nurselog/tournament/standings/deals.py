"""Duplicate: everybody is compared with those who sat in the same seat of the same deal."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from nurselog.tournament.formats.terms import Direction, Terms
from nurselog.tournament.standings.history import histories
from nurselog.tournament.standings.lines import Histories, Line
from nurselog.tournament.standings.verdicts import Way
from nurselog.tournament.values import POINT, EntrantId, Event, Round, SeatResult, TableResult, Units

COUNTED = frozenset({Way.PLAYED, Way.FORFEIT_LOSS, Way.ABSENT})
"""Rounds that enter the mean; a bye does not."""


def comparison(total: int, totals: Sequence[int], direction: Direction = Direction.HIGHER) -> Fraction:
    """(worse + level / 2) / (m - 1) of one among the m totals of its seat index, itself too; alone 1/2."""
    if len(totals) == 1:
        return Fraction(1, 2)
    worse = sum(other < total if direction is Direction.HIGHER else other > total for other in totals)
    level = sum(other == total for other in totals) - 1
    return Fraction(2 * worse + level, 2 * (len(totals) - 1))


def deal_scores(terms: Terms, number: Round) -> dict[EntrantId, Fraction | None]:
    """The score of everybody who sat at a table of this round.

    A table without full play is left out: who caused it has 0, the others no score of this deal (None).
    """
    scores: dict[EntrantId, Fraction | None] = {}
    by_seat: defaultdict[tuple[str, int], list[SeatResult]] = defaultdict(list)
    for played in number.pairings:
        for table in played.tables:
            if _full(table):
                for line in table.seats:
                    by_seat[played.pairing.deal, line.seat].append(line)
            else:
                scores.update(
                    {line.entrant: None if _innocent(line) else Fraction(0) for line in table.seats}
                )
    for lines in by_seat.values():
        totals = [line.total or 0 for line in lines]
        compared = {total: comparison(total, totals, terms.direction) for total in set(totals)}
        scores.update({line.entrant: compared[line.total or 0] for line in lines})
    return scores


def histories_of_deals(terms: Terms, event: Event) -> Histories:
    """The lines of everybody with the points of the deals, to the nearest unit."""
    scores = {number.number: deal_scores(terms, number) for number in event.rounds}
    return {
        entrant: tuple(_scored(line, scores[line.round], entrant) for line in lines)
        for entrant, lines in histories(terms, event).items()
    }


def mean_points(lines: Iterable[Line]) -> Units:
    """The mean over the deals one took part in or missed, to the nearest unit; byes do not count."""
    counted = [line.points for line in lines if line.way in COUNTED]
    return _nearest(Fraction(sum(counted), len(counted))) if counted else 0


def _scored(line: Line, scores: Mapping[EntrantId, Fraction | None], entrant: EntrantId) -> Line:
    if entrant not in scores:
        return line
    score = scores[entrant]
    if score is None:
        return line._replace(points=0, way=Way.REQUESTED_BYE)
    return line._replace(points=_nearest(score * POINT))


def _nearest(value: Fraction) -> int:
    return int(value + Fraction(1, 2))


def _full(table: TableResult) -> bool:
    return not table.house and all(_innocent(line) for line in table.seats)


def _innocent(line: SeatResult) -> bool:
    return line.full and line.kind == "played"
