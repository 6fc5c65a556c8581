"""Everybody's rounds so far, one line per round: the only thing pairings and tie-breaks look at."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.standings.lines import Histories, Line
from nurselog.tournament.standings.points import requested_bye_points
from nurselog.tournament.standings.streaks import streaks
from nurselog.tournament.standings.verdicts import Verdict, Way, verdicts
from nurselog.tournament.values import (
    EntrantId,
    Event,
    PairingKind,
    PlayedPairing,
    Round,
    SeatKind,
    TableResult,
)

NO_ABSENCE = frozenset({FormatName.ARENA, FormatName.SINGLE, FormatName.DOUBLE})
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
        for verdict in verdicts(terms, played) or ():
            lines[verdict.entrant].append(_line(number.number, played, verdict))
    return lines


def _line(number: int, played: PlayedPairing, verdict: Verdict) -> Line:
    line = Line(number, verdict.way, verdict.points, verdict.game_points, pairing=played.pairing.id)
    if played.pairing.kind is not PairingKind.TABLE:
        return line
    entrant = verdict.entrant
    if verdict.way is not Way.PLAYED:
        return replace(line, opponents=tuple(one for one in played.pairing.seats if one != entrant))
    tables = [table for table in played.tables if _sits(table, entrant)]
    return replace(
        line,
        opponents=_met(tables, entrant),
        partners=_partners(tables, entrant),
        seats=tuple((_index(table, entrant), table.size) for table in tables),
        wins=sum(_sole_first(table, entrant) for table in tables),
        own_total=_total(tables, {entrant}),
        all_totals=_total(tables, None),
    )


def _sits(table: TableResult, entrant: EntrantId) -> bool:
    return any(line.entrant == entrant and line.kind is SeatKind.PLAYED for line in table.seats)


def _index(table: TableResult, entrant: EntrantId) -> int:
    return next(line.seat for line in table.seats if line.entrant == entrant)


def _met(tables: Iterable[TableResult], entrant: EntrantId) -> tuple[EntrantId, ...]:
    """All who sat at the same tables, once each (partners too: they met)."""
    others = (line.entrant for table in tables for line in table.present)
    return tuple(dict.fromkeys(other for other in others if other != entrant))


def _partners(tables: Iterable[TableResult], entrant: EntrantId) -> tuple[EntrantId, ...]:
    found = []
    for table in tables:
        if table.teams:
            sides = dict(zip((line.entrant for line in table.seats), table.teams, strict=True))
            found += [one for one, side in sides.items() if side == sides[entrant] and one != entrant]
    return tuple(found)


def _sole_first(table: TableResult, entrant: EntrantId) -> bool:
    firsts = [line.entrant for line in table.present if line.placement == 1]
    if table.teams:
        sides = {side for line, side in zip(table.seats, table.teams, strict=True) if line.placement == 1}
        return entrant in firsts and len(sides) == 1
    return firsts == [entrant] and 1 not in table.house


def _total(tables: Iterable[TableResult], whose: set[EntrantId] | None) -> int | None:
    totals = [
        line.total
        for table in tables
        for line in table.present
        if line.total is not None and (whose is None or line.entrant in whose)
    ]
    return sum(totals) if totals else None


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
            lines[one.id][missed[-1]] = replace(last, way=Way.LATE_BYE, points=requested_bye_points(terms))
