"""Running time: the time in which a clock runs, where it stands still every week, or for a while; pure.

All times are milliseconds, moments are server time since 1970. A pause neither gives nor takes time: what a
seat may use and what it used are measured in running time alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final, TypeAlias

MINUTE: Final = 60_000
DAY: Final = 24 * 60 * MINUTE
WEEK: Final = 7 * DAY
FIRST_MONDAY: Final = 4 * DAY
"""1970-01-05 0:00 UTC."""

Span: TypeAlias = tuple[int, int]
"""A first moment, and the first one after it."""


@dataclass(frozen=True, slots=True)
class Week:
    """A week of local time in which clocks run only now and then."""

    offset_ms: int
    """Local time less UTC."""
    runs: tuple[Span, ...]
    """When they run, from Monday 0:00 on; in order, apart from each other, not empty."""
    _starts: tuple[int, ...] = field(init=False, repr=False)
    _before: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        lengths = [end - start for start, end in self.runs]
        object.__setattr__(self, "_starts", tuple(start for start, _ in self.runs))
        object.__setattr__(self, "_before", tuple(accumulate(lengths, initial=0)))

    @property
    def running_ms(self) -> int:
        """How long clocks run in a week."""
        return self._before[-1]

    def until(self, at_ms: int) -> int:
        """The running time from some fixed moment to this one."""
        weeks, within = divmod(at_ms + self.offset_ms - FIRST_MONDAY, WEEK)
        index = bisect_right(self._starts, within) - 1
        ran = 0 if index < 0 else self._before[index] + min(within, self.runs[index][1]) - self._starts[index]
        return weeks * self.running_ms + ran

    def when(self, ran_ms: int) -> int:
        """The first moment with `until(moment) == ran_ms`."""
        weeks, rest = divmod(ran_ms - 1, self.running_ms)
        index = bisect_left(self._before, rest + 1) - 1
        within = self._starts[index] + rest + 1 - self._before[index]
        return weeks * WEEK + within + FIRST_MONDAY - self.offset_ms


def week_of(*, weekends: bool, quiet: Span, offset_minutes: int) -> Week | None:
    """The week with these pauses: weekends, and quiet minutes of each day (they may pass midnight).

    None where clocks always run. Raises ValueError where they never would.
    """
    day = _awake(quiet)
    days = 5 if weekends else 7
    runs = _joined((d * DAY + start, d * DAY + end) for d in range(days) for start, end in day)
    if runs == ((0, WEEK),):
        return None
    if not runs:
        raise ValueError("the clocks would never run")
    return Week(offset_minutes * MINUTE, runs)


def running(week: Week | None, away: Sequence[Span], from_ms: int, until_ms: int) -> int:
    """How long a clock runs between two moments; `away` are spans apart from each other, in order."""
    total = _between(week, from_ms, until_ms)
    for start, end in away:
        if max(start, from_ms) < min(end, until_ms):
            total -= _between(week, max(start, from_ms), min(end, until_ms))
    return total


def moment_after(week: Week | None, away: Sequence[Span], from_ms: int, running_ms: int) -> int:
    """The first moment at which a clock has run so long."""
    for start, end in away:
        if end <= from_ms:
            continue
        ahead = _between(week, from_ms, start) if start > from_ms else 0
        if start > from_ms and running_ms <= ahead:
            break
        running_ms -= ahead
        from_ms = end
    if week is None or running_ms <= 0:
        return from_ms + running_ms
    return week.when(week.until(from_ms) + running_ms)


def with_span(away: Sequence[Span], span: Span) -> tuple[Span, ...]:
    """The spans with this one, in place of one that began at the same moment; an empty one takes it away."""
    spans = sorted([*(one for one in away if one[0] != span[0]), span])
    ends = accumulate((end for _, end in spans), max, initial=0)
    apart = ((max(start, before), end) for before, (start, end) in zip(ends, spans, strict=False))
    return tuple((start, end) for start, end in apart if start < end)


def _between(week: Week | None, from_ms: int, until_ms: int) -> int:
    return until_ms - from_ms if week is None else week.until(until_ms) - week.until(from_ms)


def _awake(quiet: Span) -> tuple[Span, ...]:
    """The parts of a day outside its quiet minutes."""
    start, end = quiet[0] * MINUTE, quiet[1] * MINUTE
    if start == end:
        return ((0, DAY),)
    spans = ((0, start), (end, DAY)) if start < end else ((end, start),)
    return tuple(span for span in spans if span[0] < span[1])


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same times; spans that touch or overlap become one."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
