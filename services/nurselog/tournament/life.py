"""From draft to the end: opening, starting, cancelling, changing the settings. Decisions on a book; pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import tournament_pb2 as pb
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument, PermissionDenied
from nurselog.tournament import changes, teams
from nurselog.tournament.book import Book, State
from nurselog.tournament.entered import check_entered
from nurselog.tournament.entries import wrong_state
from nurselog.tournament.masks import WHOLE, assign, leads
from nurselog.tournament.pure import check
from nurselog.tournament.stage_terms import terms_of
from nurselog.tournament.values import EntrantState

ANYTIME: Final = frozenset({"title", "description", "schedule"})
"""Settings that do not change the course of a tournament that runs."""

FIELDS: Final = (*sorted(ANYTIME), "tables", "stages", "entry")


def require_organizer(book: Book, caller: str) -> None:
    """Refuses everybody but the organiser."""
    if caller != book.organizer:
        raise PermissionDenied("NOT_OWNER", "Only the organiser may do this.", field="name")


def create(book: Book, settings: pb.Tournament, seed: bytes, *, opened: bool) -> Sequence[TournamentChange]:
    """The first commit; a tournament that exists already is left as it is (a repeated request)."""
    if book.version:
        return []
    first = changes.created(settings, seed)
    return [first, changes.moved(State.TOURNAMENT_STATE_OPEN)] if opened else [first]


def open_entries(book: Book) -> Sequence[TournamentChange]:
    """Draft to open."""
    if book.state == State.TOURNAMENT_STATE_OPEN:
        return []
    if book.state != State.TOURNAMENT_STATE_DRAFT:
        raise wrong_state(book)
    return [changes.moved(State.TOURNAMENT_STATE_OPEN)]


def start(book: Book) -> Sequence[TournamentChange]:
    """Open to running, if the field can play the first stage; the director does the rest."""
    if book.state == State.TOURNAMENT_STATE_RUNNING:
        return []
    if book.state != State.TOURNAMENT_STATE_OPEN:
        raise wrong_state(book)
    check_field(book)
    return [changes.moved(State.TOURNAMENT_STATE_RUNNING)]


def check_field(book: Book) -> None:
    """Whether the first stage can be played by those who entered."""
    check_entered(book, book.settings)
    active = sum(entry.state is EntrantState.ACTIVE for entry in book.entrants.values())
    needed = min(terms_of(book.settings, 1).seats)
    if active < needed:
        raise FailedPrecondition(
            "ENTRANTS_TOO_FEW",
            f"It takes at least {needed} entrants, not {active}.",
            field="name",
            needed=needed,
        )
    check(terms_of(book.settings, 1), active, 1)


def cancel(book: Book, reason: str) -> Sequence[TournamentChange]:
    """Gives the tournament up."""
    if book.state == State.TOURNAMENT_STATE_CANCELLED:
        return []
    if book.is_over:
        raise wrong_state(book)
    return [changes.moved(State.TOURNAMENT_STATE_CANCELLED, teams.reason(reason))]


def changed_paths(mask: Sequence[str], wanted: pb.Tournament) -> list[str]:
    """The paths that an update changes: those of its mask, or all that is set. Refuses what cannot be."""
    named = list(mask) or [field.name for field, _ in wanted.ListFields()]
    if WHOLE in named:
        return list(FIELDS)
    for path in named:
        if _top(path) not in FIELDS or not leads(pb.Tournament.DESCRIPTOR, path):
            raise InvalidArgument(
                "FIELD_INVALID", f"{path[:60]!r} cannot be changed.", field="update_mask", value=path[:60]
            )
    return sorted(set(named))


def _top(path: str) -> str:
    return path.partition(".")[0]


def merged(book: Book, wanted: pb.Tournament, paths: Sequence[str]) -> pb.Tournament:
    """The settings with what the paths name replaced, and nothing else; refuses what the state forbids."""
    if book.is_over:
        raise wrong_state(book)
    fixed = [path for path in paths if _top(path) not in ANYTIME]
    if fixed and book.state == State.TOURNAMENT_STATE_RUNNING:
        raise FailedPrecondition(
            "TOURNAMENT_STATE_WRONG",
            "After the start this cannot change.",
            field=f"tournament.{fixed[0]}",
            state="running",
        )
    settings = pb.Tournament()
    settings.CopyFrom(book.settings)
    for path in paths:
        assign(settings, wanted, path)
    return settings


def touches(paths: Sequence[str], field: str) -> bool:
    """Whether a field of the tournament, or something in it, is among the paths."""
    return any(_top(path) == field for path in paths)


def update(book: Book, settings: pb.Tournament) -> Sequence[TournamentChange]:
    """Replaces the settings, unless those who entered contradict them."""
    check_entered(book, settings)
    return [] if settings == book.settings else [TournamentChange(settings=settings)]
