"""How a tournament changes: a small function per change of its log. Pure; nothing here refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from nurselog.api.log.v1 import tournament_pb2 as log_pb
from nurselog.api.tournament.v1 import entrant_pb2, tournament_pb2
from nurselog.tournament.book import (
    Book,
    Entry,
    Happening,
    PairingBook,
    RoundBook,
    RoundState,
    StageBook,
    State,
    TableBook,
)
from nurselog.tournament.team_folds import bind, join, leave, wait_for_players
from nurselog.tournament.values import (
    EntrantId,
    EntrantState,
    Pairing,
    PairingKind,
    Reason,
    ReasonKind,
    SeatKind,
    SeatResult,
    TableResult,
)

TIME_OVER: Final = "time_over"
"""Why a table of an arena does not count: it did not end in time."""

REMEMBERED: Final = 500
"""How many happenings a book keeps for watchers who come back."""

STATES: Final = {
    entrant_pb2.ENTRANT_STATE_ACTIVE: EntrantState.ACTIVE,
    entrant_pb2.ENTRANT_STATE_PAUSED: EntrantState.PAUSED,
    entrant_pb2.ENTRANT_STATE_WITHDRAWN: EntrantState.WITHDRAWN,
    entrant_pb2.ENTRANT_STATE_DISQUALIFIED: EntrantState.DISQUALIFIED,
}


UNSCORED: Final = frozenset(
    {"settings", "bye_requested", "blocked", "tables_opened", "tables_stopped", "round_extended", "trouble"}
)
"""Changes that leave the standings as they are."""


UNBASED: Final = frozenset({"tables_opened", "tables_stopped", "table_ended", "round_extended", "trouble"})
"""Changes that leave closed rounds and entrants as they are."""


def apply(book: Book, commit: log_pb.TournamentCommit, time_ms: int) -> None:
    """Brings a book one version on."""
    book.version += 1
    if commit.request_id:
        book.answered.add((commit.by, commit.request_id))
    for change in commit.changes:
        kind = change.WhichOneof("kind")
        if kind is not None and kind in _FOLDS:
            _FOLDS[kind](book, getattr(change, kind), time_ms)
            if kind not in UNSCORED:
                book.scored = book.version
            if kind not in UNBASED:
                book.basis = book.version
    del book.happenings[:-REMEMBERED]


def _created(book: Book, change: log_pb.TournamentChange.Created, time_ms: int) -> None:
    book.settings = change.settings
    book.seed = change.seed
    book.organizer = change.settings.organizer
    book.state = State.TOURNAMENT_STATE_DRAFT
    book.created_ms = time_ms
    _tell(book, "created", time_ms)


def _settings(book: Book, change: tournament_pb2.Tournament, time_ms: int) -> None:
    book.settings = change
    for entry in book.entrants.values():
        wait_for_players(book, entry)
    book.trouble = ""
    _tell(book, "updated", time_ms)


def _moved(book: Book, change: log_pb.TournamentChange.Moved, time_ms: int) -> None:
    book.state, book.reason = change.state, change.reason
    if change.state == State.TOURNAMENT_STATE_RUNNING:
        book.started_ms = time_ms
    if book.is_over:
        book.ended_ms = time_ms
        _stop(book, _running(book.rounds[-1]) if book.rounds else ())
    _tell(
        book, State.Name(change.state).removeprefix("TOURNAMENT_STATE_").lower(), time_ms, text=change.reason
    )


def _entered(book: Book, change: entrant_pb2.Entrant, time_ms: int) -> None:
    entrant = EntrantId(change.name)
    players = tuple((one.player, one.display_name) for one in change.players)
    entry = Entry(
        id=entrant,
        name=change.display_name,
        players=players,
        club=change.club,
        first_round=change.first_round,
        rating=change.rating,
        number=change.start_number,
        is_team=bool(book.settings.entry.boards or book.settings.entry.partners),
        captain=change.captain or players[0][0],
        invited=set(change.invited),
    )
    book.entrants[entrant] = entry
    for player, _ in entry.members:
        book.player_of[player] = entrant
    wait_for_players(book, entry)
    if change.start_number and book.stage is not None:
        book.stage.entrants.append(entrant)
    book.trouble = ""
    _tell(book, "entered", time_ms, entrant=entrant)


def _turned(book: Book, change: log_pb.TournamentChange.Turned, time_ms: int) -> None:
    entry = book.entrants[EntrantId(change.entrant)]
    entry.state, entry.state_reason = STATES[change.state], change.reason
    entry.no_shows += change.no_show
    if entry.is_team:
        bind(book, entry)
    book.trouble = ""
    _tell(book, entry.state.value, time_ms, entrant=entry.id, text=change.reason)


def _joined(book: Book, change: log_pb.TournamentChange.Joined, time_ms: int) -> None:
    join(book, EntrantId(change.entrant), change.player, change.display_name)
    book.trouble = ""
    _tell(book, "joined", time_ms, entrant=change.entrant, text=change.display_name)


def _left(book: Book, change: log_pb.TournamentChange.Left, time_ms: int) -> None:
    leave(book, EntrantId(change.entrant), change.player)
    _tell(book, "left", time_ms, entrant=change.entrant, text=change.player)


def _bye_requested(book: Book, change: log_pb.TournamentChange.ByeRequested, time_ms: int) -> None:
    book.entrants[EntrantId(change.entrant)].byes.add(change.round)
    _tell(book, "bye_requested", time_ms, entrant=change.entrant, round=change.round)


def _blocked(book: Book, change: entrant_pb2.Block, time_ms: int) -> None:
    book.blocks.append((tuple(EntrantId(one) for one in change.entrants), change.reason))
    _tell(book, "blocked", time_ms, text=change.reason)


def _stage_begun(book: Book, change: log_pb.TournamentChange.StageBegun, time_ms: int) -> None:
    entrants = [EntrantId(one) for one in change.entrants]
    for number, entrant in enumerate(entrants, 1):
        if change.stage == 1:
            book.entrants[entrant].number = number
    for entrant, rating in zip(entrants, change.ratings, strict=False):
        book.entrants[entrant].rating = rating
    book.stages.append(
        StageBook(
            number=change.stage,
            entrants=entrants,
            carried={one: points for one, points in zip(entrants, change.carried, strict=False) if points},
            rounds=change.rounds,
            ends_at_ms=int(change.ends_at_ms),
        )
    )
    _tell(book, "stage_begun", time_ms, text=str(change.stage))


def _round_paired(book: Book, change: log_pb.TournamentChange.RoundPaired, time_ms: int) -> None:
    planned = {one.id: PairingBook(pairing=planned_pairing(one)) for one in change.pairings}
    if change.more:
        book.rounds[change.round - 1].pairings.update(planned)
        _tell(book, "paired", time_ms, round=change.round)
        return
    stage = book.stages[-1].number
    if change.round <= len(book.rounds):  # paired again
        for name, (number, _, _) in list(book.tables.items()):
            if number == change.round:
                del book.tables[name]
        _stop(book, _running(book.rounds.pop()))
    book.rounds.append(
        RoundBook(
            number=change.round,
            stage=stage,
            of_stage=len(book.rounds_of(stage)) + 1,
            attempt=change.attempt,
            pairings=planned,
            inputs_version=change.inputs_version,
            inputs_hash=change.inputs_hash,
            algorithm=change.algorithm,
        )
    )
    book.trouble = ""
    _tell(book, "round_paired", time_ms, round=change.round, text=change.reason)


def _round_published(book: Book, change: log_pb.TournamentChange.RoundPublished, time_ms: int) -> None:
    here = book.rounds[change.round - 1]
    here.state, here.published_ms = RoundState.ROUND_STATE_PLAYING, time_ms
    here.deadline_ms = int(change.deadline_ms)
    _tell(book, "round_published", time_ms, round=change.round)


def _tables_opened(book: Book, change: log_pb.TournamentChange.TablesOpened, time_ms: int) -> None:
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
        _tell(book, "table_opened", time_ms, round=one.round, pairing=one.pairing, table=one.table)


def _table_ended(book: Book, change: log_pb.TournamentChange.TableEnded, time_ms: int) -> None:
    table = _end(book, change, time_ms)
    table.moved = table.movers.union(change.moved)
    _tell(book, "table_void" if change.void_reason else "table_ended", time_ms, **_where(book, change))


def _corrected(book: Book, change: log_pb.TournamentChange.TableEnded, time_ms: int) -> None:
    _end(book, change, time_ms)
    book.trouble = ""
    _tell(book, "result_corrected", time_ms, text=change.correction, **_where(book, change))


def _tables_stopped(book: Book, change: log_pb.TournamentChange.TablesStopped, _: int) -> None:
    book.stopping = [one for one in book.stopping if one not in set(change.tables)]


def _stop(book: Book, tables: Iterable[TableBook]) -> None:
    """What runs at these tables does not count any more, so that it should end."""
    book.stopping += [one.table for one in tables if one.running and one.table]


def _running(here: RoundBook) -> list[TableBook]:
    return [table for one in here.pairings.values() for table in one.running]


def _round_extended(book: Book, change: log_pb.TournamentChange.RoundExtended, time_ms: int) -> None:
    book.rounds[change.round - 1].deadline_ms = int(change.deadline_ms)
    _tell(book, "round_extended", time_ms, round=change.round)


def _round_closed(book: Book, change: log_pb.TournamentChange.RoundClosed, time_ms: int) -> None:
    here = book.rounds[change.round - 1]
    here.state, here.closed_ms = RoundState.ROUND_STATE_CLOSED, time_ms
    _tell(book, "round_closed", time_ms, round=change.round, text="overdue" if change.overdue else "")


def _trouble(book: Book, change: str, time_ms: int) -> None:
    book.trouble = change
    _tell(book, "trouble", time_ms, text=change)


_FOLDS: Final[dict[str, Callable[[Book, Any, int], None]]] = {
    "created": _created,
    "settings": _settings,
    "moved": _moved,
    "entered": _entered,
    "turned": _turned,
    "joined": _joined,
    "left": _left,
    "bye_requested": _bye_requested,
    "blocked": _blocked,
    "stage_begun": _stage_begun,
    "round_paired": _round_paired,
    "round_published": _round_published,
    "tables_opened": _tables_opened,
    "table_ended": _table_ended,
    "corrected": _corrected,
    "tables_stopped": _tables_stopped,
    "round_extended": _round_extended,
    "round_closed": _round_closed,
    "trouble": _trouble,
}


def _end(book: Book, change: log_pb.TournamentChange.TableEnded, time_ms: int) -> TableBook:
    pairing = book.rounds[change.round - 1].pairings[change.pairing]
    table = next((one for one in pairing.tables if one.game == change.game), None)
    if table is None:  # a forfeit or a correction without a table
        table = TableBook(game=change.game, board=change.board)
        pairing.tables.append(table)
    if change.correction or change.void_reason == TIME_OVER:
        _stop(book, [table])
    table.void, table.correction = change.void_reason, change.correction
    table.ended_ms = time_ms
    table.result = None if change.void_reason else _result(change)
    pairing.absent.update(change.absent)
    return table


def _result(change: log_pb.TournamentChange.TableEnded) -> TableResult:
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


def planned_pairing(planned: log_pb.TournamentChange.PlannedPairing) -> Pairing:
    """A pairing as the log keeps it."""
    return Pairing(
        id=planned.id,
        seats=tuple(EntrantId(one) for one in planned.seats),
        kind=PairingKind(planned.kind),
        slot=planned.slot,
        deal=planned.deal,
        choosers=tuple(EntrantId(one) for one in planned.choosers),
        lineups=tuple(tuple(one.players) for one in planned.lineups),
        reasons=tuple(
            Reason(ReasonKind(one.kind), one.value, EntrantId(one.entrant) if one.entrant else None, one.text)
            for one in planned.reasons
        ),
    )


def _where(book: Book, change: log_pb.TournamentChange.TableEnded) -> dict[str, Any]:
    pairing = book.rounds[change.round - 1].pairings[change.pairing]
    table = next(one.table for one in pairing.tables if one.game == change.game)
    return {"round": change.round, "pairing": change.pairing, "table": table}


def _tell(book: Book, kind: str, time_ms: int, **more: Any) -> None:
    book.happenings.append(Happening(kind=kind, version=book.version, time_ms=time_ms, **more))
