"""Seasons of a ladder: spans of time in UTC that share no moment, each with a board of its own. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import orjson

NO_SEASON = 0
"""Where results go that fall outside all seasons, or into a ladder without any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """From `begins_s` up to, not including, `ends_s`; seconds since 1970. Its key is when it begins."""

    id: str
    title: str
    begins_s: int
    ends_s: int

    def holds(self, at_s: int) -> bool:
        """Whether this moment belongs to it."""
        return self.begins_s <= at_s < self.ends_s

    def overlaps(self, other: Season) -> bool:
        """Whether they share a moment."""
        return self.begins_s < other.ends_s and other.begins_s < self.ends_s

    def encode(self) -> bytes:
        """As the store keeps it."""
        return orjson.dumps([self.id, self.title, self.begins_s, self.ends_s])

    @classmethod
    def decode(cls, data: bytes) -> Season:
        """The inverse of `encode`."""
        name, title, begins_s, ends_s = orjson.loads(data)
        return cls(id=name, title=title, begins_s=begins_s, ends_s=ends_s)


def season_at(seasons: Iterable[Season], at_s: int) -> int:
    """The key of the season of a moment; `NO_SEASON` if it has none."""
    return next((season.begins_s for season in seasons if season.holds(at_s)), NO_SEASON)


@dataclass(frozen=True, slots=True)
class Boundary:
    """A moment at which a season begins or ends; what is done then is done once."""

    season: Season
    kind: str
    at_s: int

    @property
    def name(self) -> str:
        """Unique in its ladder."""
        return f"{self.season.begins_s} {self.kind}"


def boundaries(seasons: Iterable[Season], until_s: int) -> Iterator[Boundary]:
    """All boundaries up to a moment, in their order."""
    both = (
        Boundary(season, kind, at_s)
        for season in seasons
        for kind, at_s in (("begin", season.begins_s), ("end", season.ends_s))
        if at_s <= until_s
    )
    yield from sorted(both, key=lambda one: (one.at_s, one.kind == "begin"))
