"""What the scoring service can be told beside what every process can."""

from __future__ import annotations

import socket

from pydantic import Field

from nurselog.chassis.config import Settings


class ScoringSettings(Settings):
    """Settings of `python -m nurselog.scoring`."""

    consumer: str = Field(
        default_factory=socket.gethostname,
        description="The name of this reader of the outbox: its own, and the same after a restart.",
    )
    scoring_betas: dict[str, float] = Field(
        default_factory=dict,
        description='Spread of a play by game, in JSON: {"salmon_run": 4.1667} if luck rules; otherwise 2.5.',
    )
