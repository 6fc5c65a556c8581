"""What a tournament tells the rest of the house through the outbox, together with the change itself."""

from __future__ import annotations

from collections.abc import Sequence

from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.tournament.book import Book, State
from nurselog.tournament.names import round_name, tournament_name

STANDINGS = frozenset({"table_ended", "corrected", "round_closed"})
"""Changes after which somebody may stand elsewhere."""


def facts_of(book: Book, changes: Sequence[TournamentChange]) -> list[tuple[str, bytes]]:
    """The facts of a commit, each once."""
    told: list[tuple[str, bytes]] = []
    for change in changes:
        if change.HasField("round_published"):
            name = round_name(book.id, change.round_published.round)
            told.append(_told("round_published", Fact(round_published=Fact.RoundPublished(round=name))))
        if change.HasField("moved"):
            told += _ended(book, change.moved.state)
    if any(change.WhichOneof("kind") in STANDINGS for change in changes):
        fact = Fact.StandingChanged(tournament=tournament_name(book.id), version=book.version + 1)
        told.append(_told("standing_changed", Fact(standing_changed=fact)))
    return told


def _ended(book: Book, state: State.ValueType) -> list[tuple[str, bytes]]:
    if state not in (State.TOURNAMENT_STATE_FINISHED, State.TOURNAMENT_STATE_CANCELLED):
        return []
    cancelled = state == State.TOURNAMENT_STATE_CANCELLED
    fact = Fact.TournamentEnded(tournament=tournament_name(book.id), cancelled=cancelled)
    return [_told("tournament_ended", Fact(tournament_ended=fact))]


def _told(kind: str, fact: Fact) -> tuple[str, bytes]:
    return kind, fact.SerializeToString()
