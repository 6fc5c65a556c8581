"""Running time: weekly pauses and vacations neither give nor take time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.engine.running import DAY, MINUTE, WEEK, Span, Week, moment_after, running, week_of, with_span

HOUR = 60 * MINUTE
MONDAY = int(datetime(2025, 11, 24, tzinfo=UTC).timestamp()) * 1000


def weekends(offset_minutes: int = 0) -> Week | None:
    return week_of(weekends=True, quiet=(0, 0), offset_minutes=offset_minutes)


def nights() -> Week | None:
    return week_of(weekends=False, quiet=(22 * 60, 7 * 60), offset_minutes=0)


@st.composite
def weeks(draw: st.DrawFn) -> Week | None:
    quiet = draw(st.tuples(st.integers(0, 1439), st.integers(0, 1439)))
    return week_of(weekends=draw(st.booleans()), quiet=quiet, offset_minutes=draw(st.integers(-720, 840)))


@st.composite
def absences(draw: st.DrawFn) -> tuple[Span, ...]:
    """Spans apart from each other, in order, in the weeks after that Monday."""
    edges = sorted(draw(st.lists(st.integers(0, 30 * DAY), max_size=6, unique=True)))
    return tuple((MONDAY + start, MONDAY + end) for start, end in zip(edges[::2], edges[1::2], strict=False))


MOMENTS = st.integers(MONDAY - 3 * WEEK, MONDAY + 6 * WEEK)
TIMES = st.integers(1, 3 * WEEK)


def test_without_pauses_there_is_no_week() -> None:
    assert week_of(weekends=False, quiet=(60, 60), offset_minutes=30) is None


def test_a_weekend_stands_between_friday_night_and_monday_morning() -> None:
    friday_evening = MONDAY + 4 * DAY + 20 * HOUR
    assert moment_after(weekends(), (), friday_evening, 4 * HOUR) == MONDAY + 5 * DAY
    assert moment_after(weekends(), (), friday_evening, 5 * HOUR) == MONDAY + 7 * DAY + HOUR
    assert running(weekends(), (), MONDAY, MONDAY + WEEK) == 5 * DAY


def test_a_weekend_is_that_of_the_local_time() -> None:
    tokyo = timezone(timedelta(hours=9))
    saturday = int(datetime(2025, 11, 29, tzinfo=tokyo).timestamp()) * 1000
    assert moment_after(weekends(540), (), saturday - HOUR, 2 * HOUR) == saturday + 2 * DAY + HOUR


def test_quiet_hours_pass_midnight() -> None:
    assert moment_after(nights(), (), MONDAY + 21 * HOUR, 2 * HOUR) == MONDAY + DAY + 8 * HOUR
    assert running(nights(), (), MONDAY, MONDAY + DAY) == 15 * HOUR


def test_quiet_hours_of_one_day_and_weekends() -> None:
    week = week_of(weekends=True, quiet=(0, 12 * 60), offset_minutes=0)
    assert week is not None
    assert week.running_ms == 5 * 12 * HOUR


@pytest.mark.parametrize(("start", "length"), [(0, DAY), (2 * DAY, 5 * DAY)])
def test_a_vacation_moves_a_deadline_by_exactly_its_length(start: int, length: int) -> None:
    away = ((MONDAY + start, MONDAY + start + length),)
    assert moment_after(None, away, MONDAY, 3 * DAY) == MONDAY + 3 * DAY + length


def test_a_vacation_after_the_deadline_moves_nothing() -> None:
    assert moment_after(None, ((MONDAY + 3 * DAY, MONDAY + 9 * DAY),), MONDAY, 3 * DAY) == MONDAY + 3 * DAY


@given(weeks(), absences(), MOMENTS, TIMES)
def test_a_clock_has_run_exactly_its_time_at_its_deadline_and_less_before(
    week: Week | None, away: tuple[Span, ...], start: int, time: int
) -> None:
    due = moment_after(week, away, start, time)
    assert running(week, away, start, due) == time
    assert running(week, away, start, due - 1) == time - 1


@given(weeks(), absences(), st.lists(MOMENTS, min_size=3, max_size=3).map(sorted))
def test_running_time_adds_up(week: Week | None, away: tuple[Span, ...], moments: list[int]) -> None:
    first, middle, last = moments
    total = running(week, away, first, middle) + running(week, away, middle, last)
    assert running(week, away, first, last) == total
    assert 0 <= total <= last - first


@given(weeks(), absences(), MOMENTS, TIMES)
def test_pauses_never_shorten_a_clock_and_each_lengthens_it_by_what_would_have_run(
    week: Week | None, away: tuple[Span, ...], start: int, time: int
) -> None:
    plain = moment_after(week, (), start, time)
    due = moment_after(week, away, start, time)
    taken = running(week, (), start, due) - running(week, away, start, due)
    assert due >= plain
    assert running(week, (), plain, due) == taken


@given(absences(), st.data())
def test_spans_stay_apart_and_in_order(away: tuple[Span, ...], data: st.DataObject) -> None:
    start, length = data.draw(st.integers(0, 30 * DAY)), data.draw(st.integers(0, 9 * DAY))
    added = with_span(away, (MONDAY + start, MONDAY + start + length))
    edges = [edge for span in added for edge in span]
    assert edges == sorted(edges)
    assert all(one < other for one, other in added)


def test_a_span_takes_the_place_of_one_with_the_same_beginning() -> None:
    away = with_span(with_span((), (10, 50)), (60, 70))
    assert away == ((10, 50), (60, 70))
    assert with_span(away, (10, 20)) == ((10, 20), (60, 70))
    assert with_span(away, (10, 10)) == ((60, 70),)
    assert with_span(((10, 50),), (50, 60)) == ((10, 50), (50, 60))
