"""What the matchmaking service can be told beside what every process can."""

from __future__ import annotations

from pydantic import Field

from nurselog.chassis.config import Settings


class MatchmakingSettings(Settings):
    """Settings of `python -m nurselog.matchmaking`."""

    engines: str = Field(default="", description="The engines: game=host:port|host:port,game=host:port.")
    matchmaking_pools: int = Field(
        default=3, ge=1, description="In how many pools a player may have an open ticket at a time."
    )
    matchmaking_pass_s: float = Field(
        default=1.0,
        gt=0,
        description="Seconds between two looks at all pools; a new ticket is looked at at once.",
    )
    matchmaking_window: int = Field(
        default=1000, ge=8, description="How many tickets of a pool one pass looks at, from the oldest on."
    )
    matchmaking_lease_s: float = Field(
        default=5.0,
        gt=0,
        description="Seconds after which another replica takes over the pools of a silent one.",
    )
    matchmaking_games_s: float = Field(
        default=60.0, ge=0, description="Seconds for which what an engine says of its game is believed."
    )
    proposal_call_s: float = Field(
        default=5.0, gt=0, description="Seconds an engine gets to open a table; well below proposal_lease_s."
    )
    proposal_lease_s: float = Field(
        default=15.0, gt=0, description="Seconds after which a proposal is taken over that nobody finished."
    )
    proposal_patience_s: float = Field(
        default=300.0,
        gt=0,
        description="Seconds for which an engine that does not answer is asked for a table.",
    )
    proposals_at_once: int = Field(
        default=64, ge=1, description="How many tables one replica opens at the same time."
    )
