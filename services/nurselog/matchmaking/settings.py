"""What the matchmaking service can be told beside what every process can."""

from __future__ import annotations

import socket

from pydantic import Field, model_validator

from nurselog.chassis.config import Settings
from nurselog.matchmaking.conduct import ConductTerms
from nurselog.matchmaking.matching.terms import FARTHEST_LOOK, Terms
from nurselog.matchmaking.penalties import Penalties

TERMS = Terms()


class MatchingSettings(Settings):
    """Who may sit with whom. Ratings and spreads are in shown points (1500 is a newcomer's)."""

    match_window_first: float = Field(
        default=TERMS.window_first, ge=0, description="The spread a live ticket accepts at first."
    )
    match_window_growth: float = Field(
        default=TERMS.window_growth, ge=0, description="Points it accepts more, each second."
    )
    match_window_async_first: float = Field(
        default=TERMS.window_async_first, ge=0, description="The spread an async ticket accepts at first."
    )
    match_window_async_growth: float = Field(
        default=TERMS.window_async_growth, ge=0, description="Points it accepts more, each minute."
    )
    match_window_limit: float = Field(
        default=TERMS.window_limit, ge=0, description="The largest spread a ticket ever accepts."
    )
    match_latency_first_ms: float = Field(
        default=TERMS.latency_first_ms, ge=0, description="The latency a ticket accepts at first."
    )
    match_latency_growth_ms: float = Field(
        default=TERMS.latency_growth_ms, ge=0, description="Milliseconds it accepts more, each second."
    )
    match_latency_limit_ms: float = Field(
        default=TERMS.latency_limit_ms, ge=0, description="The largest latency a ticket ever accepts."
    )
    match_recent_opponents_s: float = Field(
        default=TERMS.recent_opponents_s,
        ge=0,
        description="Seconds for which opponents of the last two tables are kept apart.",
    )
    match_starved_after_s: float = Field(
        default=TERMS.starved_after_s,
        ge=0,
        description="Seconds after which who waits longest need not heed the windows of others.",
    )
    match_starved_spread: float = Field(
        default=TERMS.starved_spread, ge=0, description="The spread that is accepted for their sake."
    )
    match_starved_growth: float = Field(
        default=TERMS.starved_growth, ge=0, description="Points more, each second from then on:"
    )
    match_starved_growth_after_s: float = Field(
        default=TERMS.starved_growth_after_s, ge=0, description="Seconds after which that spread grows."
    )
    match_urgency: float = Field(
        default=TERMS.urgency, ge=0, description="Points of spread that a second of waiting outweighs."
    )
    match_fewer_first_s: float = Field(
        default=TERMS.fewer_first_s, ge=0, description="Seconds after which one seat less will do."
    )
    match_fewer_step_s: float = Field(
        default=TERMS.fewer_step_s, ge=0, description="Seconds after which each further seat less will do."
    )
    match_party_bonus: float = Field(
        default=TERMS.party_bonus, description="Points for each further member of a party in a team pool."
    )
    match_settled_sigma: float = Field(
        default=TERMS.settled_sigma,
        gt=0,
        description="The uncertainty above which a player is matched below the rating.",
    )
    match_unsettled_share: float = Field(
        default=TERMS.unsettled_share, ge=0, description="The part of the excess that is taken off."
    )
    match_lookahead: int = Field(
        default=TERMS.lookahead,
        ge=8,
        le=FARTHEST_LOOK,
        description="How many tickets above its own one looks at in a pass.",
    )
    match_stuck_after_s: float = Field(
        default=TERMS.stuck_after_s,
        gt=0,
        description="Seconds after which two tickets that could sit together are an alarm.",
    )

    @property
    def terms(self) -> Terms:
        """The same as the matcher takes them."""
        names = (name for name in MatchingSettings.model_fields if name.startswith("match_"))
        return Terms(**{name.removeprefix("match_"): getattr(self, name) for name in names})

    @model_validator(mode="after")
    def _windows_grow(self) -> MatchingSettings:
        for first, limit in (
            ("match_window_first", "match_window_limit"),
            ("match_window_async_first", "match_window_limit"),
            ("match_latency_first_ms", "match_latency_limit_ms"),
        ):
            if getattr(self, first) > getattr(self, limit):
                raise ValueError(f"{first} is larger than {limit}.")
        return self


class MatchmakingSettings(MatchingSettings):
    """Settings of `python -m nurselog.matchmaking`."""

    engines: str = Field(default="", description="The engines: game=host:port|host:port,game=host:port.")
    scoring: str = Field(
        default="", description="Address of the scoring service; without it everybody is a newcomer."
    )
    consumer: str = Field(
        default_factory=socket.gethostname,
        description="The name of this reader of the outbox: its own, and the same after a restart.",
    )
    matchmaking_pools: int = Field(
        default=3, ge=1, description="In how many pools a player may have an open ticket at a time."
    )
    matchmaking_pass_s: float = Field(
        default=1.0,
        gt=0,
        description="Seconds between two looks at a live pool; a new ticket is looked at at once.",
    )
    matchmaking_async_pass_s: float = Field(
        default=10.0, gt=0, description="Seconds between two looks at an async pool."
    )
    matchmaking_heartbeat_s: float = Field(
        default=30.0, gt=0, description="Seconds a live ticket lives after it was looked at last."
    )
    matchmaking_async_days: float = Field(default=7.0, gt=0, description="Days an async ticket lives.")
    matchmaking_tables: int = Field(
        default=500, ge=1, description="How many tables one pass over a pool forms at most."
    )
    matchmaking_here: int = Field(
        default=500, ge=0, description="Pools with more tickets are matched in a process of their own."
    )
    matchmaking_ratings_s: float = Field(
        default=30.0, ge=0, description="Seconds for which the rating of a waiting player is believed."
    )
    matchmaking_lease_s: float = Field(
        default=5.0,
        gt=0,
        description="Seconds after which another replica takes over the pools of a silent one.",
    )
    matchmaking_games_s: float = Field(
        default=60.0, ge=0, description="Seconds for which what an engine says of its game is believed."
    )
    proposal_accept_s: float = Field(
        default=15.0, gt=0, description="Seconds to agree to a table, in pools that ask."
    )
    decline_delays_s: tuple[float, ...] = Field(
        default=(0, 30, 120, 600, 1800),
        min_length=1,
        description="Seconds to the next ticket after the first, second, ... declined proposal, in JSON.",
    )
    decline_halving_s: float = Field(
        default=86_400, gt=0, description="Seconds in which the count of declined proposals halves."
    )
    conduct_tables: int = Field(
        default=30, ge=1, description="How many of a player's last rated tables count for conduct."
    )
    conduct_share: float = Field(
        default=0.1, ge=0, le=1, description="The share of them that may be left without a consequence."
    )
    conduct_closures_s: tuple[float, ...] = Field(
        default=(900, 3600, 21_600, 86_400),
        min_length=1,
        description="Seconds for which live pools close to who leaves too often, by step, in JSON.",
    )
    conduct_clean: int = Field(
        default=20, ge=1, description="After how many clean rated tables a step is taken back."
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

    @property
    def penalties(self) -> Penalties:
        """What declining costs."""
        return Penalties(
            delays_ms=tuple(round(1000 * delay) for delay in self.decline_delays_s),
            halving_ms=round(1000 * self.decline_halving_s),
        )

    @property
    def conduct(self) -> ConductTerms:
        """What leaving costs."""
        return ConductTerms(
            tables=self.conduct_tables,
            share=self.conduct_share,
            closures_s=tuple(round(seconds) for seconds in self.conduct_closures_s),
            clean=self.conduct_clean,
        )
