"""The course of a tournament: what is to be done next. Pure.

The director asks `next_act` and does what it says; each act ends in a commit, after which it asks again. So a
process that dies in the middle of anything is followed by one that reads the same log and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from nurselog.tournament.arena import Look, PairMore, arena_act, is_arena
from nurselog.tournament.book import TIME_OVER, Book, PairingBook, RoundBook, RoundState, State
from nurselog.tournament.choosing import turns
from nurselog.tournament.formats.api import TableOrder

NEVER: Final = Look(0, 1)


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
class KeepSeats:
    """The time of some who may choose a seat is over."""

    round: int


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


Act: TypeAlias = (
    Start | BeginStage | Pair | PairMore | Publish | KeepSeats | Open | Stop | GiveUp | Close | Finish | Wait
)
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
    if here is not None and here.state == RoundState.ROUND_STATE_PAIRING:
        return Wait() if book.settings.schedule.manual or book.trouble else Publish(here.number)
    if here is not None and here.state == RoundState.ROUND_STATE_PLAYING:
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
    wanted = tuple(to_open(here, orders))
    open_still = any(map(_is_open, here.pairings.values()))
    if here.deadline_ms and now_ms >= here.deadline_ms and (wanted or open_still):
        return GiveUp(here.number)
    choices_ms = min((turn.due_ms for _, turn in turns(book, here)), default=0)
    if choices_ms and now_ms >= choices_ms:
        return KeepSeats(here.number)
    if wanted:
        return Open(wanted)
    if is_arena(book) and (act := arena_act(book, here, now_ms, look)) is not None:
        return act if isinstance(act, PairMore) else Wait(act)
    if open_still:
        return Wait(min((ms for ms in (here.deadline_ms, choices_ms) if ms), default=None))
    return Close(here.number)


def _is_open(pairing: PairingBook) -> bool:
    """Whether a pairing waits: for the end of a table, for a choice of seats, for the organiser."""
    return bool(pairing.running) or pairing.is_choosing or pairing.is_stuck


def to_open(here: RoundBook, orders: Orders) -> Iterator[Order]:
    """The tables that the pairings of a round need and that are not open yet."""
    for name, pairing in here.pairings.items():
        waits = pairing.is_stuck or pairing.is_choosing
        if not pairing.is_table or waits or any(t.void == TIME_OVER for t in pairing.tables):
            continue
        boards = {table.board for table in pairing.tables if table.board and not table.void}
        if pairing.running and not boards:
            continue
        game = len(pairing.tables)
        for order in orders(pairing):
            if order.board not in boards:
                game += 1
                yield Order(round=here.number, pairing=name, game=game, table=order)
