"""How tables change: opened, ended, corrected, stopped because they do not count any more. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.tournament.book import SUPERSEDED, TIME_OVER, Book, RoundBook, TableBook
from nurselog.tournament.happenings import tell
from nurselog.tournament.values import EntrantId, Reason, ReasonKind, SeatKind, SeatResult, TableResult


def tables_opened(book: Book, change: TournamentChange.TablesOpened, time_ms: int) -> None:
    book.trouble = ""
    for one in change.tables:
        book.rounds[one.round - 1].pairings[one.pairing].tables.append(
            TableBook(
                game=one.game,
                table=one.table,
                board=one.board,
                entrants=tuple(one.entrants),
                players=tuple(one.players),
            )
        )
        book.tables[one.table] = (one.round, one.pairing, one.game)
        tell(book, "table_opened", time_ms, round=one.round, pairing=one.pairing, table=one.table)


def table_ended(book: Book, change: TournamentChange.TableEnded, time_ms: int) -> None:
    table = _end(book, change, time_ms)
    table.moved = table.movers.union(change.moved)
    tell(book, "table_void" if change.void_reason else "table_ended", time_ms, **_where(book, change))
    if book.rounds[change.round - 1].pairings[change.pairing].is_stuck:
        tell(book, "pairing_stuck", time_ms, round=change.round, pairing=change.pairing)


def corrected(book: Book, change: TournamentChange.TableEnded, time_ms: int) -> None:
    _end(book, change, time_ms)
    book.trouble = ""
    tell(book, "result_corrected", time_ms, text=change.correction, **_where(book, change))


def seat_chosen(book: Book, change: TournamentChange.SeatChosen, time_ms: int) -> None:
    pairing = book.rounds[change.round - 1].pairings[change.pairing]
    entrant, seats = EntrantId(change.entrant), list(pairing.pairing.seats)
    before = seats.index(entrant)
    seats[before], seats[change.seat] = seats[change.seat], entrant
    kind = ReasonKind.SEAT_KEPT if change.overdue else ReasonKind.SEAT_CHOSEN
    reasons = (*pairing.pairing.reasons, Reason(kind, change.seat, entrant))
    pairing.pairing = replace(pairing.pairing, seats=tuple(seats), reasons=reasons)
    pairing.chosen[entrant], pairing.chosen_ms = change.seat, time_ms
    tell(book, kind.value, time_ms, round=change.round, pairing=change.pairing, entrant=entrant)


def tables_unwanted(book: Book, change: TournamentChange.TablesUnwanted, _: int) -> None:
    book.stopping += [one for one in change.tables if one not in book.tables]


def tables_stopped(book: Book, change: TournamentChange.TablesStopped, _: int) -> None:
    book.stopping = [one for one in book.stopping if one not in set(change.tables)]


def stop_round(book: Book, here: RoundBook) -> None:
    """What runs in a round does not count any more."""
    _stop(book, (table for one in here.pairings.values() for table in one.running))


def _stop(book: Book, tables: Iterable[TableBook]) -> None:
    """What runs at these tables does not count any more, so that it should end."""
    book.stopping += [one.table for one in tables if one.running and one.table]


def _end(book: Book, change: TournamentChange.TableEnded, time_ms: int) -> TableBook:
    pairing = book.rounds[change.round - 1].pairings[change.pairing]
    table = next((one for one in pairing.tables if one.game == change.game), None)
    if table is None:  # a forfeit or a correction without a table
        table = TableBook(game=change.game, board=change.board)
        pairing.tables.append(table)
    if change.correction or change.void_reason in (TIME_OVER, SUPERSEDED):
        _stop(book, [table])
    table.void, table.correction = change.void_reason, change.correction
    table.ended_ms = time_ms
    table.result = None if change.void_reason else _result(change)
    pairing.absent.update(change.absent)
    return table


def _result(change: TournamentChange.TableEnded) -> TableResult:
    return TableResult(
        seats=tuple(
            SeatResult(
                entrant=EntrantId(one.entrant),
                seat=one.seat,
                placement=one.place,
                total=one.total if one.HasField("total") else None,
                kind=SeatKind(one.kind),
                full=not one.unfinished,
            )
            for one in change.seats
        ),
        board=change.board,
        house=tuple(change.house),
        teams=tuple(change.teams),
    )


def _where(book: Book, change: TournamentChange.TableEnded) -> dict[str, Any]:
    pairing = book.rounds[change.round - 1].pairings[change.pairing]
    table = next(one.table for one in pairing.tables if one.game == change.game)
    return {"round": change.round, "pairing": change.pairing, "table": table}
