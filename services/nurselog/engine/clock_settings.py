"""From a wish for a clock to its complete setting: checked, and with the house's own times. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from google.protobuf.message import Message

from nurselog.api.common.v1 import clock_pb2
from nurselog.chassis.errors import InvalidArgument
from nurselog.engine.running import DAY, MINUTE, WEEK
from nurselog.engine.terms import is_live, kind_of, read_week

LONGEST_TIME_MS = 2_000_000_000
SHORTEST_WEEK_MS = WEEK // 7
"""Clocks run at least so long in a week."""

MINUTES_OF_DAY = DAY // MINUTE
OFFSETS = (-720, 840)
"""The local times there are, in minutes from UTC."""


@dataclass(frozen=True, slots=True)
class HouseClocks:
    """The times of the house, all in ms; a table keeps those it was opened with.

    They are of live clocks, but `check_in_ms`: the first move at tables of tournaments over days.
    """

    first_move_ms: int
    check_in_ms: int
    lag_ms: int
    lag_bank_ms: int
    absence_warn_ms: int
    absence_leave_ms: int

    def complete(
        self, wish: clock_pb2.ClockSetting, *, rated: bool, in_tournament: bool = False
    ) -> clock_pb2.ClockSetting | None:
        """The setting as the table keeps it; None for no clock. Refuses what contradicts itself."""
        kind = kind_of(wish)
        if kind is None:
            _check_none(wish)
            return None
        _check_times(wish)
        setting = clock_pb2.ClockSetting()
        setting.CopyFrom(wish)
        for name in ("first_move_ms", "lag_ms", "lag_bank_ms", "absence_warn_ms", "absence_leave_ms"):
            setting.ClearField(name)
        if not is_live(kind):
            _check_slow(wish)
            setting.first_move_ms = self.check_in_ms if in_tournament else 0
            return setting
        _check_live(wish)
        self._fill_live(setting, rated=rated)
        return setting

    def _fill_live(self, setting: clock_pb2.ClockSetting, *, rated: bool) -> None:
        setting.first_move_ms = self.first_move_ms
        setting.lag_ms, setting.lag_bank_ms = self.lag_ms, self.lag_bank_ms
        if setting.absence == clock_pb2.ABSENCE_UNSPECIFIED:
            setting.absence = clock_pb2.ABSENCE_LEAVES if rated else clock_pb2.ABSENCE_WAITS
        if setting.absence == clock_pb2.ABSENCE_LEAVES:
            setting.absence_warn_ms, setting.absence_leave_ms = self.absence_warn_ms, self.absence_leave_ms


def _check_times(clock: clock_pb2.ClockSetting) -> None:
    """Times are not negative, and a seat must have some time at all."""
    name = clock.WhichOneof("kind")
    kind: Message = getattr(clock, str(name))
    values = {field.name: getattr(kind, field.name) for field in kind.DESCRIPTOR.fields}
    for field, value in values.items():
        if not 0 <= value <= LONGEST_TIME_MS:
            path = f"{name}.{field}"
            raise _invalid(path, f"clock.{path} is from 0 to {LONGEST_TIME_MS}.")
    first = next(iter(values))
    has_periods = bool(values.get("periods") and values.get("period_ms"))
    if not values[first] and not has_periods:
        raise _invalid(f"{name}.{first}", "A clock must give some time.")
    if values.get("periods") and not values.get("period_ms"):
        raise _invalid(f"{name}.period_ms", "Periods must last.")
    if clock.absence not in clock_pb2.Absence.values():
        raise _invalid("absence", f"absence has no value {clock.absence}.")


def _check_none(clock: clock_pb2.ClockSetting) -> None:
    """Without a kind there is nothing that could pause."""
    for name in ("pauses", "vacation", "absence"):
        if _is_set(clock, name):
            raise _invalid(name, "A table without a clock has nothing to stop or to miss.")


def _check_live(clock: clock_pb2.ClockSetting) -> None:
    for name in ("pauses", "vacation"):
        if _is_set(clock, name):
            raise _invalid(name, "Only clocks with at least an hour for a turn ever stand still.")


def _check_slow(clock: clock_pb2.ClockSetting) -> None:
    if clock.absence == clock_pb2.ABSENCE_LEAVES:
        raise _invalid("absence", "Nobody is missed at a table with an hour or more for a turn.")
    pauses = clock.pauses
    for name in ("quiet_from_minute", "quiet_until_minute"):
        if not 0 <= getattr(pauses, name) < MINUTES_OF_DAY:
            raise _invalid(f"pauses.{name}", f"A minute of a day is from 0 to {MINUTES_OF_DAY - 1}.")
    if not OFFSETS[0] <= pauses.utc_offset_minutes <= OFFSETS[1]:
        raise _invalid("pauses.utc_offset_minutes", f"Local time is {OFFSETS[0]} to {OFFSETS[1]} from UTC.")
    week = read_week(pauses)
    if week is not None and week.running_ms < SHORTEST_WEEK_MS:
        raise _invalid("pauses", "Clocks must run for at least a day in a week.")


def _is_set(clock: clock_pb2.ClockSetting, name: str) -> bool:
    return bool(clock.pauses.ByteSize()) if name == "pauses" else bool(getattr(clock, name))


def _invalid(path: str, why: str) -> InvalidArgument:
    return InvalidArgument("FIELD_INVALID", why, field=f"clock.{path}")
