"""The changes of a tournament, built in a line each. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import entrant_pb2, tournament_pb2
from nurselog.tournament.book import State
from nurselog.tournament.entrant_folds import STATES
from nurselog.tournament.values import EntrantState, Pairing

_NUMBERS = {state: number for number, state in STATES.items()}


def created(settings: tournament_pb2.Tournament, seed: bytes) -> TournamentChange:
    return TournamentChange(created=TournamentChange.Created(settings=settings, seed=seed))


def moved(state: State.ValueType, reason: str = "") -> TournamentChange:
    return TournamentChange(moved=TournamentChange.Moved(state=state, reason=reason))


def turned(entrant: str, state: EntrantState, reason: str = "", *, no_show: bool = False) -> TournamentChange:
    change = TournamentChange.Turned(entrant=entrant, state=_NUMBERS[state], reason=reason, no_show=no_show)
    return TournamentChange(turned=change)


def joined(entrant: str, player: str, name: str) -> TournamentChange:
    change = TournamentChange.Joined(entrant=entrant, player=player, display_name=name)
    return TournamentChange(joined=change)


def left(entrant: str, player: str) -> TournamentChange:
    return TournamentChange(left=TournamentChange.Left(entrant=entrant, player=player))


def entered(entrant: entrant_pb2.Entrant) -> TournamentChange:
    return TournamentChange(entered=entrant)


def round_paired(
    number: int,
    pairings: Iterable[Pairing],
    inputs: tuple[int, str],
    *,
    attempt: int = 1,
    more: bool = False,
    reason: str = "",
) -> TournamentChange:
    """`inputs` is the version of the log they were taken from, and their hash."""
    version, digest = inputs
    change = TournamentChange.RoundPaired(
        round=number,
        attempt=attempt,
        pairings=[_planned(one) for one in pairings],
        inputs_version=version,
        inputs_hash=digest,
        algorithm=ALGORITHM,
        more=more,
        reason=reason,
    )
    return TournamentChange(round_paired=change)


ALGORITHM = "nurselog-pairing-1"
"""Named in every pairing; another one gets another name."""


def round_published(number: int, deadline_ms: int) -> TournamentChange:
    change = TournamentChange.RoundPublished(round=number, deadline_ms=deadline_ms)
    return TournamentChange(round_published=change)


def round_extended(number: int, deadline_ms: int) -> TournamentChange:
    change = TournamentChange.RoundExtended(round=number, deadline_ms=deadline_ms)
    return TournamentChange(round_extended=change)


def table_void(number: int, pairing: str, game: int, reason: str) -> TournamentChange:
    return TournamentChange(
        table_ended=TournamentChange.TableEnded(round=number, pairing=pairing, game=game, void_reason=reason)
    )


def round_closed(number: int, *, overdue: bool = False) -> TournamentChange:
    return TournamentChange(round_closed=TournamentChange.RoundClosed(round=number, overdue=overdue))


def tables_opened(tables: Sequence[TournamentChange.TableOpened]) -> TournamentChange:
    return TournamentChange(tables_opened=TournamentChange.TablesOpened(tables=tables))


def tables_unwanted(tables: Sequence[str]) -> TournamentChange:
    return TournamentChange(tables_unwanted=TournamentChange.TablesUnwanted(tables=tables))


def tables_stopped(tables: Sequence[str]) -> TournamentChange:
    return TournamentChange(tables_stopped=TournamentChange.TablesStopped(tables=tables))


def trouble(text: str) -> TournamentChange:
    return TournamentChange(trouble=text)


def _planned(pairing: Pairing) -> TournamentChange.PlannedPairing:
    return TournamentChange.PlannedPairing(
        id=pairing.id,
        kind=pairing.kind.value,
        seats=pairing.seats,
        slot=pairing.slot,
        deal=pairing.deal,
        choosers=pairing.choosers,
        lineups=[TournamentChange.PlannedLineup(players=one) for one in pairing.lineups],
        reasons=[
            TournamentChange.PlannedReason(
                kind=one.kind.value, value=one.value, entrant=one.entrant or "", text=one.text
            )
            for one in pairing.reasons
        ],
    )
