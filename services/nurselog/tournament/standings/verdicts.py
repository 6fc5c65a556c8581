"""What the tables of one pairing mean for each of its entrants, as soon as it is decided.

Series, team matches and forfeits end here; everything after works on verdicts only.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from nurselog.tournament.formats.terms import Preset, Terms
from nurselog.tournament.standings.points import (
    BY_PLACE,
    FULL,
    bye_points,
    points_of,
    points_of_share,
    requested_bye_points,
    share,
)
from nurselog.tournament.values import (
    POINT,
    EntrantId,
    Pairing,
    PairingKind,
    PlayedPairing,
    SeatKind,
    SeatResult,
    TableResult,
    Units,
)


class Way(StrEnum):
    """How a round went for an entrant."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    BYE = "bye"
    REQUESTED_BYE = "requested_bye"
    WALKOVER = "walkover"
    LATE_BYE = "late_bye"
    ABSENT = "absent"


class Verdict(NamedTuple):
    """One entrant's part of a decided pairing. `game_points` are the shares of all its tables, in units."""

    entrant: EntrantId
    way: Way
    points: Units
    game_points: Units = 0
    placement: int = 1


def verdicts(terms: Terms, played: PlayedPairing) -> tuple[Verdict, ...] | None:
    """The verdict for each entrant of the pairing in its seat order, or None while it is undecided."""
    pairing = played.pairing
    if pairing.kind is not PairingKind.TABLE:
        return (_without_play(terms, pairing),)
    if not decided(terms, played):
        return None
    return _by_boards(terms, played) if terms.boards else _by_tables(terms, with_sides(terms, played))


def decided(terms: Terms, played: PlayedPairing) -> bool:
    """Whether no further table can change who won (replays of knock-out matches apart)."""
    tables = played.tables
    if played.pairing.kind is not PairingKind.TABLE:
        return True
    if terms.boards:
        manned = set(boards_with_players(terms, played.pairing))
        return too_short(terms, played.pairing) or {table.board for table in tables} >= manned
    if tables and not any(line.kind is SeatKind.PLAYED for line in tables[0].seats):
        return True
    if len(tables) >= max(terms.best_of, terms.games):
        return True
    return terms.games == 1 and max(game_points(tables).values(), default=0) * 2 > terms.best_of * POINT


def with_sides(terms: Terms, played: PlayedPairing) -> PlayedPairing:
    """Where partners rotate, seats 0 and 2 play against 1 and 3; the tables say so if nobody did."""
    if not terms.rotating_partners:
        return played
    tables = tuple(
        table if table.teams else replace(table, teams=tuple(line.seat % 2 for line in table.seats))
        for table in played.tables
    )
    return replace(played, tables=tables)


def game_points(tables: Iterable[TableResult]) -> Counter[EntrantId]:
    """Shares of each entrant, summed over tables."""
    sums: Counter[EntrantId] = Counter()
    for table in tables:
        for line in table.seats:
            sums[line.entrant] += table_share(table, line)
    return sums


def table_share(table: TableResult, line: SeatResult) -> Units:
    """The share of one line at its table: among those who came, house bots included."""
    if line.kind is SeatKind.FORFEIT_LOSS:
        return 0
    if line.kind is SeatKind.FORFEIT_WIN:
        return POINT
    return share(line.placement, placements(table))


def placements(table: TableResult) -> list[int]:
    """Placements of all who came. Partners count as one side."""
    if table.teams:
        sides = {table.teams[index]: line.placement for index, line in enumerate(table.seats)}
        return [sides[side] for side in sorted(sides)]
    return [*(line.placement for line in table.present), *table.house]


def boards_with_players(terms: Terms, pairing: Pairing) -> range:
    """The boards that both teams can man; the shorter line-up forfeits the last ones."""
    return range(1, min([terms.boards, *map(len, pairing.lineups)]) + 1)


def too_short(terms: Terms, pairing: Pairing) -> bool:
    """Whether a team has players for fewer than half the boards: the match is forfeit."""
    return any(2 * len(lineup) < terms.boards for lineup in pairing.lineups)


def _without_play(terms: Terms, pairing: Pairing) -> Verdict:
    entrant = pairing.seats[0]
    match pairing.kind:
        case PairingKind.BYE:
            return Verdict(entrant, Way.BYE, bye_points(terms))
        case PairingKind.REQUESTED_BYE:
            return Verdict(entrant, Way.REQUESTED_BYE, requested_bye_points(terms))
        case _:
            return Verdict(entrant, Way.WALKOVER, FULL[terms.preset])


def _by_tables(terms: Terms, played: PlayedPairing) -> tuple[Verdict, ...]:
    if len(played.tables) == 1:
        table = played.tables[0]
        ranks, preset = placements(table), terms.preset
        return tuple([_of_line(preset, line, ranks) for line in _ordered(played, table)])
    sums = game_points(played.tables)
    ranks = _ranks([sums[entrant] for entrant in played.pairing.seats])
    return tuple(
        Verdict(entrant, _way(played, entrant), points_of(terms.preset, rank, ranks), sums[entrant], rank)
        for entrant, rank in zip(played.pairing.seats, ranks, strict=True)
    )


def _of_line(preset: Preset, line: SeatResult, ranks: Sequence[int]) -> Verdict:
    if line.kind is SeatKind.PLAYED:
        games = share(line.placement, ranks)
        of_share = preset not in BY_PLACE
        points = points_of_share(preset, games) if of_share else points_of(preset, line.placement, ranks)
        return Verdict(line.entrant, Way.PLAYED, points, games, line.placement)
    if line.kind is SeatKind.FORFEIT_WIN:
        return Verdict(line.entrant, Way.FORFEIT_WIN, FULL[preset], POINT, line.placement)
    return Verdict(line.entrant, Way.FORFEIT_LOSS, 0, 0, line.placement)


def _ordered(played: PlayedPairing, table: TableResult) -> Sequence[SeatResult]:
    """The lines of the first table in the order of the pairing's seats, which is mostly theirs."""
    seats = played.pairing.seats
    if [line.entrant for line in table.seats] == list(seats):
        return table.seats
    return sorted(
        table.seats, key=lambda line: seats.index(line.entrant) if line.entrant in seats else len(seats)
    )


def _way(played: PlayedPairing, entrant: EntrantId) -> Way:
    kinds = {line.kind for table in played.tables for line in table.seats if line.entrant == entrant}
    for kind in (SeatKind.PLAYED, SeatKind.FORFEIT_WIN):
        if kind in kinds:
            return Way(kind)
    return Way.FORFEIT_LOSS


def _by_boards(terms: Terms, played: PlayedPairing) -> tuple[Verdict, ...]:
    """Match points by board points; who lacks players forfeits the last boards, or the match."""
    teams = played.pairing.seats
    strength = [min(len(lineup), terms.boards) for lineup in played.pairing.lineups]
    sums = game_points(played.tables)
    for team, other in ((0, 1), (1, 0)):
        sums[teams[team]] += POINT * max(0, strength[team] - strength[other])
    enough = [
        2 * (count - _stayed_away(played, team)) >= terms.boards
        for team, count in zip(teams, strength, strict=True)
    ]
    if not all(enough):
        return tuple(_match_forfeit(terms, team, ok) for team, ok in zip(teams, enough, strict=True))
    ranks = _ranks([sums[team] for team in teams])
    return tuple(
        Verdict(team, _way(played, team), points_of(terms.preset, rank, ranks), sums[team], rank)
        for team, rank in zip(teams, ranks, strict=True)
    )


def _stayed_away(played: PlayedPairing, team: EntrantId) -> int:
    lines = (line for table in played.tables for line in table.seats)
    return sum(line.entrant == team and line.kind is SeatKind.FORFEIT_LOSS for line in lines)


def _match_forfeit(terms: Terms, team: EntrantId, present: bool) -> Verdict:  # noqa: FBT001
    if present:
        return Verdict(team, Way.FORFEIT_WIN, FULL[terms.preset], terms.boards * POINT, 1)
    return Verdict(team, Way.FORFEIT_LOSS, 0, 0, 2)


def _ranks(values: Sequence[int]) -> list[int]:
    """Competition ranks, greatest first."""
    return [1 + sum(other > value for other in values) for value in values]
