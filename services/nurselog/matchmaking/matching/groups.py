"""What a pass finds: tickets that sit together. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """Tickets that fill a table, with bots in what is left."""

    tickets: tuple[str, ...]
    spread: float
    """Points between the highest and the lowest matching rating."""
    oldest_s: float
    """How long the one that has waited longest did."""
    bots: int = 0
    reasons: tuple[str, ...] = ()
    """What was relaxed: `starved`, `fewer_seats`, `bots`, `recent_opponents`."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One look at a pool: the groups, the most urgent first."""

    groups: tuple[Group, ...]
    waiting: int = 0
    """Tickets that were looked at."""
    stuck: int = 0
    """Groups in which two have waited longer than is believable: somebody failed to seat them before."""
