"""Kinds of clocks: what a seat begins with, how long a decision may take, what is left after it; pure.

All times are milliseconds. Times in which a clock stands still are not known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Time(NamedTuple):
    """What a seat has left: a bank, and for byoyomi whole periods after it."""

    bank_ms: int
    periods: int = 0


class Kind(Protocol):
    """A kind of clock."""

    def start(self) -> Time:
        """What a seat begins with."""
        ...

    def budget(self, left: Time) -> int:
        """How long a decision may take; using exactly that much is still in time."""
        ...

    def after(self, left: Time, used_ms: int, *, turn_over: bool, credit: bool) -> Time:
        """What is left after a decision took so long.

        Without `credit` nothing is added (a move taken back).
        """
        ...


@dataclass(frozen=True, slots=True)
class Fischer:
    """The bank falls while deciding.

    After the move `add_ms` comes on top, never above the cap (0: no cap).
    """

    initial_ms: int
    add_ms: int
    cap_ms: int = 0

    def start(self) -> Time:
        return Time(self.initial_ms)

    def budget(self, left: Time) -> int:
        return left.bank_ms

    def after(self, left: Time, used_ms: int, *, turn_over: bool, credit: bool) -> Time:  # noqa: ARG002
        bank = max(0, left.bank_ms - used_ms) + (self.add_ms if credit else 0)
        return Time(min(bank, self.cap_ms) if self.cap_ms else bank)


@dataclass(frozen=True, slots=True)
class Reserve:
    """As fischer with the start as cap, and the addition once per turn."""

    initial_ms: int
    add_ms: int

    def start(self) -> Time:
        return Time(self.initial_ms)

    def budget(self, left: Time) -> int:
        return left.bank_ms

    def after(self, left: Time, used_ms: int, *, turn_over: bool, credit: bool) -> Time:
        bank = max(0, left.bank_ms - used_ms)
        return Time(min(self.initial_ms, bank + self.add_ms) if turn_over and credit else bank)


@dataclass(frozen=True, slots=True)
class Bronstein:
    """Used time up to the delay is given back.

    `delay` is the same in other words: the bank falls after the delay.
    """

    initial_ms: int
    delay_ms: int

    def start(self) -> Time:
        return Time(self.initial_ms)

    def budget(self, left: Time) -> int:
        return left.bank_ms + self.delay_ms

    def after(self, left: Time, used_ms: int, *, turn_over: bool, credit: bool) -> Time:  # noqa: ARG002
        return Time(max(0, left.bank_ms - max(0, used_ms - self.delay_ms)))


@dataclass(frozen=True, slots=True)
class Byoyomi:
    """After the main time periods: a move within one keeps it, each full period exceeded is lost."""

    main_ms: int
    periods: int
    period_ms: int

    def start(self) -> Time:
        return Time(self.main_ms, self.periods)

    def budget(self, left: Time) -> int:
        return left.bank_ms + left.periods * self.period_ms

    def after(self, left: Time, used_ms: int, *, turn_over: bool, credit: bool) -> Time:  # noqa: ARG002
        over = max(0, used_ms - left.bank_ms)
        exceeded = max(0, -(-over // self.period_ms) - 1) if self.period_ms else 0
        return Time(max(0, left.bank_ms - used_ms), max(0, left.periods - exceeded))


@dataclass(frozen=True, slots=True)
class PerTurn:
    """Fresh time for each turn."""

    time_ms: int

    def start(self) -> Time:
        return Time(self.time_ms)

    def budget(self, left: Time) -> int:
        return left.bank_ms

    def after(self, left: Time, used_ms: int, *, turn_over: bool, credit: bool) -> Time:  # noqa: ARG002
        return Time(self.time_ms if turn_over else max(0, left.bank_ms - used_ms))
