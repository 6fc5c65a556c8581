"""Results that an organiser sets: what they may say, and what they keep of the table. Decisions; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import round_pb2
from nurselog.chassis.errors import InvalidArgument, NotFound
from nurselog.tournament import teams
from nurselog.tournament.book import Book, PairingBook, State, TableBook
from nurselog.tournament.entries import wrong_state
from nurselog.tournament.names import PairingName, pairing_name, read_entrant
from nurselog.tournament.values import EntrantId, SeatKind, SeatResult

Ended = TournamentChange.TableEnded
Seat = TournamentChange.EndedSeat

LARGEST_TOTAL: Final = 1_000_000
KINDS: Final = {
    round_pb2.SEAT_RESULT_KIND_UNSPECIFIED: SeatKind.PLAYED,
    round_pb2.SEAT_RESULT_KIND_PLAYED: SeatKind.PLAYED,
    round_pb2.SEAT_RESULT_KIND_FORFEIT_WIN: SeatKind.FORFEIT_WIN,
    round_pb2.SEAT_RESULT_KIND_FORFEIT_LOSS: SeatKind.FORFEIT_LOSS,
}


def corrected(
    book: Book, where: PairingName, game: int, seats: Sequence[round_pb2.SeatResult], reason: str
) -> Sequence[TournamentChange]:
    """A result set by the organiser. Refuses by field what no table can have come to (RESULT_INVALID)."""
    if book.state not in (State.TOURNAMENT_STATE_RUNNING, State.TOURNAMENT_STATE_FINISHED):
        raise wrong_state(book)
    pairing = book.find(where.round, where.pairing)
    if pairing is None or not pairing.is_table:
        name = pairing_name(book.id, where.round, where.pairing)
        sentence = f"There is no pairing {name[:60]!r} with a table."
        raise NotFound("PAIRING_NOT_FOUND", sentence, field="name", pairing=name)
    said = teams.reason(reason)
    table = _table_to_correct(pairing, game)
    lines = [_line(book, one, index) for index, one in enumerate(seats)]
    _check_entrants(pairing, lines)
    _check_places(lines)
    _check_kinds(lines)
    known = {one.entrant: one for one in (table.result.seats if table.result else ())}
    _take_seats(table, lines, seats, known)
    _keep_totals(lines, known)
    alone = not (table.result and table.result.teams)
    _check_totals(lines, seats, known, sign=-1 if book.settings.tables.lower_is_better else 1, alone=alone)
    lines.sort(key=lambda line: line.seat)
    ended = Ended(round=where.round, pairing=where.pairing, game=table.game, seats=lines)
    ended.correction, ended.board = said, table.board
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
    if tournament != book.id:
        raise _invalid("The entrant is not of this tournament.", index, "entrant")
    if wanted.kind not in KINDS:
        raise _invalid("There is no such kind of result.", index, "kind")
    total = wanted.total if wanted.HasField("total") else None
    if total is not None and abs(total) > LARGEST_TOTAL:
        raise _invalid(f"A total is from -{LARGEST_TOTAL} to {LARGEST_TOTAL}.", index, "total")
    return Seat(entrant=entrant, place=wanted.place, total=total, kind=KINDS[wanted.kind].value)


def _check_entrants(pairing: PairingBook, lines: Sequence[Seat]) -> None:
    """Each entrant of the pairing once, and nobody else."""
    missing = set(pairing.pairing.seats)
    for index, line in enumerate(lines):
        if line.entrant not in missing:
            raise _invalid("A result names each entrant of the pairing once.", index, "entrant")
        missing.discard(EntrantId(line.entrant))
    if missing:
        raise InvalidArgument(
            "RESULT_INVALID", f"The result of {', '.join(sorted(missing))} is missing.", field="seats"
        )


def _check_places(lines: Sequence[Seat]) -> None:
    for index, line in enumerate(lines):
        if line.place != 1 + sum(other.place < line.place for other in lines):
            raise _invalid("Places are competition ranks: 1, 2, 2, 4.", index, "place")


def _check_kinds(lines: Sequence[Seat]) -> None:
    """Who wins by forfeit wins against somebody who did not come, without play; that one stands behind."""
    by_forfeit, lost = SeatKind.FORFEIT_WIN.value, SeatKind.FORFEIT_LOSS.value
    kinds = {line.kind for line in lines}
    last_present = max((line.place for line in lines if line.kind != lost), default=0)
    for index, line in enumerate(lines):
        if line.kind == by_forfeit and (lost not in kinds or SeatKind.PLAYED.value in kinds):
            raise _invalid("Who wins by forfeit wins against one who loses by it.", index, "kind")
        if line.kind == lost and line.place <= last_present:
            raise _invalid("Who did not come stands behind all who did.", index, "place")


def _take_seats(
    table: TableBook,
    lines: Sequence[Seat],
    wanted: Sequence[round_pb2.SeatResult],
    known: Mapping[EntrantId, SeatResult],
) -> None:
    """Seats are facts of the table; those of a request may be left out (all of them), or are these."""
    free = len(table.entrants)
    for index, line in enumerate(lines):
        old = known.get(EntrantId(line.entrant))
        if old is not None:
            line.seat = old.seat
        elif line.entrant in table.entrants:
            line.seat = table.entrants.index(line.entrant)
        else:
            line.seat = free + index
    if not any(one.seat for one in wanted):
        return
    fixed = bool(table.entrants or known)
    given = [one.seat for one in wanted]
    for index, (line, seat) in enumerate(zip(lines, given, strict=True)):
        if seat in given[:index]:
            raise _invalid("Two entrants have the same seat.", index, "seat")
        if (seat != line.seat) if fixed else seat not in range(len(lines)):
            sentence = f"It sat in seat {line.seat}." if fixed else f"Seats are 0 to {len(lines) - 1}."
            raise _invalid(sentence, index, "seat")
        line.seat = seat


def _keep_totals(lines: Sequence[Seat], known: Mapping[EntrantId, SeatResult]) -> None:
    """Totals that the request leaves out stay as they were played."""
    for line in lines:
        old = known.get(EntrantId(line.entrant))
        if not line.HasField("total") and old is not None and old.total is not None:
            line.total = old.total


def _check_totals(
    lines: Sequence[Seat],
    wanted: Sequence[round_pb2.SeatResult],
    known: Mapping[EntrantId, SeatResult],
    *,
    sign: int,
    alone: bool,
) -> None:
    """A named total is not better than that of a better place, nor worse than that of a worse one.

    Level totals may have different places (games separate them by more); level places have level totals where
    everybody plays `alone`. Who left is placed behind whatever the total. Totals that were played may stay
    against new places: the organiser knows why.
    """
    counted = [line.HasField("total") and _counts(line, known) for line in lines]
    for index, line in enumerate(lines):
        if not (counted[index] and wanted[index].HasField("total")):
            continue
        for other, counts in zip(lines, counted, strict=True):
            ahead, behind = sign * (line.total - other.total), line.place - other.place
            wrong = ahead * behind > 0 or (alone and ahead != 0 and behind == 0)
            if counts and wrong:
                raise _invalid("The totals contradict the places.", index, "total")


def _counts(line: Seat, known: Mapping[EntrantId, SeatResult]) -> bool:
    """Whether a total has to fit its place: of those who played to the end."""
    old = known.get(EntrantId(line.entrant))
    return line.kind == SeatKind.PLAYED.value and (old is None or old.full)


def _invalid(sentence: str, index: int, field: str) -> InvalidArgument:
    return InvalidArgument("RESULT_INVALID", sentence, field=f"seats[{index}].{field}")
