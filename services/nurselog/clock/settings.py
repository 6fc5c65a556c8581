"""What the clock worker can be told."""

from __future__ import annotations

from pydantic import Field

from nurselog.chassis.config import Settings


class ClockSettings(Settings):
    engines: str = Field(default="", description="The engines: game=host:port|host:port,game=host:port.")
    clock_sweep_s: float = Field(
        default=0.25,
        gt=0,
        description="Seconds between two looks at the deadlines; between looks it fires exactly.",
    )
    clock_outage_s: float = Field(
        default=5.0,
        gt=0,
        description="Seconds a game must be unplayable before its clocks stood still meanwhile.",
    )
    clock_gateways: str = Field(
        default="",
        description="The gateways' gRPC faces, host:port|host:port: while none answers clocks stand still. "
        "Empty: they are not watched.",
    )
    vacation_days: float = Field(
        default=30.0, gt=0, description="Days of vacation a player may take in a calendar year (UTC)."
    )
    vacation_shortest_h: float = Field(default=24.0, gt=0, description="Hours a vacation lasts at least.")
    vacation_ahead_days: float = Field(
        default=180.0, gt=0, description="How many days ahead a vacation may be planned."
    )
    vacation_notice_h: float = Field(
        default=1.0, ge=0, description="Hours before a deadline in which no vacation may begin."
    )
    vacation_tell_s: float = Field(
        default=5.0, gt=0, description="Seconds between two attempts to tell tables of vacations."
    )
    clock_at_once: int = Field(
        default=32, gt=0, description="Calls to the engines of one game that may be under way at once."
    )
    clock_queue: int = Field(
        default=10_000,
        gt=0,
        description="Tables of one game that may wait for their call; the rest stay in the store.",
    )
