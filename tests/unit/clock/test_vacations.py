from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis.errors import Refusal
from nurselog.clock.vacations import (
    DAY_MS,
    HOUR_MS,
    Rules,
    Vacation,
    check,
    check_deadline,
    ended,
    left_ms,
    taken_ms,
    year_of,
)

RULES = Rules()
NOW = int(datetime(2025, 12, 1, tzinfo=UTC).timestamp()) * 1000


def days(start: float, length: float) -> Vacation:
    return Vacation(NOW + int(start * DAY_MS), NOW + int((start + length) * DAY_MS))


def refused(*others: Vacation, wanted: Vacation) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as problem:
        check(RULES, others, wanted, NOW)
    return problem.value.reason, problem.value.field


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (days(-1, 3), "start_time"),
        (days(181, 3), "start_time"),
        (days(0, 0.9), "end_time"),
        (days(0, 31), "end_time"),
        (days(3, -2), "end_time"),
    ],
)
def test_times_that_cannot_be(wanted: Vacation, field: str) -> None:
    assert refused(wanted=wanted) == ("FIELD_INVALID", field)


def test_two_at_once() -> None:
    assert refused(days(2, 3), wanted=days(4, 2)) == ("VACATION_OVERLAPS", "start_time")
    check(RULES, [days(2, 3)], days(5, 2), NOW)
    check(RULES, [Vacation(days(2, 3).from_ms, days(2, 3).from_ms)], days(1, 2), NOW)


def test_more_than_the_days_of_a_year() -> None:
    assert refused(days(0, 20), wanted=days(20, 12)) == ("VACATION_EXHAUSTED", "end_time")
    check(RULES, [days(0, 20)], days(20, 10), NOW)


def test_each_year_has_days_of_its_own() -> None:
    over_new_year = days(16, 30)
    check(RULES, [], over_new_year, NOW)
    assert (taken_ms(RULES, over_new_year, 2025), taken_ms(RULES, over_new_year, 2026)) == (
        15 * DAY_MS,
        15 * DAY_MS,
    )
    assert refused(days(0, 16), wanted=over_new_year) == ("VACATION_EXHAUSTED", "end_time")


@pytest.mark.parametrize(("minutes", "fits"), [(-1, True), (0, False), (59, False), (60, True), (600, True)])
def test_none_begins_within_an_hour_before_a_deadline(minutes: int, *, fits: bool) -> None:
    due = days(1, 2).from_ms + minutes * HOUR_MS // 60
    if fits:
        check_deadline(RULES, days(1, 2), "games/g/tables/t", due)
    else:
        with pytest.raises(Refusal, match="VACATION_TOO_LATE"):
            check_deadline(RULES, days(1, 2), "games/g/tables/t", due)


def test_what_has_not_begun_is_taken_back_and_costs_nothing() -> None:
    back = ended(days(2, 3), NOW)
    assert back.cancelled
    assert ended(back, NOW) == back
    assert left_ms(RULES, [back], 2025) == 30 * DAY_MS


def test_what_has_begun_is_cut_short_and_costs_at_least_a_day() -> None:
    cut = ended(days(-0.25, 3), NOW)
    assert cut.until_ms == NOW
    assert taken_ms(RULES, cut, 2025) == DAY_MS


def test_what_is_over_stays_as_it_is() -> None:
    with pytest.raises(Refusal, match="VACATION_OVER"):
        ended(days(-3, 2), NOW)


@given(st.lists(st.tuples(st.floats(0, 170), st.floats(1, 30)), max_size=12), st.data())
def test_nobody_ever_takes_more_than_the_days_of_a_year(
    wishes: list[tuple[float, float]], data: st.DataObject
) -> None:
    taken: list[Vacation] = []
    for start, length in wishes:
        wanted = days(start, length)
        try:
            check(RULES, taken, wanted, NOW)
        except Refusal:
            continue
        taken.append(wanted)
        if data.draw(st.booleans()):
            taken[-1] = ended(wanted, NOW + data.draw(st.integers(0, wanted.until_ms - NOW - 1)))
    for year in (2025, 2026):
        assert sum(taken_ms(RULES, one, year) for one in taken) <= RULES.year_ms
    spans = sorted((one.from_ms, one.until_ms) for one in taken if not one.cancelled)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert year_of(NOW) == 2025
