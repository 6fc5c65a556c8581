"""What the bots can be told."""

from __future__ import annotations

import socket

from pydantic import Field

from nurselog.chassis.config import Settings


class BotSettings(Settings):
    engines: str = Field(default="", description="The engines: game=host:port|host:port,game=host:port.")
    bots_replica: str = Field(
        default_factory=socket.gethostname,
        description="Name of this replica among the readers of turns; best one that outlives restarts.",
    )
    bots_pause_s: float = Field(
        default=0.0, ge=0, description="Seconds a bot takes before each move, so that people can follow."
    )
