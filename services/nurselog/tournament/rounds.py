"""The course of a tournament: what is to be done next, and what a round's changes are. Pure.

The director asks `next_act` and does what it says; each act ends in a commit, after which it asks again. So a
process that dies in the middle of anything is followed by one that reads the same log and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import FailedPrecondition, NotFound
from nurselog.tournament import changes
from nurselog.tournament.arena import Look, PairMore, arena_act, is_arena, last_moment
from nurselog.tournament.book import Book, PairingBook, RoundBook, RoundState, State
from nurselog.tournament.entries import wrong_state
from nurselog.tournament.formats.api import TableOrder
from nurselog.tournament.names import round_name

NEVER: Final = Look(0, 1)
TIME_OVER: Final = "time_over"
MOST_VOID: Final = 4
"""After so many tables of a pairing that do not count, a person has to decide."""


@dataclass(frozen=True, slots=True)
class Start:
    """The time of the start has come."""


@dataclass(frozen=True, slots=True)
class BeginStage:
    """A stage is to be filled."""

    stage: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A round is to be paired and published."""

    round: int


@dataclass(frozen=True, slots=True)
class Publish:
    """A paired round is to be published."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A table to open; `game` is its number in the pairing, void ones counted."""

    round: int
    pairing: str
    game: int
    table: TableOrder


@dataclass(frozen=True, slots=True)
class Open:
    """Tables are to be opened."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Tables that were decided otherwise are to be ended."""

    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The deadline is over: what still runs is decided by who is to move."""

    round: int


@dataclass(frozen=True, slots=True)
class Close:
    """Everything of the round is decided."""

    round: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The last stage is played."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do before this time; None: before the next change."""

    until_ms: int | None = None


Act: TypeAlias = Start | BeginStage | Pair | PairMore | Publish | Open | Stop | GiveUp | Close | Finish | Wait
Orders: TypeAlias = Callable[[PairingBook], Sequence[TableOrder]]
"""The tables that a pairing needs next, by its format."""


def next_act(
    book: Book, now_ms: int, orders: Orders, stage_is_played: Callable[[], bool], look: Look = NEVER
) -> Act:
    """What is to be done now; `look` is of an arena."""
    if book.state == State.TOURNAMENT_STATE_OPEN:
        return _before_the_start(book, now_ms)
    if book.state != State.TOURNAMENT_STATE_RUNNING:
        return Wait()
    here = book.round
    if here is not None and here.state != RoundState.ROUND_STATE_CLOSED:
        return _in_round(book, here, now_ms, orders, look)
    return Wait() if book.trouble else _between_rounds(book, here, now_ms, stage_is_played)


def _before_the_start(book: Book, now_ms: int) -> Act:
    start_ms = book.settings.schedule.start_time.ToMilliseconds()
    if not start_ms or book.trouble:
        return Wait()
    return Start() if now_ms >= start_ms else Wait(start_ms)


def _between_rounds(
    book: Book, last: RoundBook | None, now_ms: int, stage_is_played: Callable[[], bool]
) -> Act:
    begun = len(book.stages)
    if not begun:
        return BeginStage(1)
    if book.rounds_of(begun) and stage_is_played():
        return BeginStage(begun + 1) if begun < len(book.settings.stages) else Finish()
    if book.settings.schedule.manual:
        return Wait()
    from_ms = last.closed_ms + book.settings.schedule.break_s * 1000 if last else 0
    return Pair(len(book.rounds) + 1) if now_ms >= from_ms else Wait(from_ms)


def _in_round(book: Book, here: RoundBook, now_ms: int, orders: Orders, look: Look) -> Act:
    if here.state == RoundState.ROUND_STATE_PAIRING:
        return Wait() if book.settings.schedule.manual or book.trouble else Publish(here.number)
    wanted = tuple(to_open(here, orders))
    overdue = here.deadline_ms and now_ms >= here.deadline_ms
    if overdue and (wanted or any(one.running or is_stuck(one) for one in here.pairings.values())):
        return GiveUp(here.number)
    if wanted:
        return Open(wanted)
    if is_arena(book) and (act := arena_act(book, here, now_ms, look)) is not None:
        return act if isinstance(act, PairMore) else Wait(act)
    if any(one.running or is_stuck(one) for one in here.pairings.values()):
        return Wait(here.deadline_ms or None)
    return Close(here.number)


def to_open(here: RoundBook, orders: Orders) -> Iterator[Order]:
    """The tables that the pairings of a round need and that are not open yet."""
    for name, pairing in here.pairings.items():
        if not pairing.is_table or is_stuck(pairing) or any(t.void == TIME_OVER for t in pairing.tables):
            continue
        boards = {table.board for table in pairing.tables if table.board and not table.void}
        if pairing.running and not boards:
            continue
        game = len(pairing.tables)
        for order in orders(pairing):
            if order.board not in boards:
                game += 1
                yield Order(round=here.number, pairing=name, game=game, table=order)


def is_stuck(pairing: PairingBook) -> bool:
    """Whether its tables failed so often that a person has to decide."""
    if any(table.void == TIME_OVER for table in pairing.tables):
        return False
    return not pairing.results and sum(bool(table.void) for table in pairing.tables) >= MOST_VOID


# What the organiser may do ----------------------------------------------------------------------------------


def find_round(book: Book, number: int) -> RoundBook:
    """The round, or a refusal."""
    if not 1 <= number <= len(book.rounds):
        name = round_name(book.id, number)
        raise NotFound("ROUND_NOT_FOUND", f"There is no round {name!r}.", round=name)
    return book.rounds[number - 1]


def check_pairable(book: Book) -> None:
    """Refuses unless a round is to be paired now."""
    if book.state != State.TOURNAMENT_STATE_RUNNING or not book.stages:
        raise wrong_state(book)
    if book.round is not None and book.round.state == RoundState.ROUND_STATE_PLAYING:
        raise wrong_round(book.round, "The round before is still played.")


def check_repairable(book: Book, number: int) -> RoundBook:
    """The last round, while it is not closed."""
    here = find_round(book, number)
    if book.state != State.TOURNAMENT_STATE_RUNNING:
        raise wrong_state(book)
    if here.number != len(book.rounds) or here.state == RoundState.ROUND_STATE_CLOSED:
        raise wrong_round(here, "Only the last round can be paired again, before it is closed.")
    if any(pairing.results for pairing in here.pairings.values()):
        raise wrong_round(here, "A table of the round has ended already.")
    return here


def publish(book: Book, number: int, now_ms: int) -> Sequence[TournamentChange]:
    """Pairing to playing."""
    here = find_round(book, number)
    if here.state == RoundState.ROUND_STATE_PLAYING:
        return []
    if here.state != RoundState.ROUND_STATE_PAIRING or book.is_over:
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
    if here.state != RoundState.ROUND_STATE_PLAYING or book.is_over:
        raise wrong_round(here, "Only a round that is played can be extended.")
    if not here.deadline_ms:
        raise wrong_round(here, "The round has no deadline.")
    return [changes.round_extended(number, max(now_ms, here.deadline_ms) + seconds * 1000)]


def wrong_round(here: RoundBook, sentence: str) -> FailedPrecondition:
    """The round is not where it would have to be."""
    state = RoundState.Name(here.state).removeprefix("ROUND_STATE_").lower()
    return FailedPrecondition("ROUND_STATE_WRONG", sentence, state=state)
