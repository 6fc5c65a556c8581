"""Thinking time as a fold over the times of commits; pure, so what a clock shows depends on nobody.

A seat's clock runs while it holds an open decision; simultaneous decisions run several. All times are
milliseconds of the store's clock. Kinds and values: `RESERVE` and its sisters below; every kind has the same
three questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from nurselog.rules.api import HOUSE, Seat
from nurselog.rules.fold import OpenDecision
from nurselog.rules.house import UNDO, pause_of


@dataclass(frozen=True, slots=True)
class Time:
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


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind, and how long a seat may take for its very first decision (0: as for any other).

    With a limit of its own the first decision costs nothing of the bank: a seat that never comes ends the
    table soon.
    """

    kind: Kind
    first_ms: int = 0


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One seat's clock as it stands."""

    left: Time
    decision_id: int | None = None
    """The decision for which it runs; None while it stands."""
    since_ms: int = 0
    answered: bool = False
    """Whether the seat has answered a decision yet."""
    uncredited: int = 0
    """How many of the coming moves were credited already, before they were taken back."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a table at one version. Without a rule none of them ever runs."""

    rule: Rule | None
    seats: tuple[SeatClock, ...]
    paused_until_ms: int = 0
    """The end of the last time in which clocks stood still by a recorded entry."""

    def budget(self, seat: Seat) -> int | None:
        """How long the seat's present decision may take in all; None without a limit."""
        if self.rule is None:
            return None
        clock = self.seats[seat]
        if self.rule.first_ms and not clock.answered:
            return self.rule.first_ms
        return self.rule.kind.budget(clock.left)

    def due(self, seat: Seat) -> int | None:
        """When the seat runs out; None while its clock stands."""
        clock, budget = self.seats[seat], self.budget(seat)
        return None if clock.decision_id is None or budget is None else clock.since_ms + budget


def start(rule: Rule | None, seat_count: int, decisions: Sequence[OpenDecision], at_ms: int) -> Clocks:
    """The clocks after the set-up."""
    if rule is None:
        return Clocks(None, (SeatClock(Time(0)),) * seat_count)
    return _run(Clocks(rule, (SeatClock(rule.kind.start()),) * seat_count), decisions, at_ms)


def after_commit(
    clocks: Clocks, mover: Seat, text: str, decisions: Sequence[OpenDecision], at_ms: int
) -> Clocks:
    """The clocks after a commit at `at_ms` that left these decisions open."""
    if clocks.rule is None:
        return clocks
    paused = pause_of(text) if mover == HOUSE else None
    if paused is not None:
        return _shift(clocks, paused[0], min(paused[1], at_ms))
    open_ids = {decision.seat: decision.decision_id for decision in decisions}
    seats = list(clocks.seats)
    for index, clock in enumerate(seats):
        if clock.decision_id is not None and open_ids.get(Seat(index)) != clock.decision_id:  # type: ignore[arg-type]
            seats[index] = _settle(
                clocks.rule, clock, text, at_ms, turn_over=_turn_over(index, open_ids, seats)
            )
    return _run(replace(clocks, seats=tuple(seats)), decisions, at_ms)


def _turn_over(index: int, open_ids: dict[Seat, int], seats: Sequence[SeatClock]) -> bool:
    """A turn is a seat's unbroken run of decisions; alone at a table every decision is one."""
    return index not in open_ids or len(seats) == 1


def _settle(rule: Rule, clock: SeatClock, text: str, at_ms: int, *, turn_over: bool) -> SeatClock:
    taken_back = text == UNDO
    credit = not taken_back and not clock.uncredited
    free = rule.first_ms and not clock.answered
    used = 0 if free else min(max(0, at_ms - clock.since_ms), rule.kind.budget(clock.left))
    return SeatClock(
        left=clock.left if free else rule.kind.after(clock.left, used, turn_over=turn_over, credit=credit),
        answered=True,
        uncredited=clock.uncredited + 1 if taken_back else max(0, clock.uncredited - 1),
    )


def _run(clocks: Clocks, decisions: Sequence[OpenDecision], at_ms: int) -> Clocks:
    seats = list(clocks.seats)
    for decision in decisions:
        clock = seats[decision.seat]
        if clock.decision_id != decision.decision_id:
            seats[decision.seat] = replace(clock, decision_id=decision.decision_id, since_ms=at_ms)
    return replace(clocks, seats=tuple(seats))


def _shift(clocks: Clocks, from_ms: int, until_ms: int) -> Clocks:
    """Running clocks lose no time between these moments; what an earlier pause gave is not given again."""
    from_ms = max(from_ms, clocks.paused_until_ms)
    seats = tuple(
        clock
        if clock.decision_id is None
        else replace(clock, since_ms=clock.since_ms + max(0, until_ms - max(from_ms, clock.since_ms)))
        for clock in clocks.seats
    )
    return replace(clocks, seats=seats, paused_until_ms=max(clocks.paused_until_ms, until_ms))
