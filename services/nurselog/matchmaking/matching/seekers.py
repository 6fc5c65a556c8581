"""A ticket as the matcher sees it, and the pool's shape. Pure: a value made of words and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nurselog.matchmaking.matching.strengths import NEWCOMER, Strength
from nurselog.matchmaking.matching.terms import Terms

NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What the tables of a pool look like."""

    seats: tuple[int, ...]
    """Allowed numbers of seats."""
    team_size: int = 0
    """How many play together; 0 if everybody plays for themselves."""
    is_async: bool = False
    rated: bool = False

    @property
    def largest(self) -> int:
        """The preferred number of seats."""
        return max(self.seats)

    def teams(self, seats: int) -> int:
        """How many teams a table of so many seats has; 0 for none."""
        return seats // self.team_size if self.team_size else 0


@dataclass(slots=True, kw_only=True)
class Seeker:
    """A waiting ticket. Everything but the strengths stays as long as it waits."""

    id: str
    players: tuple[str, ...]
    since_ms: int
    """Since when it waits."""
    regions: Mapping[str, int] = field(default_factory=dict)
    """Latency in ms to each region; empty: any will do."""
    blocks: frozenset[str] = NOBODY
    recent: frozenset[str] = NOBODY
    """Whom its players met at their last two tables."""
    bots_after_s: float | None = None
    one_team: bool = True
    substitutes: bool = False
    """Whether the seat of one who left a running table will do as well."""
    strengths: tuple[Strength, ...] = ()
    rating: float = 0.0
    """The matching rating, in points."""

    def __post_init__(self) -> None:
        self.strengths = self.strengths or (NEWCOMER,) * len(self.players)

    @property
    def avoids(self) -> frozenset[str]:
        """With whom it never sits: its own players in another ticket, and whom it blocks."""
        return self.blocks.union(self.players)

    @property
    def avoids_at_first(self) -> frozenset[str]:
        """The same with those met lately."""
        return self.recent.union(self.blocks, self.players)

    def waited_s(self, now_ms: int) -> float:
        """How long it has waited."""
        return max(0.0, (now_ms - self.since_ms) / 1000)

    def reachable(self, waited_s: float, terms: Terms) -> frozenset[str] | None:
        """The regions that are near enough by now; None if any is."""
        if not self.regions:
            return None
        limit = terms.latency_ms(waited_s)
        return frozenset(name for name, latency in self.regions.items() if latency <= limit)

    def to_wire(self) -> list[Any]:
        """As it travels to the process that matches."""
        return [
            self.id,
            self.players,
            self.since_ms,
            dict(self.regions),
            sorted(self.blocks),
            sorted(self.recent),
            self.bots_after_s,
            self.one_team,
            self.substitutes,
            [list(one) for one in self.strengths],
            self.rating,
        ]

    @classmethod
    def from_wire(cls, found: Iterable[Any]) -> Seeker:
        """The inverse of `to_wire`."""
        name, players, since, regions, blocks, recent, bots, one_team, substitutes, strengths, rating = found
        return cls(
            id=name,
            players=tuple(players),
            since_ms=since,
            regions=regions,
            blocks=frozenset(blocks) if blocks else NOBODY,
            recent=frozenset(recent) if recent else NOBODY,
            bots_after_s=bots,
            one_team=one_team,
            substitutes=substitutes,
            strengths=tuple(Strength(*one) for one in strengths),
            rating=rating,
        )
