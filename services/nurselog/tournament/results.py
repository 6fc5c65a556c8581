"""What a finished table means for its pairing, and what not coming means. Decisions; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from nurselog.api.common.v1 import score_pb2
from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import Unavailable
from nurselog.chassis.logs import get
from nurselog.tournament import changes
from nurselog.tournament.arena import is_arena
from nurselog.tournament.book import DEADLINE, TIME_OVER, Book, PairingBook, RoundState, TableBook
from nurselog.tournament.course import asked_for
from nurselog.tournament.names import PairingName
from nurselog.tournament.values import EntrantId, EntrantState, SeatKind

Ended = TournamentChange.TableEnded
Seat = TournamentChange.EndedSeat

NO_SHOW, ABORTED = "no_show", "aborted"

log = get(__name__)


class Overdue(NamedTuple):
    """What a table tells that has not ended in time: seats that are to move, seats that ever moved."""

    to_move: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()


def table_ended(book: Book, result: score_pb2.Result, where: PairingName) -> Sequence[TournamentChange]:
    """The changes that a finished table brings; none if it is known already or does not matter any more."""
    pairing = book.find(where.round, where.pairing)
    if pairing is None or book.is_over:
        return []
    table = next((one for one in pairing.tables if one.table == result.table), None)
    if table is None:
        return _unknown(book, result, where)
    here = book.rounds[where.round - 1]
    if not table.running or here.state != RoundState.ROUND_STATE_PLAYING:
        return []
    ended = Ended(round=where.round, pairing=where.pairing, game=table.game, board=table.board)
    ended.moved.extend(_at(table, result.moved_seats))
    absent = {table.entrants[seat] for seat in result.no_show_seats if table.entrants[seat]}
    if result.aborted and not _is_decided(table, result, absent):
        return _stopped(book, pairing, table, ended, absent)
    # A bot played on for those who never came: they have no part in it, and the bot has.
    ended.seats.extend(_seats(table, result, pairing.absent | absent, pairing))
    ended.house.extend(_house(table, result, absent))
    ended.teams.extend(_teams(result, ended.seats))
    ended.absent.extend(sorted(absent))
    return [TournamentChange(table_ended=ended), *no_shows(book, absent)]


def _unknown(book: Book, result: score_pb2.Result, where: PairingName) -> Sequence[TournamentChange]:
    """A table that was opened, but whose opening is not noted yet, is waited for; another one is not ours."""
    if where.round == len(book.rounds) and result.table in asked_for(book, where.pairing):
        raise Unavailable("SERVICE_UNAVAILABLE", "The table is not in the tournament's book yet.")
    log.warning("result_of_strange_table", table=result.table, tournament=book.id)
    return []


def _is_decided(table: TableBook, result: score_pb2.Result, absent: set[str]) -> bool:
    """Whether a table at which a seat never moved has a result all the same.

    One that the house stopped places nobody. Who gives up before the others had a move loses: otherwise a new
    deal could be had for the asking. In a pod the others played on; in a duel who
    did not come loses by forfeit.
    """
    sides = len({one for one in table.entrants if one})
    return bool(result.outcome.placements) and (not absent or sides > 2)


def _stopped(
    book: Book, pairing: PairingBook, table: TableBook, ended: Ended, absent: set[str]
) -> Sequence[TournamentChange]:
    """A table without a result: because somebody did not come, or because the house stopped it."""
    if not absent:
        ended.void_reason = ABORTED
        return [TournamentChange(table_ended=ended)]
    if table.board:  # a team is not away because one of it is
        ended.seats.extend(forfeits(table, absent))
        return [TournamentChange(table_ended=ended)]
    present = [one for one in table.entrants if one and one not in absent]
    everybody = [one for one in pairing.pairing.seats if one not in pairing.absent]
    if len(everybody) <= 2 or len(set(present)) < 2:
        ended.seats.extend(forfeits(table, absent | pairing.absent))
    else:
        ended.void_reason = NO_SHOW
    ended.absent.extend(sorted(absent))
    return [TournamentChange(table_ended=ended), *no_shows(book, absent)]


def no_shows(book: Book, absent: Iterable[str]) -> Sequence[TournamentChange]:
    """Who did not come is paused, the second time withdrawn."""
    told = []
    for entrant in sorted(absent):
        entry = book.entrants[EntrantId(entrant)]
        first = entry.no_shows == 0
        state = EntrantState.PAUSED if first else EntrantState.WITHDRAWN
        if entry.state is EntrantState.DISQUALIFIED or entry.state is EntrantState.WITHDRAWN:
            state = entry.state
        told.append(changes.turned(entrant, state, NO_SHOW, no_show=True))
    return told


def _at(table: TableBook, seats: Iterable[int]) -> list[str]:
    """Our entrants at some seats of a table."""
    return sorted({table.entrants[seat] for seat in seats if table.entrants[seat]})


def forfeits(table: TableBook, losers: set[str]) -> list[Seat]:
    """A table without play: who was there is level first, who was not is level last."""
    winners = len({one for one in table.entrants if one and one not in losers})
    seats: dict[str, Seat] = {}
    for seat, entrant in enumerate(table.entrants):
        if entrant and entrant not in seats:
            lost = entrant in losers
            kind = SeatKind.FORFEIT_LOSS if lost else SeatKind.FORFEIT_WIN
            place = winners + 1 if lost else 1
            seats[entrant] = Seat(entrant=entrant, seat=seat, place=place, kind=kind.value)
    return list(seats.values())


def _seats(table: TableBook, result: score_pb2.Result, absent: set[str], pairing: PairingBook) -> list[Seat]:
    """A line for each entrant of the table, partners as one, and for who did not come."""
    placements = {one.seat: one for one in result.outcome.placements}
    lines: dict[str, Seat] = {}
    for seat, entrant in enumerate(table.entrants):
        placed = placements.get(seat)
        if not entrant or placed is None or entrant in absent or entrant in lines:
            continue  # nobody of ours, or the partner of one who has a line
        lines[entrant] = Seat(
            entrant=entrant,
            seat=seat,
            place=placed.place,
            total=placed.total,
            kind=SeatKind.PLAYED.value,
            unfinished=placed.ended_by != score_pb2.ENDED_BY_PLAYED,
        )
    away = [one for one in pairing.pairing.seats if one in absent]
    first = len(table.entrants)
    lost = SeatKind.FORFEIT_LOSS.value
    missing = [
        Seat(entrant=one, seat=_seat(table, one, first + i), place=first + 1, kind=lost)
        for i, one in enumerate(away)
    ]
    return [*_ranked(list(lines.values()), table), *missing]


def _seat(table: TableBook, entrant: str, index: int) -> int:
    return table.entrants.index(entrant) if entrant in table.entrants else index


def _ranked(lines: list[Seat], table: TableBook) -> list[Seat]:
    """Partners share a line, so places are counted among sides; others keep theirs."""
    if len({one for one in table.entrants if one}) == sum(bool(one) for one in table.entrants):
        return lines
    places = [1 + sum(other.place < line.place for other in lines) for line in lines]
    for line, place in zip(lines, places, strict=True):
        line.place = place
    return lines


def _house(table: TableBook, result: score_pb2.Result, absent: set[str]) -> list[int]:
    """The places of house bots that stood in."""
    ours = {"", *absent}
    return [one.place for one in result.outcome.placements if table.entrants[one.seat] in ours]


def _teams(result: score_pb2.Result, seats: Iterable[Seat]) -> list[int]:
    """The side of each line, where the game has sides and each line is one seat of them."""
    sides = {seat: side for side, team in enumerate(result.teams) for seat in team.seats}
    lines = list(seats)
    if not sides or len(lines) != len(result.seats):
        return []
    return [sides.get(line.seat, 0) for line in lines]


# At the deadline --------------------------------------------------------------------------------------------


def given_up(book: Book, number: int, late: Mapping[str, Overdue]) -> Sequence[TournamentChange]:
    """The end of a round at its deadline; `late` tells by table who is to move and who moved.

    Who is to move loses, the others win, without play. A table that never opened decides nothing. In an arena
    a table that did not end in time does not count.
    """
    ends = []
    arena = is_arena(book)
    for name, pairing in book.rounds[number - 1].pairings.items():
        for table in pairing.running:
            seen = late.get(table.table, Overdue())
            ended = Ended(round=number, pairing=name, game=table.game, moved=_at(table, seen.moved))
            if arena:
                ended.void_reason = TIME_OVER
            else:
                ended.seats.extend(forfeits(table, {*_at(table, seen.to_move), *pairing.absent}))
                ended.correction, ended.board = DEADLINE, table.board
            ends.append(TournamentChange(table_ended=ended))
    return [*ends, changes.round_closed(number, overdue=True)]
