"""What the scoring service can be told beside what every process can."""

from __future__ import annotations

import socket

from pydantic import Field

from nurselog.chassis.config import Settings
from nurselog.scoring.totals import Window


class ScoringSettings(Settings):
    """Settings of `python -m nurselog.scoring`."""

    consumer: str = Field(
        default_factory=socket.gethostname,
        description="The name of this reader of the outbox: its own, and the same after a restart.",
    )
    scoring_betas: dict[str, float] = Field(
        default_factory=dict,
        description='Spread of a play by game, in JSON: {"salmon_run": 4.1667} for luck; else 2.5.',
    )
    scoring_windows: tuple[Window, ...] = Field(
        default=(Window.MONTH,),
        description='Windows of solo boards beside all time, in JSON: "year", "month", "week", "day".',
    )
    scoring_operators: frozenset[str] = Field(
        default=frozenset(),
        description='Players who may annul, open seasons, import, reset boards: ["players/g-3f9k2m"].',
    )
    scoring_serial_loss_s: int = Field(
        default=72 * 3600,
        ge=0,
        description="Of a player's tables over days that run out within so many seconds, the first is rated.",
    )
    scoring_board_days: float = Field(
        default=90.0,
        ge=0,
        description="Days after a season's end at which its board is packed, and still read.",
    )
    scoring_seasons_s: float = Field(
        default=5.0, gt=0, description="Seconds between two looks for seasons that begin or end."
    )
