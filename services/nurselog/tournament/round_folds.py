"""How stages and rounds change: begun, paired, published, extended, closed. Pure."""

from __future__ import annotations

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.tournament.book import Book, PairingBook, RoundBook, RoundState, StageBook
from nurselog.tournament.happenings import tell
from nurselog.tournament.table_folds import stop_round
from nurselog.tournament.values import EntrantId, Pairing, PairingKind, Reason, ReasonKind


def stage_begun(book: Book, change: TournamentChange.StageBegun, time_ms: int) -> None:
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
    tell(book, "stage_begun", time_ms, text=str(change.stage))


def round_paired(book: Book, change: TournamentChange.RoundPaired, time_ms: int) -> None:
    planned = {one.id: PairingBook(pairing=planned_pairing(one)) for one in change.pairings}
    if change.more:
        book.rounds[change.round - 1].pairings.update(planned)
        tell(book, "paired", time_ms, round=change.round)
        return
    stage = book.stages[-1].number
    if change.round <= len(book.rounds):  # paired again
        for name, (number, _, _) in list(book.tables.items()):
            if number == change.round:
                del book.tables[name]
        stop_round(book, book.rounds.pop())
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
    tell(book, "round_paired", time_ms, round=change.round, text=change.reason)


def round_published(book: Book, change: TournamentChange.RoundPublished, time_ms: int) -> None:
    here = book.rounds[change.round - 1]
    here.state, here.published_ms = RoundState.ROUND_STATE_PLAYING, time_ms
    here.deadline_ms = int(change.deadline_ms)
    tell(book, "round_published", time_ms, round=change.round)


def round_extended(book: Book, change: TournamentChange.RoundExtended, time_ms: int) -> None:
    book.rounds[change.round - 1].deadline_ms = int(change.deadline_ms)
    tell(book, "round_extended", time_ms, round=change.round)


def round_closed(book: Book, change: TournamentChange.RoundClosed, time_ms: int) -> None:
    here = book.rounds[change.round - 1]
    here.state, here.closed_ms = RoundState.ROUND_STATE_CLOSED, time_ms
    tell(book, "round_closed", time_ms, round=change.round, text="overdue" if change.overdue else "")


def planned_pairing(planned: TournamentChange.PlannedPairing) -> Pairing:
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
