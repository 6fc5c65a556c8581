"""How a tournament changes: a small function per change of its log. Pure; nothing here refuses.

Here is the tournament as a whole; entrants, rounds and tables have a module each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from nurselog.api.log.v1 import tournament_pb2 as log_pb
from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.tournament import entrant_folds, round_folds, table_folds
from nurselog.tournament.book import Book, State
from nurselog.tournament.happenings import forget_old, tell
from nurselog.tournament.team_folds import wait_for_players

UNBASED: Final = frozenset(
    {
        "tables_opened",
        "table_ended",
        "tables_stopped",
        "tables_unwanted",
        "seat_chosen",
        "round_extended",
        "trouble",
    }
)
"""Changes that leave closed rounds and entrants as they are."""

UNSCORED: Final = (UNBASED - {"table_ended"}) | {"settings", "bye_requested", "blocked", "lineup_set"}
"""Changes that leave the standings as they are."""


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
    forget_old(book)


def _created(book: Book, change: log_pb.TournamentChange.Created, time_ms: int) -> None:
    book.settings = change.settings
    book.seed = change.seed
    book.organizer = change.settings.organizer
    book.state = State.TOURNAMENT_STATE_DRAFT
    book.created_ms = time_ms
    tell(book, "created", time_ms)


def _settings(book: Book, change: tournament_pb2.Tournament, time_ms: int) -> None:
    book.settings = change
    for entry in book.entrants.values():
        wait_for_players(book, entry)
    book.trouble = ""
    tell(book, "updated", time_ms)


def _moved(book: Book, change: log_pb.TournamentChange.Moved, time_ms: int) -> None:
    book.state, book.reason = change.state, change.reason
    if change.state == State.TOURNAMENT_STATE_RUNNING:
        book.started_ms = time_ms
    if book.is_over:
        book.ended_ms = time_ms
        if book.rounds:
            table_folds.stop_round(book, book.rounds[-1])
    tell(
        book, State.Name(change.state).removeprefix("TOURNAMENT_STATE_").lower(), time_ms, text=change.reason
    )


def _trouble(book: Book, change: str, time_ms: int) -> None:
    book.trouble = change
    tell(book, "trouble", time_ms, text=change)


_FOLDS: Final[dict[str, Callable[[Book, Any, int], None]]] = {
    "created": _created,
    "settings": _settings,
    "moved": _moved,
    "entered": entrant_folds.entered,
    "turned": entrant_folds.turned,
    "joined": entrant_folds.joined,
    "left": entrant_folds.left,
    "bye_requested": entrant_folds.bye_requested,
    "blocked": entrant_folds.blocked,
    "lineup_set": entrant_folds.lineup_set,
    "stage_begun": round_folds.stage_begun,
    "round_paired": round_folds.round_paired,
    "round_published": round_folds.round_published,
    "tables_opened": table_folds.tables_opened,
    "table_ended": table_folds.table_ended,
    "corrected": table_folds.corrected,
    "tables_stopped": table_folds.tables_stopped,
    "tables_unwanted": table_folds.tables_unwanted,
    "seat_chosen": table_folds.seat_chosen,
    "round_extended": round_folds.round_extended,
    "round_closed": round_folds.round_closed,
    "trouble": _trouble,
}
