"""How much time a tournament gives: at its tables, and to those who choose seats. Pure."""

from __future__ import annotations

from typing import Final

from nurselog.api.common.v1.clock_pb2 import ClockSetting
from nurselog.api.tournament.v1 import tournament_pb2 as pb

OVER_DAYS_MS: Final = 3_600_000
"""A clock that gives so much for the first turn is of tables that are played over days."""

LIVE_CHOICE_S: Final = 60
CHOICE_OVER_DAYS_S: Final = 12 * 3600
"""How long a choice of a seat may take where the schedule does not say."""


def initial_ms(clock: ClockSetting) -> int:
    """The bank, the main time or the time of a turn; 0 without a clock."""
    own = getattr(clock, str(clock.WhichOneof("kind")), None)
    names = ("initial_ms", "main_ms", "time_ms")
    return next((getattr(own, name) for name in names if hasattr(own, name)), 0)


def is_over_days(clock: ClockSetting) -> bool:
    """Whether players need not be there at the same time."""
    return initial_ms(clock) >= OVER_DAYS_MS


def choice_s(settings: pb.Tournament) -> int:
    """How long a choice of a seat may take."""
    default = CHOICE_OVER_DAYS_S if is_over_days(settings.tables.clock) else LIVE_CHOICE_S
    return settings.schedule.choose_s or default


def choices_s(settings: pb.Tournament) -> int:
    """How long all choices of the largest pod may take (its last one has none); 0 where nobody chooses."""
    chosen = any(stage.elimination.choose_seats for stage in settings.stages)
    sides = max(settings.tables.seat_counts) // max(1, settings.entry.partners)
    return choice_s(settings) * (sides - 1) if chosen else 0
