"""What the tournament service can be told beside what every process can."""

from __future__ import annotations

import socket

from pydantic import Field

from nurselog.chassis.config import Settings


class TournamentSettings(Settings):
    """Settings of `python -m nurselog.tournament`."""

    engines: str = Field(default="", description="The engines: game=host:port|host:port,game=host:port.")
    scoring: str = Field(
        default="", description="Replicas of scoring, asked for ratings at the start; empty: all are new."
    )
    consumer: str = Field(
        default_factory=socket.gethostname,
        description="The name of this reader of the outbox: its own, and the same after a restart.",
    )
    tournament_pass_s: float = Field(
        default=0.25, gt=0, description="Seconds between two looks at what is due in any tournament."
    )
    tournament_lease_s: float = Field(
        default=10.0,
        gt=0,
        description="Seconds after which another replica drives a silent one's tournaments.",
    )
    tournament_tables_at_once: int = Field(
        default=32, ge=1, description="How many tables of a round are opened at the same time."
    )
    tournament_call_s: float = Field(default=5.0, gt=0, description="Seconds an engine gets to open a table.")
    tournament_games_s: float = Field(
        default=60.0, ge=0, description="Seconds for which what an engine says of its game is believed."
    )
    tournament_watch_s: float = Field(
        default=0.25, gt=0, description="Least seconds between two frames of a watched tournament."
    )
    tournament_heartbeat_s: float = Field(
        default=15.0,
        gt=0,
        description="Seconds of silence after which a watched tournament says it is alive.",
    )
    tournament_small: int = Field(
        default=24,
        ge=0,
        description="Up to so many entrants a round is paired in a thread, beyond in a process.",
    )
    tournament_present_s: float = Field(
        default=15.0, gt=0, description="Seconds for which a sign of presence counts (arena)."
    )
    tournament_arena_s: float = Field(
        default=5.0, gt=0, description="Seconds between two pairings of those who wait in an arena."
    )
