"""Vacations of a player: what may be planned, what it takes of the year, how it ends; pure.

All times are milliseconds, moments are server time since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from nurselog.chassis.errors import FailedPrecondition, InvalidArgument

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS


@dataclass(frozen=True, slots=True)
class Rules:
    """What a player may take; settings of the clock."""

    year_ms: int = 30 * DAY_MS
    shortest_ms: int = DAY_MS
    ahead_ms: int = 180 * DAY_MS
    """How far ahead a vacation may be planned."""
    notice_ms: int = HOUR_MS
    """How long before a deadline it may begin at the latest."""


@dataclass(frozen=True, slots=True, order=True)
class Vacation:
    """`from_ms` names it among the player's. One that ends as it begins was taken back."""

    from_ms: int
    until_ms: int
    request_id: str = ""

    @property
    def cancelled(self) -> bool:
        return self.from_ms == self.until_ms


def check(rules: Rules, others: Iterable[Vacation], wanted: Vacation, now_ms: int) -> None:
    """Refuses a vacation that cannot be: by its times, by another one, by the days of its years."""
    if not now_ms <= wanted.from_ms <= now_ms + rules.ahead_ms:
        days = rules.ahead_ms // DAY_MS
        raise InvalidArgument(
            "FIELD_INVALID", f"A vacation begins now, or within {days} days.", field="start_time"
        )
    if not rules.shortest_ms <= wanted.until_ms - wanted.from_ms <= rules.year_ms:
        shortest, longest = rules.shortest_ms // HOUR_MS, rules.year_ms // HOUR_MS
        raise InvalidArgument(
            "FIELD_INVALID", f"A vacation lasts from {shortest} to {longest} hours.", field="end_time"
        )
    known = list(others)
    for other in known:
        if max(other.from_ms, wanted.from_ms) < min(other.until_ms, wanted.until_ms):
            raise FailedPrecondition(
                "VACATION_OVERLAPS",
                "You have a vacation in that time already.",
                field="start_time",
                vacation=str(other.from_ms),
            )
    for year in sorted({year_of(wanted.from_ms), year_of(wanted.until_ms - 1)}):
        left = left_ms(rules, known, year)
        if left < taken_ms(rules, wanted, year):
            raise FailedPrecondition(
                "VACATION_EXHAUSTED",
                f"That is more than what is left of {year}: {left // HOUR_MS} hours.",
                field="end_time",
                year=year,
                hours_left=left // HOUR_MS,
            )


def check_deadline(rules: Rules, wanted: Vacation, table: str, due_ms: int) -> None:
    """Refuses a vacation that begins just before a deadline (0: there is none)."""
    if wanted.from_ms <= due_ms < wanted.from_ms + rules.notice_ms:
        raise FailedPrecondition(
            "VACATION_TOO_LATE",
            "A vacation does not begin so shortly before a deadline: move first.",
            field="start_time",
            table=table,
            due_at_ms=due_ms,
        )


def ended(vacation: Vacation, now_ms: int) -> Vacation:
    """The vacation once it is cancelled: taken back, or cut short. Refuses one that is over."""
    if vacation.cancelled:
        return vacation
    if vacation.until_ms <= now_ms:
        raise FailedPrecondition(
            "VACATION_OVER", "This vacation is over.", field="name", vacation=str(vacation.from_ms)
        )
    return replace(vacation, until_ms=max(vacation.from_ms, now_ms))


def left_ms(rules: Rules, vacations: Iterable[Vacation], year: int) -> int:
    """What is left of the days of a calendar year (UTC)."""
    return max(0, rules.year_ms - sum(taken_ms(rules, one, year) for one in vacations))


def taken_ms(rules: Rules, vacation: Vacation, year: int) -> int:
    """What a vacation takes of a year's days: never less than the shortest, once it has begun."""
    if vacation.cancelled:
        return 0
    until_ms = max(vacation.until_ms, vacation.from_ms + rules.shortest_ms)
    start, end = _bounds(year)
    return max(0, min(until_ms, end) - max(vacation.from_ms, start))


def year_of(at_ms: int) -> int:
    """The calendar year (UTC) of a moment."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).year


def _bounds(year: int) -> tuple[int, int]:
    first, last = (int(datetime(one, 1, 1, tzinfo=UTC).timestamp()) * 1000 for one in (year, year + 1))
    return first, last
