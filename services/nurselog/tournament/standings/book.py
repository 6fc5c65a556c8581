"""What tie-breaks look things up in: everybody's lines, points, and points adjusted for opponents."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.standings import deals
from nurselog.tournament.standings.history import histories
from nurselog.tournament.standings.lines import Histories, Line, score
from nurselog.tournament.standings.points import FULL, LEVEL
from nurselog.tournament.standings.verdicts import Way
from nurselog.tournament.values import POINT, Entrant, EntrantId, Event, Units

PARTICIPATED: Final = frozenset({Way.PLAYED, Way.BYE, Way.FORFEIT_WIN, Way.WALKOVER})
NOT_ENTERED: Final = frozenset({Way.ABSENT, Way.REQUESTED_BYE, Way.LATE_BYE})
LEAST_RATE: Final = Fraction(1, 3)
GIVEN: Final = frozenset({Way.BYE, Way.FORFEIT_WIN, Way.WALKOVER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """One event, opened for tie-breaks. `points` count what was carried over, `own` and `adjusted` do not."""

    terms: Terms
    entrants: Mapping[EntrantId, Entrant]
    past: Histories
    points: Mapping[EntrantId, Units]
    own: Mapping[EntrantId, Units]
    adjusted: Mapping[EntrantId, Units]
    match_rates: Mapping[EntrantId, Fraction]
    mean_shares: Mapping[EntrantId, Fraction]
    moved: frozenset[EntrantId]
    """Everybody who ever moved."""


def book(terms: Terms, event: Event) -> Book:
    if terms.format is FormatName.DUPLICATE:
        past = deals.histories_of_deals(terms, event)
        own = {entrant: deals.mean_points(lines) for entrant, lines in past.items()}
    else:
        past = histories(terms, event)
        own = {entrant: score(lines) for entrant, lines in past.items()}
    return Book(
        terms=terms,
        entrants={one.id: one for one in event.entrants},
        past=past,
        points={entrant: points + event.carried.get(entrant, 0) for entrant, points in own.items()},
        own=own,
        adjusted={entrant: adjusted(terms, lines) for entrant, lines in past.items()},
        match_rates={entrant: match_rate(terms, lines) for entrant, lines in past.items()},
        mean_shares={entrant: mean_share(lines) for entrant, lines in past.items()},
        moved=event.movers,
    )


def adjusted(terms: Terms, lines: Iterable[Line]) -> Units:
    """Points for use by opponents (FIDE C.07, 2024).

    Requested byes and absences after the last round one took part in count as level: who leaves must not pull
    former opponents down, nor lift them by what was asked for.
    """
    ordered = list(lines)
    last = max((index for index, line in enumerate(ordered) if line.way in PARTICIPATED), default=-1)
    tail = (LEVEL[terms.preset] if line.way in NOT_ENTERED else line.points for line in ordered[last + 1 :])
    return score(ordered[: last + 1]) + sum(tail)


def match_rate(terms: Terms, lines: Iterable[Line]) -> Fraction:
    """max(1/3, match points / (3 x rounds entered)) on the scale 3-1-0; a bye counts as won."""
    entered = [line for line in lines if line.way not in NOT_ENTERED]
    won = sum(_match_points(terms, line) for line in entered)
    return max(LEAST_RATE, Fraction(won, 3 * len(entered))) if entered else LEAST_RATE


def mean_share(lines: Iterable[Line]) -> Fraction:
    """The mean share over all tables played; none played: 0."""
    played = [line for line in lines if line.played]
    tables = sum(len(line.seats) for line in played)
    return Fraction(sum(line.game_points for line in played), POINT * tables) if tables else Fraction(0)


def _match_points(terms: Terms, line: Line) -> int:
    if line.way in GIVEN or line.points == FULL[terms.preset]:
        return 3
    return 1 if line.points == LEVEL[terms.preset] else 0
