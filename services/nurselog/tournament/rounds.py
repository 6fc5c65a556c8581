"""What the organiser may do with rounds: pair, publish, pair again, extend. Decisions on a book; pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import FailedPrecondition, NotFound
from nurselog.tournament import changes
from nurselog.tournament.arena import is_arena, last_moment
from nurselog.tournament.book import Book, PairingBook, RoundBook, RoundState, State
from nurselog.tournament.entries import wrong_state
from nurselog.tournament.names import pairing_name, round_name


def check_running(book: Book) -> None:
    """Refuses what is done to rounds while none is played: before the start, after the end."""
    if book.state != State.TOURNAMENT_STATE_RUNNING:
        raise wrong_state(book)


def find_round(book: Book, number: int, field: str = "name") -> RoundBook:
    """The round, or a refusal."""
    if not 1 <= number <= len(book.rounds):
        raise no_round(book, number, "There is no such round.", field)
    return book.rounds[number - 1]


def no_round(book: Book, number: int, sentence: str, field: str) -> NotFound:
    """The round is not there, or not for the caller."""
    return NotFound("ROUND_NOT_FOUND", sentence, field=field, round=round_name(book.id, number))


def find_pairing(book: Book, here: RoundBook, pairing: str) -> PairingBook:
    """The pairing of a round, or a refusal."""
    if pairing not in here.pairings:
        name = pairing_name(book.id, here.number, pairing)
        raise NotFound("PAIRING_NOT_FOUND", f"There is no pairing {name[:60]!r}.", field="name", pairing=name)
    return here.pairings[pairing]


def check_pairable(book: Book, stage_is_played: Callable[[], bool]) -> None:
    """Refuses unless a round is to be paired now."""
    if book.state != State.TOURNAMENT_STATE_RUNNING:
        raise wrong_state(book)
    if not book.stages:
        raise wrong_state(book, "Its first stage begins in a moment; ask again then.")
    last = book.round
    if last is not None and last.state == RoundState.ROUND_STATE_PLAYING:
        raise wrong_round(last, "The round before is still played.")
    if last is not None and _is_closed_here(book, last) and stage_is_played():
        raise wrong_round(last, "That was the last round of the stage.")


def _is_closed_here(book: Book, last: RoundBook) -> bool:
    """Whether a round of the current stage is closed."""
    return last.stage == len(book.stages) and last.state == RoundState.ROUND_STATE_CLOSED


def check_repairable(book: Book, number: int) -> RoundBook:
    """The last round, while it is not closed."""
    here = find_round(book, number)
    check_running(book)
    if here.number != len(book.rounds) or here.state == RoundState.ROUND_STATE_CLOSED:
        raise wrong_round(here, "Only the last round can be paired again, before it is closed.")
    if any(pairing.results for pairing in here.pairings.values()):
        raise wrong_round(here, "A table of the round has ended already.")
    return here


def publish(book: Book, number: int, now_ms: int) -> Sequence[TournamentChange]:
    """Pairing to playing."""
    here = find_round(book, number)
    check_running(book)
    if here.state == RoundState.ROUND_STATE_PLAYING:
        return []
    if here.state != RoundState.ROUND_STATE_PAIRING:
        raise wrong_round(here, "Only a paired round can be published.")
    return [changes.round_published(number, deadline_from(book, now_ms))]


def deadline_from(book: Book, now_ms: int) -> int:
    """When a round that is published now ends at the latest; 0 for never."""
    if is_arena(book):
        return last_moment(book)
    own = book.settings.stages[len(book.stages) - 1].duplicate.window_s
    seconds = own or book.settings.schedule.round_s
    return now_ms + seconds * 1000 if seconds else 0


def extend(book: Book, number: int, seconds: int, now_ms: int) -> Sequence[TournamentChange]:
    """A later deadline."""
    here = find_round(book, number)
    check_running(book)
    if here.state != RoundState.ROUND_STATE_PLAYING:
        raise wrong_round(here, "Only a round that is played can be extended.")
    if not here.deadline_ms:
        raise wrong_round(here, "The round has no deadline.")
    return [changes.round_extended(number, max(now_ms, here.deadline_ms) + seconds * 1000)]


def wrong_round(here: RoundBook, sentence: str) -> FailedPrecondition:
    """The round is not where it would have to be."""
    state = RoundState.Name(here.state).removeprefix("ROUND_STATE_").lower()
    return FailedPrecondition("ROUND_STATE_WRONG", sentence, field="name", state=state)
