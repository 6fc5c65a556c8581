"""What a finished table means for its pairing, what not coming means, and corrections. Decisions; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from nurselog.api.common.v1 import score_pb2
from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import round_pb2
from nurselog.chassis.errors import InvalidArgument, NotFound, Unavailable
from nurselog.chassis.logs import get
from nurselog.tournament import changes
from nurselog.tournament.arena import is_arena
from nurselog.tournament.book import Book, PairingBook, RoundState, State, TableBook
from nurselog.tournament.entries import wrong_state
from nurselog.tournament.names import PairingName, pairing_name, read_entrant
from nurselog.tournament.values import EntrantId, EntrantState, SeatKind

Ended = TournamentChange.TableEnded
Seat = TournamentChange.EndedSeat

FULL: Final = frozenset({score_pb2.ENDED_BY_PLAYED, score_pb2.ENDED_BY_RESIGNED})
"""Ends that count as a full play."""

NO_SHOW, ABORTED = "no_show", "aborted"

log = get(__name__)


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
    absent = {table.entrants[seat] for seat in result.no_show_seats if table.entrants[seat]}
    if result.aborted:
        return _stopped(book, pairing, table, ended, absent)
    # A bot played on for those who never came: they have no part in it, and the bot has.
    ended.seats.extend(_seats(table, result, pairing.absent | absent, pairing))
    ended.house.extend(_house(table, result, absent))
    ended.teams.extend(_teams(result, ended.seats))
    ended.absent.extend(sorted(absent))
    return [TournamentChange(table_ended=ended), *no_shows(book, absent)]


def _unknown(book: Book, result: score_pb2.Result, where: PairingName) -> Sequence[TournamentChange]:
    """A table that was opened, but whose opening is not noted yet, is waited for; another one is not ours."""
    here = book.rounds[where.round - 1]
    open_still = here.state == RoundState.ROUND_STATE_PLAYING and not here.pairings[where.pairing].running
    if open_still and not here.pairings[where.pairing].results:
        raise Unavailable("SERVICE_UNAVAILABLE", "The table is not in the tournament's book yet.")
    log.warning("result_of_strange_table", table=result.table, tournament=book.id)
    return []


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
            unfinished=placed.ended_by not in FULL,
        )
    away = [one for one in pairing.pairing.seats if one in absent]
    first = len(table.entrants)
    lost = SeatKind.FORFEIT_LOSS.value
    missing = [
        Seat(entrant=one, seat=_seat(table, one, first + i), place=first + 1, kind=lost)
        for i, one in enumerate(away)
    ]
    return [*_ranked(list(lines.values()), table), *missing]


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


def given_up(book: Book, number: int, late: Mapping[str, set[int]]) -> Sequence[TournamentChange]:
    """The end of a round at its deadline; `late` names by table the seats that are to move.

    Who is to move loses, the others win, without play. A table that never opened decides nothing. In an arena
    a table that did not end in time does not count.
    """
    ends = []
    arena = is_arena(book)
    for name, pairing in book.rounds[number - 1].pairings.items():
        for table in pairing.running:
            if arena:
                ended = Ended(round=number, pairing=name, game=table.game, void_reason="time_over")
                ends.append(TournamentChange(table_ended=ended))
                continue
            losers = {table.entrants[seat] for seat in late.get(table.table, ()) if table.entrants[seat]}
            ended = Ended(round=number, pairing=name, game=table.game, board=table.board)
            ended.seats.extend(forfeits(table, losers | pairing.absent))
            ended.correction = "deadline"
            ends.append(TournamentChange(table_ended=ended))
    return [*ends, changes.round_closed(number, overdue=True)]


# Corrections ------------------------------------------------------------------------------------------------


def corrected(
    book: Book, where: PairingName, game: int, seats: Sequence[round_pb2.SeatResult], reason: str
) -> Sequence[TournamentChange]:
    """A result set by the organiser."""
    if book.state not in (State.TOURNAMENT_STATE_RUNNING, State.TOURNAMENT_STATE_FINISHED):
        raise wrong_state(book)
    pairing = book.find(where.round, where.pairing)
    if pairing is None or not pairing.is_table:
        name = pairing_name(book.id, where.round, where.pairing)
        raise NotFound("PAIRING_NOT_FOUND", f"There is no pairing {name!r} with a table.", pairing=name)
    if not 1 <= len(reason.strip()) <= 500:
        raise InvalidArgument("FIELD_INVALID", "A reason has 1 to 500 characters.", field="reason")
    table = _table_to_correct(pairing, game)
    lines = [_line(book, one, index) for index, one in enumerate(seats)]
    _check_lines(pairing, lines)
    known = {one.entrant: one for one in (table.result.seats if table.result else ())}
    for index, line in enumerate(lines):
        old = known.get(EntrantId(line.entrant))
        line.seat = old.seat if old else _seat(table, line.entrant, index)
        if not seats[index].HasField("total") and old is not None and old.total is not None:
            line.total = old.total
    lines.sort(key=lambda line: line.seat)
    ended = Ended(round=where.round, pairing=where.pairing, game=table.game, seats=lines)
    ended.correction, ended.board = reason.strip(), table.board
    if table.result is not None and len(table.result.teams) == len(lines):
        ended.teams.extend(table.result.teams)
    return [TournamentChange(corrected=ended)]


def _table_to_correct(pairing: PairingBook, game: int) -> TableBook:
    if not game:
        return pairing.tables[-1] if pairing.tables else TableBook(game=1)
    for table in pairing.tables:
        if table.game == game:
            return table
    raise NotFound("PAIRING_NOT_FOUND", "The pairing has no such table.", field="game", game=game)


def _line(book: Book, wanted: round_pb2.SeatResult, index: int) -> Seat:
    tournament, entrant = read_entrant(wanted.entrant, f"seats[{index}].entrant")
    kinds = {
        round_pb2.SEAT_RESULT_KIND_UNSPECIFIED: SeatKind.PLAYED,
        round_pb2.SEAT_RESULT_KIND_PLAYED: SeatKind.PLAYED,
        round_pb2.SEAT_RESULT_KIND_FORFEIT_WIN: SeatKind.FORFEIT_WIN,
        round_pb2.SEAT_RESULT_KIND_FORFEIT_LOSS: SeatKind.FORFEIT_LOSS,
    }
    if tournament != book.id or wanted.kind not in kinds:
        raise _invalid("The entrant is not of this tournament.", f"seats[{index}]")
    total = wanted.total if wanted.HasField("total") else None
    return Seat(entrant=entrant, place=wanted.place, total=total, kind=kinds[wanted.kind].value)


def _check_lines(pairing: PairingBook, lines: Sequence[Seat]) -> None:
    if sorted(line.entrant for line in lines) != sorted(pairing.pairing.seats):
        raise _invalid("A result names each entrant of the pairing once.", "seats")
    for index, line in enumerate(lines):
        better = sum(other.place < line.place for other in lines)
        if line.place != better + 1:
            raise _invalid("Places are competition ranks: 1, 2, 2, 4.", f"seats[{index}].place")


def _seat(table: TableBook, entrant: str, index: int) -> int:
    return table.entrants.index(entrant) if entrant in table.entrants else index


def _invalid(sentence: str, field: str) -> InvalidArgument:
    return InvalidArgument("RESULT_INVALID", sentence, field=field)
