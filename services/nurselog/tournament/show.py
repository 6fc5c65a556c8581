"""A tournament as everybody may see it: books to messages. The seed stays out until the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.tournament.v1 import entrant_pb2, round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.rules.chance import seed_hash
from nurselog.tournament.book import (
    MOST_VOID,
    Book,
    Entry,
    Happening,
    PairingBook,
    RoundBook,
    RoundState,
    TableBook,
)
from nurselog.tournament.choosing import Turn, turn_of
from nurselog.tournament.entrant_folds import STATES
from nurselog.tournament.events import stage_terms
from nurselog.tournament.names import entrant_name, pairing_name, round_name, tournament_name
from nurselog.tournament.standings.verdicts import verdicts
from nurselog.tournament.values import PairingKind, PlayedPairing, SeatKind, TableResult

STUCK: Final = "PAIRING_STUCK"
"""The stable reason of a pairing that waits for the organiser."""

_STATES: Final = {state: number for number, state in STATES.items()}
_KINDS: Final = {
    PairingKind.TABLE: round_pb2.PAIRING_KIND_TABLE,
    PairingKind.BYE: round_pb2.PAIRING_KIND_BYE,
    PairingKind.REQUESTED_BYE: round_pb2.PAIRING_KIND_REQUESTED_BYE,
    PairingKind.WALKOVER: round_pb2.PAIRING_KIND_WALKOVER,
}
_SEAT_KINDS: Final = {
    SeatKind.PLAYED: round_pb2.SEAT_RESULT_KIND_PLAYED,
    SeatKind.FORFEIT_WIN: round_pb2.SEAT_RESULT_KIND_FORFEIT_WIN,
    SeatKind.FORFEIT_LOSS: round_pb2.SEAT_RESULT_KIND_FORFEIT_LOSS,
}


def tournament(book: Book) -> tournament_pb2.Tournament:
    """The tournament."""
    shown = tournament_pb2.Tournament()
    shown.CopyFrom(book.settings)
    shown.name = tournament_name(book.id)
    shown.state = book.state
    shown.seed_hash = seed_hash(book.seed)
    shown.seed = book.seed.hex() if book.is_over else ""
    shown.entrant_count = len(book.entrants)
    shown.current_round = len(book.rounds)
    shown.current_stage = len(book.stages)
    shown.round_count = book.stages[-1].rounds if book.stages else 0
    shown.version = book.version
    shown.trouble = book.trouble or _stuck(book)
    shown.cancel_reason = book.reason
    _stamp(shown.create_time, book.created_ms)
    if book.started_ms:
        _stamp(shown.start_time, book.started_ms)
    if book.ended_ms:
        _stamp(shown.end_time, book.ended_ms)
    return shown


def entrant(book: Book, entry: Entry) -> entrant_pb2.Entrant:
    """An entrant."""
    return entrant_pb2.Entrant(
        name=entrant_name(book.id, entry.id),
        state=_STATES[entry.state],
        display_name=entry.name,
        players=[Occupant(player=player, display_name=name) for player, name in entry.players],
        start_number=entry.number,
        rating=entry.rating,
        club=entry.club,
        first_round=entry.first_round,
        requested_byes=sorted(entry.byes),
        no_shows=entry.no_shows,
        state_reason=entry.state_reason,
        invited=[player for player, _ in entry.players if player in entry.invited],
        captain=entry.captain if entry.is_team else "",
        lineup=entry.lineup if book.settings.entry.boards else (),
        lineup_reason=entry.lineup_reason,
    )


def entrants_in_order(book: Book) -> list[Entry]:
    """By start number; before the start by entry."""
    return sorted(book.entrants.values(), key=lambda entry: entry.number)


def the_round(book: Book, here: RoundBook) -> round_pb2.Round:
    """A round."""
    shown = round_pb2.Round(
        name=round_name(book.id, here.number),
        state=here.state,
        stage=here.stage,
        number=here.of_stage,
        pairing_id=here.pairing_id,
        pairing_count=len(here.pairings),
        decided_count=sum(
            not one.running and (bool(one.results) or not one.is_table) for one in here.pairings.values()
        ),
        stuck_pairings=[pairing_name(book.id, here.number, name) for name in _stuck_in(here)],
    )
    for stamp, ms in (
        ("publish_time", here.published_ms),
        ("deadline", here.deadline_ms),
        ("close_time", here.closed_ms),
    ):
        if ms:
            _stamp(getattr(shown, stamp), ms)
    return shown


def pairing(book: Book, here: RoundBook, one: PairingBook) -> round_pb2.Pairing:
    """A pairing with its reasons, its tables, and what it brought each entrant, once that is decided."""
    played = PlayedPairing(pairing=one.pairing, tables=one.results)
    decided = None if one.running else verdicts(stage_terms(book, here.stage), played)
    won = {verdict.entrant: verdict.points for verdict in decided or ()}
    lineups = dict(zip(one.pairing.seats, one.pairing.lineups, strict=False))
    return round_pb2.Pairing(
        name=pairing_name(book.id, here.number, one.pairing.id),
        kind=_KINDS[one.pairing.kind],
        entrants=[
            round_pb2.PairedEntrant(
                entrant=entrant_name(book.id, name),
                display_name=book.entrants[name].name,
                points=won.get(name, 0),
                lineup=lineups.get(name, ()),
            )
            for name in one.pairing.seats
        ],
        slot=one.pairing.slot,
        reasons=[
            round_pb2.PairingReason(
                kind=reason.kind.value,
                value=reason.value,
                entrant=entrant_name(book.id, reason.entrant) if reason.entrant else "",
                text=reason.text,
            )
            for reason in one.pairing.reasons
        ],
        tables=[_table(book, table) for table in one.tables],
        decided=decided is not None,
        trouble=f"{STUCK}: {MOST_VOID} tables did not count." if _is_stuck(here, one) else "",
        seat_choice=_seat_choice(book, turn_of(book, here, one)),
    )


def _seat_choice(book: Book, turn: Turn | None) -> round_pb2.SeatChoice | None:
    if turn is None:
        return None
    shown = round_pb2.SeatChoice(
        entrant=entrant_name(book.id, turn.entrant),
        free_seats=turn.free,
        following=[entrant_name(book.id, one) for one in turn.following],
    )
    _stamp(shown.deadline, turn.due_ms)
    return shown


def _is_stuck(here: RoundBook, one: PairingBook) -> bool:
    """Whether it waits for the organiser: a round that is closed waits for nobody."""
    return here.state == RoundState.ROUND_STATE_PLAYING and one.is_stuck


def _stuck_in(here: RoundBook) -> list[str]:
    return [name for name, one in here.pairings.items() if _is_stuck(here, one)]


def _stuck(book: Book) -> str:
    """What keeps a round from its end, where the organiser has to help."""
    names = _stuck_in(book.round) if book.round and not book.is_over else []
    if not names:
        return ""
    return f"{STUCK}: the results of {', '.join(names)} in round {len(book.rounds)} have to be set by hand."


def may_see(book: Book, here: RoundBook, caller: str | None) -> bool:
    """Whether the caller may see a round: before it is published only the organiser."""
    return here.state != RoundState.ROUND_STATE_PAIRING or caller == book.organizer


def events(book: Book, happenings: Iterable[Happening]) -> list[pb.TournamentEvent]:
    """What happened, for watchers."""
    return [
        pb.TournamentEvent(
            kind=one.kind,
            version=one.version,
            round=one.round,
            pairing=pairing_name(book.id, one.round, one.pairing) if one.pairing else "",
            entrant=entrant_name(book.id, one.entrant) if one.entrant else "",
            table=one.table,
            text=one.text,
            time_ms=one.time_ms,
        )
        for one in happenings
    ]


def my_tables(book: Book, player: str) -> list[pb.MyTable]:
    """The player's tables, the newest first."""
    entrant_id = book.entrant_of(player)
    found = []
    for here in reversed(book.rounds):
        if here.state == RoundState.ROUND_STATE_PAIRING:
            continue
        for name, one in here.pairings.items():
            if entrant_id in one.pairing.seats:
                found += _mine(book, here, name, one, player)
    return found


def _mine(book: Book, here: RoundBook, name: str, one: PairingBook, player: str) -> list[pb.MyTable]:
    where = pairing_name(book.id, here.number, name)
    if not one.tables:
        turn = turn_of(book, here, one)
        chooses = turn is not None and turn.entrant == book.entrant_of(player)
        return [
            pb.MyTable(pairing=where, seat=-1, round=here.number, ended=not one.is_table, chooses=chooses)
        ]
    return [
        pb.MyTable(
            pairing=where,
            table=table.table,
            seat=table.players.index(player) if player in table.players else -1,
            round=here.number,
            ended=not table.running,
        )
        for table in reversed(one.tables)
        if player in table.players or not table.players
    ]


def _table(book: Book, table: TableBook) -> round_pb2.PairedTable:
    return round_pb2.PairedTable(
        game=table.game,
        table=table.table,
        seats=_seats(book, table.result) if table.result else (),
        board=table.board,
        void_reason=table.void,
        correction=table.correction,
        house_places=table.result.house if table.result else (),
    )


def _seats(book: Book, result: TableResult) -> list[round_pb2.SeatResult]:
    return [
        round_pb2.SeatResult(
            entrant=entrant_name(book.id, line.entrant),
            seat=line.seat,
            place=line.placement,
            total=line.total,
            kind=_SEAT_KINDS[line.kind],
        )
        for line in result.seats
    ]


def _stamp(stamp: Timestamp, ms: int) -> None:
    stamp.FromMilliseconds(ms)
