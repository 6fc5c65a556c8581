"""What happened in a simulation: plain values, whoever lived through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Way(StrEnum):
    """How results came about; every output says it."""

    MODEL = "model"
    """Virtual time; pure modules of ours; results drawn from hidden strengths."""
    DRAWN = "services, drawn results"
    """Real services and tables; once all have moved, they resign in the order that was drawn by strength."""
    PLAYED = "services, random moves"
    """Real services and tables, played out with random moves: hidden strengths play no role."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two at a table: how likely the first was thought to be placed better, and what happened."""

    chance: float
    score: float
    """1 if the first was placed better, 1/2 if level, 0 otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """A table that matchmaking opened."""

    at_s: float
    """When, from the start of the simulation."""
    waits_s: Sequence[float]
    spread: float
    """Between the highest and the lowest matching rating."""
    fairness: float
    reasons: Sequence[str] = ()
    pairs: Sequence[Pair] = ()
    """Known once the table was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Believed:
    """What the services think of a player at the end, beside the truth."""

    strength: float
    rating: float
    tables: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """A simulation of matchmaking."""

    way: Way
    settings: Mapping[str, object]
    tickets: int
    unmatched: int
    """Tickets that led to no table: most of them still waited when it ended."""
    tables: Sequence[Met]
    people: Sequence[Believed]
    lasted_s: float
    """Of the simulated time."""
    took_s: float
    """Of our time."""
    lost: Mapping[str, int] = field(default_factory=dict)
    """Why tickets ended without a table before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """A line of the final standings."""

    place: int
    strength: float
    true_rank: int
    """1 is the strongest of the field."""
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSeen:
    """One round of an event."""

    number: int
    differences: Sequence[float]
    """At each table, the highest score before the round minus the lowest, in points."""
    order: float
    """How well the standings after it agree with the true order: Spearman's coefficient, 1 is perfect."""
    pairing_s: float
    """Model: of computing. Services: from the start, or the last result, until the round is published."""
    waits_s: Sequence[float] = ()
    """How long each entrant waited between the end of its table and the next round; services only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One event from its start to the standings."""

    standings: Sequence[Stand]
    rounds: Sequence[RoundSeen]
    pairs: Sequence[Pair] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contested:
    """A simulation of a tournament: the same event, held several times."""

    way: Way
    settings: Mapping[str, object]
    events: Sequence[Held]
    took_s: float
    foretold_from: str
    """What the chances of pairs were computed from."""
