from __future__ import annotations

from typing import Any

import pytest

from nurselog.api.common.v1.clock_pb2 import (
    ABSENCE_LEAVES,
    ABSENCE_WAITS,
    Absence,
    ClockSetting,
    Pauses,
)
from nurselog.chassis.errors import Refusal
from nurselog.engine.clock_settings import HouseClocks

HOUSE = HouseClocks(
    first_move_ms=180_000,
    check_in_ms=172_800_000,
    lag_ms=500,
    lag_bank_ms=3000,
    absence_warn_ms=60_000,
    absence_leave_ms=120_000,
)
HOUR = 3_600_000


def live(**more: Any) -> ClockSetting:
    return ClockSetting(reserve=ClockSetting.Reserve(initial_ms=300_000, add_ms=30_000), **more)


def slow(**more: Any) -> ClockSetting:
    return ClockSetting(reserve=ClockSetting.Reserve(initial_ms=120 * HOUR, add_ms=12 * HOUR), **more)


def test_a_live_clock_gets_the_houses_times() -> None:
    setting = HOUSE.complete(live(), rated=True)
    assert setting is not None
    assert (setting.first_move_ms, setting.lag_ms, setting.lag_bank_ms) == (180_000, 500, 3000)
    assert (setting.absence, setting.absence_warn_ms, setting.absence_leave_ms) == (
        ABSENCE_LEAVES,
        60_000,
        120_000,
    )


@pytest.mark.parametrize(("wished", "rated"), [(0, False), (ABSENCE_WAITS, True)])
def test_friendly_tables_wait_and_others_may(wished: Absence.ValueType, rated: bool) -> None:  # noqa: FBT001 - a parameter of the test
    setting = HOUSE.complete(live(absence=wished), rated=rated)
    assert setting is not None
    assert (setting.absence, setting.absence_leave_ms) == (ABSENCE_WAITS, 0)


def test_nobody_chooses_the_houses_own_times() -> None:
    wish = live(
        lag_ms=60_000, lag_bank_ms=600_000, first_move_ms=1, absence=ABSENCE_WAITS, absence_leave_ms=5
    )
    assert HOUSE.complete(wish, rated=True) == HOUSE.complete(live(absence=ABSENCE_WAITS), rated=True)


def test_over_days_a_tournament_has_a_check_in_of_its_own_and_live_that_of_all_tables() -> None:
    over_days = HOUSE.complete(slow(), rated=True, in_tournament=True)
    at_once = HOUSE.complete(live(), rated=True, in_tournament=True)
    assert over_days is not None
    assert at_once is not None
    assert (over_days.first_move_ms, at_once.first_move_ms) == (48 * HOUR, 180_000)


def test_a_slow_clock_has_no_lag_no_first_limit_and_may_pause() -> None:
    wish = slow(vacation=True, pauses=Pauses(weekends=True, quiet_from_minute=1320, quiet_until_minute=420))
    assert HOUSE.complete(wish, rated=True) == wish


def test_without_a_kind_there_is_no_clock() -> None:
    assert HOUSE.complete(ClockSetting(), rated=False) is None


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        (live(pauses=Pauses(weekends=True)), "clock.pauses"),
        (live(vacation=True), "clock.vacation"),
        (live(absence=9), "clock.absence"),
        (slow(absence=ABSENCE_LEAVES), "clock.absence"),
        (ClockSetting(vacation=True), "clock.vacation"),
        (ClockSetting(pauses=Pauses(weekends=True)), "clock.pauses"),
        (ClockSetting(absence=ABSENCE_LEAVES), "clock.absence"),
        (slow(pauses=Pauses(quiet_from_minute=1440)), "clock.pauses.quiet_from_minute"),
        (slow(pauses=Pauses(quiet_until_minute=-1)), "clock.pauses.quiet_until_minute"),
        (slow(pauses=Pauses(utc_offset_minutes=900)), "clock.pauses.utc_offset_minutes"),
        (slow(pauses=Pauses(quiet_from_minute=0, quiet_until_minute=1300)), "clock.pauses"),
        (ClockSetting(fischer=ClockSetting.Fischer(initial_ms=-1)), "clock.fischer.initial_ms"),
        (ClockSetting(fischer=ClockSetting.Fischer()), "clock.fischer.initial_ms"),
        (ClockSetting(byoyomi=ClockSetting.Byoyomi(main_ms=1, periods=2)), "clock.byoyomi.period_ms"),
    ],
)
def test_what_contradicts_itself_is_refused_by_its_field(wish: ClockSetting, field: str) -> None:
    with pytest.raises(Refusal) as refused:
        HOUSE.complete(wish, rated=True)
    assert (refused.value.reason, refused.value.field) == ("FIELD_INVALID", field)
