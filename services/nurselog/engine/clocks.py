"""Thinking time as a fold over the times of commits; pure, so what a clock shows depends on nobody.

A seat's clock runs while it holds an open decision; simultaneous decisions run several. All times are
milliseconds of the store's clock. The kinds are in `clock_kinds`, weekly pauses in `running`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nurselog.engine.clock_kinds import Kind, Time
from nurselog.engine.running import Span, Week, moment_after, running, with_span
from nurselog.rules.api import HOUSE, Seat
from nurselog.rules.fold import OpenDecision
from nurselog.rules.house import ABSENT, BACK, UNDO, pause_of, vacation_of


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind, and how long a seat may take for its very first decision (0: as for any other).

    With a limit of its own the first decision costs nothing of the bank: a seat that never comes ends the
    table soon.
    """

    kind: Kind
    first_ms: int = 0
    lag_ms: int = 0
    """How much later than its time a move may arrive, as long as the seat's bank for that lasts."""
    lag_bank_ms: int = 0
    absence_ms: int = 0
    """How long after it was missed a seat has left; 0: nobody minds."""
    week: Week | None = None
    """The week, where clocks stand still in parts of it."""


class SeatClock(NamedTuple):
    """One seat's clock as it stands."""

    left: Time
    lag_left: int = 0
    """How much later than its time the seat's moves may still arrive in all."""
    decision_id: int | None = None
    """The decision for which it runs; None while it stands."""
    since_ms: int = 0
    spent_ms: int = 0
    """What the running decision had used before `since_ms`."""
    answered: bool = False
    """Whether the seat has answered a decision yet."""
    uncredited: int = 0
    """How many of the coming moves were credited already, before they were taken back."""
    away: tuple[Span, ...] = ()
    """When the clock stands still for this seat alone: its player is on vacation."""
    missed_ms: int = 0
    """Since when the seat's player has been missed; 0 while nobody misses him."""


class Clocks(NamedTuple):
    """All clocks of a table at one version. Without a rule none of them ever runs."""

    rule: Rule | None
    seats: tuple[SeatClock, ...]
    paused_until_ms: int = 0
    """The end of the last time in which clocks stood still by a recorded entry."""

    def budget(self, seat: Seat) -> int | None:
        """How long the seat's present decision may take in all, in running time; None without a limit."""
        return None if self.rule is None else _budget(self.rule, self.seats[seat])

    def due(self, seat: Seat) -> int | None:
        """When the seat runs out; None while its clock stands."""
        clock = self.seats[seat]
        return None if self.rule is None or clock.decision_id is None else _due(self.rule, clock)

    def last_moment(self, seat: Seat) -> int | None:
        """When the house acts for the seat, its lag allowance included; None while its clock stands."""
        due = self.due(seat)
        return (
            None
            if due is None or self.rule is None
            else due + min(self.rule.lag_ms, self.seats[seat].lag_left)
        )

    def leaves_at(self, seat: Seat) -> int | None:
        """When a seat whose player is missed has left; None while nobody is missed."""
        missed = self.seats[seat].missed_ms
        return missed + self.rule.absence_ms if missed and self.rule is not None else None


def start(rule: Rule | None, seat_count: int, decisions: Sequence[OpenDecision], at_ms: int) -> Clocks:
    """The clocks after the set-up."""
    if rule is None:
        return Clocks(None, (SeatClock(Time(0)),) * seat_count)
    fresh = SeatClock(rule.kind.start(), rule.lag_bank_ms)
    return Clocks(rule, _start([fresh] * seat_count, decisions, at_ms))


def after_commit(
    clocks: Clocks, mover: Seat, text: str, decisions: Sequence[OpenDecision], at_ms: int
) -> Clocks:
    """The clocks after a commit at `at_ms` that left these decisions open."""
    if clocks.rule is None:
        return clocks
    if text.startswith("!") and (noted := _noted(clocks, mover, text, at_ms)) is not None:
        return noted
    open_ids = {decision.seat: decision.decision_id for decision in decisions}
    seats = list(clocks.seats)
    for index, clock in enumerate(seats):
        if clock.decision_id is not None and open_ids.get(Seat(index)) != clock.decision_id:  # type: ignore[arg-type]
            seats[index] = _settle(
                clocks.rule, clock, text, at_ms, turn_over=_turn_over(index, open_ids, seats)
            )
    if mover >= 0 and seats[mover].missed_ms and not text.startswith("!"):
        seats[mover] = seats[mover]._replace(missed_ms=0)
    return Clocks(clocks.rule, _start(seats, decisions, at_ms), clocks.paused_until_ms)


def _budget(rule: Rule, clock: SeatClock) -> int:
    return rule.first_ms if rule.first_ms and not clock.answered else rule.kind.budget(clock.left)


def _due(rule: Rule, clock: SeatClock) -> int:
    budget = _budget(rule, clock) - clock.spent_ms
    if rule.week is None and not clock.away:
        return clock.since_ms + budget
    return moment_after(rule.week, clock.away, clock.since_ms, budget)


def _used(rule: Rule, clock: SeatClock, at_ms: int) -> int:
    """The running time that the present decision has taken; less than nothing where clocks disagree."""
    if rule.week is None and not clock.away:
        return clock.spent_ms + at_ms - clock.since_ms
    return clock.spent_ms + running(rule.week, clock.away, clock.since_ms, at_ms)


def _turn_over(index: int, open_ids: dict[Seat, int], seats: Sequence[SeatClock]) -> bool:
    """A turn is a seat's unbroken run of decisions; alone at a table every decision is one."""
    return index not in open_ids or len(seats) == 1


def _settle(rule: Rule, clock: SeatClock, text: str, at_ms: int, *, turn_over: bool) -> SeatClock:
    taken_back = text == UNDO
    credit = not taken_back and not clock.uncredited
    free = rule.first_ms and not clock.answered
    used = 0 if free else min(max(0, _used(rule, clock, at_ms)), rule.kind.budget(clock.left))
    return SeatClock(
        left=clock.left if free else rule.kind.after(clock.left, used, turn_over=turn_over, credit=credit),
        lag_left=clock.lag_left and _lag_left(rule, clock, at_ms),
        answered=True,
        uncredited=clock.uncredited + 1 if taken_back else max(0, clock.uncredited - 1),
        away=tuple([span for span in clock.away if span[1] > at_ms]) if clock.away else (),
        missed_ms=clock.missed_ms,
    )


def _lag_left(rule: Rule, clock: SeatClock, at_ms: int) -> int:
    late = min(max(0, at_ms - _due(rule, clock)), rule.lag_ms)
    return max(0, clock.lag_left - late)


def _start(seats: list[SeatClock], decisions: Sequence[OpenDecision], at_ms: int) -> tuple[SeatClock, ...]:
    """The seats with the clocks of new decisions running."""
    for seat, _, decision_id in decisions:
        clock = seats[seat]
        if clock.decision_id != decision_id:
            seats[seat] = clock._replace(decision_id=decision_id, since_ms=at_ms, spent_ms=0)
    return tuple(seats)


# --- What the house notes -----------------------------------------------------------------------------------


def _noted(clocks: Clocks, mover: Seat, text: str, at_ms: int) -> Clocks | None:
    """The clocks after a note of the house about them; None for all other moves."""
    if mover == HOUSE:
        paused = pause_of(text)
        return None if paused is None else _stood_still(clocks, paused[0], min(paused[1], at_ms))
    clock = clocks.seats[mover]
    if text in (ABSENT, BACK):
        return _with_clock(clocks, mover, clock._replace(missed_ms=at_ms if text == ABSENT else 0))
    vacation = vacation_of(text)
    if vacation is None:
        return None
    return _with_clock(clocks, mover, clock._replace(away=with_span(clock.away, vacation)))


def _with_clock(clocks: Clocks, seat: Seat, clock: SeatClock) -> Clocks:
    return clocks._replace(seats=(*clocks.seats[:seat], clock, *clocks.seats[seat + 1 :]))


def _stood_still(clocks: Clocks, from_ms: int, until_ms: int) -> Clocks:
    """Running clocks lose no time between these moments; what an earlier pause gave is not given again."""
    from_ms, rule = max(from_ms, clocks.paused_until_ms), clocks.rule
    assert rule is not None

    def without(clock: SeatClock) -> SeatClock:
        if clock.missed_ms:
            lost = max(0, until_ms - max(from_ms, clock.missed_ms))
            clock = clock._replace(missed_ms=clock.missed_ms + lost)
        began = max(from_ms, clock.since_ms)
        if clock.decision_id is None or began >= until_ms:
            return clock
        return clock._replace(spent_ms=_used(rule, clock, began), since_ms=until_ms)

    paused_until_ms = max(clocks.paused_until_ms, until_ms)
    return clocks._replace(seats=tuple(map(without, clocks.seats)), paused_until_ms=paused_until_ms)
