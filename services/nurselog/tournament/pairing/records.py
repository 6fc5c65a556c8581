"""What a pairing of two has to know about each entrant, read off the history once per round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from nurselog.tournament.standings.lines import Histories, Line, score
from nurselog.tournament.standings.verdicts import Way
from nurselog.tournament.values import POINT, Entrant, EntrantId, Units

FIRST: Final = 0
SECOND: Final = 1

FLOATS_REMEMBERED: Final = 2
"""Rounds in which a float still counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One entrant before a round of two-seat pairings.

    `place` is the 0-based place in the order of this round; `score` counts virtual points. `surplus` is first
    minus second seats; `last` the seats of played tables, latest last. `met` names opponents by place, with
    the round.
    """

    entrant: Entrant
    place: int
    score: Units
    surplus: int
    last_seat: int | None
    due: int | None
    met: Mapping[int, int]
    had_bye: bool
    floated_down: bool
    floated_up: bool
    barred: frozenset[str]
    virtual: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """What the records of one round have in common."""

    past: Histories
    scores: Mapping[EntrantId, Units]
    places: Mapping[EntrantId, int]
    floats: Mapping[EntrantId, tuple[bool, bool]]
    virtual: frozenset[EntrantId]
    clubs_apart: bool


def records(
    entrants: Iterable[Entrant],
    past: Histories,
    *,
    extra: Mapping[EntrantId, Units] | None = None,
    virtual: frozenset[EntrantId] = frozenset(),
    clubs_apart: bool = False,
) -> tuple[Record, ...]:
    """The records in order of score and start number; `extra` points come from elsewhere."""
    some = extra or {}
    scores = {
        one.id: score(past[one.id]) + some.get(one.id, 0) + POINT * (one.id in virtual) for one in entrants
    }
    order = sorted(entrants, key=lambda one: (-scores[one.id], one.number))
    places = {one.id: place for place, one in enumerate(order)}
    field = _Field(
        past=past,
        scores=scores,
        places=places,
        floats=_floats(past),
        virtual=virtual,
        clubs_apart=clubs_apart,
    )
    return tuple(_record(field, place, one) for place, one in enumerate(order))


def _record(field: _Field, place: int, one: Entrant) -> Record:
    lines = field.past[one.id]
    seats = [index for line in lines if line.played for index, _ in line.seats]
    surplus = len(seats) - 2 * sum(seats)
    down, up = field.floats[one.id]
    return Record(
        entrant=one,
        place=place,
        score=field.scores[one.id],
        surplus=surplus,
        last_seat=seats[-1] if seats else None,
        due=_due(surplus, seats[-2:]),
        met=_met(lines, field.places),
        had_bye=any(line.way in (Way.BYE, Way.FORFEIT_WIN, Way.WALKOVER) for line in lines),
        floated_down=down,
        floated_up=up,
        barred=frozenset(one.blocks) | ({f"club:{one.club}"} if field.clubs_apart and one.club else set()),
        virtual=one.id in field.virtual,
    )


def _due(surplus: int, last_two: list[int]) -> int | None:
    """The seat one must get to keep the surplus within two and no seat three times running."""
    if abs(surplus) >= 2:
        return SECOND if surplus > 0 else FIRST
    return 1 - last_two[0] if len(last_two) == 2 and last_two[0] == last_two[1] else None


def _met(lines: Iterable[Line], places: Mapping[EntrantId, int]) -> dict[int, int]:
    return {
        places[other]: line.round
        for line in lines
        if line.played
        for other in line.opponents
        if other in places
    }


def _floats(past: Histories) -> dict[EntrantId, tuple[bool, bool]]:
    """(down, up) in one of the last two rounds: met somebody of fewer, of more points; a bye floats down."""
    before = _scores_before(past)
    floats = {}
    for entrant, lines in past.items():
        down = up = False
        for line in lines[-FLOATS_REMEMBERED:]:
            down |= line.way in (Way.BYE, Way.FORFEIT_WIN)
            if line.played:
                own = before[entrant][line.round]
                others = [before[other][line.round] for other in line.opponents if other in before]
                down |= any(other < own for other in others)
                up |= any(other > own for other in others)
        floats[entrant] = (down, up)
    return floats


def _scores_before(past: Histories) -> dict[EntrantId, dict[int, Units]]:
    """Points before each round."""
    before: dict[EntrantId, dict[int, Units]] = defaultdict(dict)
    for entrant, lines in past.items():
        total = 0
        for line in lines:
            before[entrant][line.round] = total
            total += line.points
    return before
