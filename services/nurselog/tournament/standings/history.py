"""Everybody's rounds so far, one line per round: the only thing pairings and tie-breaks look at."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.standings.lines import Histories, Line
from nurselog.tournament.standings.points import requested_bye_points
from nurselog.tournament.standings.streaks import streaks
from nurselog.tournament.standings.tables import TablePart, parts_of
from nurselog.tournament.standings.verdicts import Way, verdicts, with_sides
from nurselog.tournament.values import (
    EntrantId,
    Event,
    PlayedPairing,
    Round,
    TableResult,
)

NO_ABSENCE = frozenset({FormatName.ARENA, FormatName.ROUND_ROBIN, FormatName.SINGLE, FormatName.DOUBLE})
"""Formats in which a round without a pairing says nothing about an entrant."""


def histories(terms: Terms, event: Event) -> Histories:
    """The lines of every entrant in order of rounds; undecided pairings have none yet."""
    lines: dict[EntrantId, list[Line]] = {one.id: [] for one in event.entrants}
    for number in event.rounds:
        for entrant, line in round_lines(terms, number).items():
            if entrant in lines:
                lines[entrant] += line
        if terms.format not in NO_ABSENCE:
            _mark_absent(number, lines)
    if terms.late_half:
        _grant_late_byes(terms, event, lines)
    if terms.format is FormatName.ARENA:
        return {entrant: streaks(own) for entrant, own in lines.items()}
    return {entrant: tuple(own) for entrant, own in lines.items()}


def round_lines(terms: Terms, number: Round) -> dict[EntrantId, list[Line]]:
    """The lines of one round by entrant (an arena has several each)."""
    lines: defaultdict[EntrantId, list[Line]] = defaultdict(list)
    for played in number.pairings:
        for entrant, line in _lines(terms, number.number, played):
            lines[entrant].append(line)
    return lines


def _lines(terms: Terms, number: int, played: PlayedPairing) -> Iterator[tuple[EntrantId, Line]]:
    """The lines of one pairing, none while it is undecided."""
    found = verdicts(terms, played) or ()
    parts = _parts(with_sides(terms, played).tables) if found else {}
    pairing = played.pairing
    for entrant, way, points, games, _ in found:
        if way is Way.PLAYED:
            yield entrant, Line(number, way, points, games, *parts[entrant], pairing.id)
        else:
            others = tuple(one for one in pairing.seats if one != entrant)
            yield entrant, Line(number, way, points, games, others, pairing=pairing.id)


def _parts(tables: Sequence[TableResult]) -> Mapping[EntrantId, TablePart]:
    """Everybody's part of all tables of a pairing."""
    if len(tables) == 1:
        return parts_of(tables[0])
    found = [parts_of(table) for table in tables]
    entrants = dict.fromkeys(entrant for parts in found for entrant in parts)
    return {
        entrant: _together([parts[entrant] for parts in found if entrant in parts]) for entrant in entrants
    }


def _together(parts: Sequence[TablePart]) -> TablePart:
    """Several tables as one: everybody met, in order; the rest summed."""
    return TablePart(
        opponents=tuple(dict.fromkeys(other for part in parts for other in part.opponents)),
        partners=tuple(other for part in parts for other in part.partners),
        seats=tuple(seat for part in parts for seat in part.seats),
        wins=sum(part.wins for part in parts),
        own_total=_sum(part.own_total for part in parts),
        all_totals=_sum(part.all_totals for part in parts),
    )


def _sum(totals: Iterable[int | None]) -> int | None:
    known = [total for total in totals if total is not None]
    return sum(known) if known else None


def _mark_absent(number: Round, lines: Mapping[EntrantId, list[Line]]) -> None:
    paired = {entrant for played in number.pairings for entrant in played.pairing.seats}
    for entrant, own in lines.items():
        if entrant not in paired:
            own.append(Line(number.number, Way.ABSENT, 0))


def _grant_late_byes(terms: Terms, event: Event, lines: Mapping[EntrantId, list[Line]]) -> None:
    """The last round a late entrant missed before entering becomes a half-point bye."""
    for one in event.entrants:
        missed = [
            index
            for index, line in enumerate(lines[one.id])
            if line.round < one.entered and line.way is Way.ABSENT
        ]
        if missed:
            last = lines[one.id][missed[-1]]
            lines[one.id][missed[-1]] = last._replace(way=Way.LATE_BYE, points=requested_bye_points(terms))
