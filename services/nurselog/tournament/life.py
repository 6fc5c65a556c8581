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


def changed_fields(mask: Sequence[str], wanted: pb.Tournament) -> list[str]:
    """The fields that an update names, with those inside them counted as the whole."""
    named = [path.partition(".")[0] for path in mask] or [field.name for field, _ in wanted.ListFields()]
    for name in named:
        if name not in FIELDS:
            raise InvalidArgument(
                "FIELD_INVALID", f"{name[:60]!r} cannot be changed.", field="update_mask", value=name[:60]
            )
    return sorted(set(named))


def merged(book: Book, wanted: pb.Tournament, names: Sequence[str]) -> pb.Tournament:
    """The settings with some fields replaced; refuses what the state forbids."""
    if book.is_over:
        raise wrong_state(book)
    if book.state == State.TOURNAMENT_STATE_RUNNING:
        for name in names:
            if name not in ANYTIME:
                raise FailedPrecondition(
                    "TOURNAMENT_STATE_WRONG",
                    "After the start this cannot change.",
                    field=f"tournament.{name}",
                    state="running",
                )
    settings = pb.Tournament()
    settings.CopyFrom(book.settings)
    for name in names:
        settings.ClearField(name)  # type: ignore[arg-type] # the names are checked
        part = getattr(wanted, name)
        if name == "stages":
            settings.stages.extend(part)
        elif isinstance(part, str):
            setattr(settings, name, part)
        else:
            getattr(settings, name).CopyFrom(part)
    return settings


def update(book: Book, settings: pb.Tournament) -> Sequence[TournamentChange]:
    """Replaces the settings, unless those who entered contradict them."""
    check_entered(book, settings)
    return [] if settings == book.settings else [TournamentChange(settings=settings)]
