"""When the house acts at a table if nobody does; pure. The log keeps the earliest such time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nurselog.engine.history import Moment
from nurselog.engine.live import LiveTable
from nurselog.engine.log import NEVER, Due
from nurselog.rules.api import Seat, seats


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the house waits beside the clocks."""

    bot_ms: int
    """For a bot."""


def due_times(patience: Patience, table: LiveTable, moment: Moment) -> Iterator[tuple[int, Seat]]:
    """When the house acts for which seat; every open decision that has a limit."""
    play = moment.play
    bots = {decision.seat for _, decision in table.bot_decisions(play)}
    for decision in play.decisions:
        seat = decision.seat
        if seat in bots:
            yield moment.at_ms + patience.bot_ms, seat
        elif play.departures and play.house.departed(seat) and table.seating.substitute(seat) is None:
            yield moment.at_ms, seat
        elif (due := moment.clocks.last_moment(seat)) is not None:
            yield due, seat
    yield from _leaving(table, moment)


def _leaving(table: LiveTable, moment: Moment) -> Iterator[tuple[int, Seat]]:
    """When seats have left whose players are missed."""
    rule = moment.clocks.rule
    if rule is None or not rule.absence_ms or moment.play.outcome is not None:
        return
    for seat, clock in zip(seats(table.terms.seat_count), moment.clocks.seats, strict=True):
        if clock.missed_ms and not moment.play.house.departed(seat):
            yield clock.missed_ms + rule.absence_ms, seat


def due_at(patience: Patience, table: LiveTable, moment: Moment) -> int | None:
    """The table's deadline."""
    if moment.clocks.rule is None and not table.seating.has_bots and not moment.play.departures:
        return None
    return min((due for due, _ in due_times(patience, table, moment)), default=None)


def foresee(deadline_of: Callable[[int], int | None], about_ms: int) -> Due:
    """The deadline after a commit as the log can compute it: fixed, or so long after the commit.

    The commit's time is not known yet, but a deadline either moves with it or does not; the slope tells.
    Between two slopes (a byoyomi period ends, two seats' times cross) this can miss by the milliseconds
    of the guess: `mend` then.
    """
    now, next_one = deadline_of(about_ms), deadline_of(about_ms + 1)
    if now is None or next_one is None:
        return NEVER
    return Due(after_ms=now - about_ms) if next_one > now else Due(at_ms=now)


def not_after(table: LiveTable, seat: Seat) -> int | None:
    """The last moment at which the seat's own move is in time."""
    if table.moment is None or table.moment.clocks.rule is None:
        return None
    sitter = table.acting(seat, table.moment.play)
    due = table.moment.clocks.last_moment(seat)
    return None if sitter is not None and sitter.is_bot else due
