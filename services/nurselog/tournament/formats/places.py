"""Standings of a knock-out: the later one is out the better, equal exits share their place."""

from collections.abc import Mapping, Sequence

from nurselog.tournament.formats.api import Row
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.standings.history import histories
from nurselog.tournament.standings.lines import Line, score
from nurselog.tournament.values import Entrant, EntrantId, Event

STILL_IN = 10_000_000


def rows_by_exit(terms: Terms, event: Event, exits: Mapping[EntrantId, int]) -> tuple[Row, ...]:
    """Rows in order; who is still in stands before all who are out, and shares the first place.

    Who is out without a single move stands after all who played.
    """
    past, moved = histories(terms, event), event.movers
    levels = {one.id: exits.get(one.id, STILL_IN) for one in event.entrants}
    best = max(levels.values(), default=0)
    for entrant, level in levels.items():
        if level < best and entrant not in moved:
            levels[entrant] = level - STILL_IN
    order = sorted(event.entrants, key=lambda one: (-levels[one.id], one.number))
    return tuple(
        _row(
            one,
            1 + sum(other > levels[one.id] for other in levels.values()),
            event,
            past[one.id],
            moved=one.id in moved,
        )
        for one in order
    )


def _row(one: Entrant, rank: int, event: Event, lines: Sequence[Line], *, moved: bool) -> Row:
    sums = {number.number: 0 for number in event.rounds}
    for line in lines:
        sums[line.round] += line.points
    return Row(
        entrant=one.id,
        number=one.number,
        rank=rank,
        points=score(lines) + event.carried.get(one.id, 0),
        game_points=sum(line.game_points for line in lines),
        rounds=tuple(sums.values()),
        moved=moved,
    )
