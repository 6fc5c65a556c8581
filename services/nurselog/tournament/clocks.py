"""What the clock of a tournament's tables gives at the start. Pure."""

from __future__ import annotations

from typing import Final

from nurselog.api.common.v1.clock_pb2 import ClockSetting

OVER_DAYS_MS: Final = 3_600_000
"""A clock that gives so much for the first turn is of tables that are played over days."""


def initial_ms(clock: ClockSetting) -> int:
    """The bank, the main time or the time of a turn; 0 without a clock."""
    own = getattr(clock, str(clock.WhichOneof("kind")), None)
    names = ("initial_ms", "main_ms", "time_ms")
    return next((getattr(own, name) for name in names if hasattr(own, name)), 0)


def is_over_days(clock: ClockSetting) -> bool:
    """Whether players need not be there at the same time."""
    return initial_ms(clock) >= OVER_DAYS_MS
