"""The tickets of a pool side by side, sorted by matching rating, at the time of a pass. Pure.

Columns instead of objects, because a pass looks at each of a hundred thousand tickets several times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nurselog.matchmaking.matching.foes import Flags, Ints
from nurselog.matchmaking.matching.nearness import Near
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.teams import can_divide
from nurselog.matchmaking.matching.terms import Terms

Floats = NDArray[np.float64]


class Candidate(NamedTuple):
    """Tickets that may sit together, and what decides who goes first. Sorts by urgency."""

    key: float
    members: tuple[int, ...]
    """Lowest rating first."""
    spread: float
    oldest_s: float
    people: int
    window: float
    """The smallest window of the members."""


@dataclass(frozen=True)
class Columns:
    """One row for each ticket."""

    shape: Shape
    terms: Terms
    seekers: Sequence[Seeker]
    """By their numbers in the pool."""
    numbers: Ints
    """Of the ticket in each row."""
    ratings: Floats
    waits: Floats
    sizes: Ints
    codes: Ints
    """Which units a ticket is when teams are made."""
    regions: Near
    bots_after: Floats
    substitutes: Flags
    foes: Ints
    """Two rows that may have to avoid each other, the lower first."""

    def __len__(self) -> int:
        return len(self.numbers)

    def seeker(self, row: int) -> Seeker:
        """The ticket itself."""
        return self.seekers[int(self.numbers[row])]

    @cached_property
    def windows(self) -> Floats:
        """The largest difference each accepts."""
        first, growth = self.terms.widening(is_async=self.shape.is_async)
        return np.minimum(first + growth * self.waits, self.terms.window_limit)

    @cached_property
    def reliefs(self) -> Floats:
        """What starving allows, whatever the windows of others; 0 before."""
        terms = self.terms
        relief = terms.starved_growth * np.maximum(0.0, self.waits - terms.starved_growth_after_s)
        allowed = np.minimum(self.windows, terms.starved_spread + relief)
        return np.where(self.waits >= terms.starved_after_s, allowed, 0.0)

    @cached_property
    def reach(self) -> float:
        """No table is wider than this."""
        return float(max(self.windows.max(initial=0.0), self.reliefs.max(initial=0.0)))

    @cached_property
    def guarded(self) -> Flags:
        """Whether somebody may have to be avoided."""
        found = np.zeros(len(self), np.bool_)
        found[self.foes] = True
        return found

    @cached_property
    def rows(self) -> Rows:
        """The same for those who look at a few tickets one by one."""
        return Rows(
            self.ratings.tolist(),
            self.waits.tolist(),
            self.windows.tolist(),
            self.reliefs.tolist(),
            self.sizes.tolist(),
            self.regions.to_list(),
            self.guarded.tolist(),
        )

    def avoid(self, one: int, other: int) -> bool:
        """Whether two tickets must not meet now."""
        lately = max(self.waits[one], self.waits[other]) < self.terms.recent_opponents_s
        mine, theirs = self.seeker(one), self.seeker(other)
        if lately:
            return not (
                mine.avoids_at_first.isdisjoint(theirs.players)
                and theirs.avoids_at_first.isdisjoint(mine.players)
            )
        return not (mine.avoids.isdisjoint(theirs.players) and theirs.avoids.isdisjoint(mine.players))

    def stand_ins(self, rating: float) -> Iterator[Seeker]:
        """Who might take a seat at a running table of that rating, the longest waiting first."""
        near = np.abs(self.ratings - rating) <= self.windows
        fit = np.flatnonzero(self.substitutes & (self.sizes == 1) & near)
        yield from map(self.seeker, fit[np.argsort(-self.waits[fit], kind="stable")].tolist())

    def is_table(self, found: Candidate, seats: int) -> bool:
        """Whether these fill a table, can be divided into teams if there are any, and may do so by now."""
        return found.people == seats and self.divides(found, seats) and self.is_due(found)

    def is_due(self, table: Candidate) -> bool:
        """Whether so few seats are allowed by now; always for a party that fills the table by itself."""
        if table.people == self.shape.largest or (len(table.members) == 1 and table.people > 1):
            return True
        return table.oldest_s >= self.terms.allowed_after_s(table.people, self.shape.largest)

    def divides(self, table: Candidate, seats: int) -> bool:
        """Whether they, and bots in what is left, can be divided into teams without tearing parties apart.

        A party that fills the table by itself always can.
        """
        size = self.shape.team_size
        if not size:
            return True
        code = sum(self.codes[list(table.members)].tolist())
        return can_divide(code + seats - table.people, size)


class Rows(NamedTuple):
    """Some of the columns as lists."""

    ratings: list[float]
    waits: list[float]
    windows: list[float]
    reliefs: list[float]
    sizes: list[int]
    regions: list[Any]
    guarded: list[bool]
