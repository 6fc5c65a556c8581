"""Who must perhaps not sit together: the pairs of tickets of which one avoids a player of the other. Pure.

Names are compared by their hashes, so a pair here is a suspicion, settled by looking at the two tickets.
Who is in no pair need not be asked about at all, and hardly anybody is in one with a neighbour.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nurselog.matchmaking.matching.seekers import Seeker

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

NONE: Ints = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class Names:
    """Hashes of names, and the ticket each belongs to."""

    hashes: Ints
    owners: Ints

    @classmethod
    def of(cls, names: Sequence[Collection[str]], first: int) -> Names:
        """The names of tickets that are numbered from `first` on."""
        counts = [len(some) for some in names]
        hashes = np.array([hash(name) for some in names for name in some], np.int64)
        return cls(hashes, np.repeat(np.arange(first, first + len(names)), counts))

    def __add__(self, other: Names) -> Names:
        hashes, owners = (self.hashes, other.hashes), (self.owners, other.owners)
        return Names(np.concatenate(hashes), np.concatenate(owners))

    def of_those(self, here: Flags, numbers: Ints) -> Names:
        """The names of the tickets that are here, which have other numbers now."""
        kept = here[self.owners]
        return Names(self.hashes[kept], numbers[self.owners[kept]])

    def meet(self, others: Names) -> Ints:
        """Rows of two tickets, the lower first, one of mine and one of theirs that share a name."""
        if len(self.hashes) < len(others.hashes):
            return others.meet(self)
        order = np.argsort(others.hashes)
        hashes = others.hashes[order]
        first = np.searchsorted(hashes, self.hashes, "left")
        counts = np.searchsorted(hashes, self.hashes, "right") - first
        mine = np.repeat(np.arange(len(self.hashes)), counts)
        place = np.arange(len(mine)) - np.repeat(np.cumsum(counts) - counts, counts)
        two = np.column_stack((self.owners[mine], others.owners[order[first[mine] + place]]))
        return np.sort(two[two[:, 0] != two[:, 1]], axis=1)


class Foes:
    """Of the tickets of one pool, by their numbers."""

    def __init__(self) -> None:
        self._players = Names(NONE, NONE)
        self._avoided = Names(NONE, NONE)
        self.pairs: Ints = NONE.reshape(0, 2)
        """Rows of two, the lower number first; some of them more than once."""

    def add(self, seekers: Sequence[Seeker], first: int) -> None:
        """Tickets came, numbered from `first` on."""
        players = Names.of([one.players for one in seekers], first)
        avoided = Names.of([one.avoids_at_first for one in seekers], first)
        found = self._avoided.meet(players), avoided.meet(self._players + players)
        self.pairs = np.concatenate((self.pairs, *found))
        self._players += players
        self._avoided += avoided

    def part(self, here: Flags) -> None:
        """Only pairs of these are of interest still."""
        self.pairs = self.pairs[here[self.pairs].all(axis=1)]

    def keep(self, here: Flags) -> None:
        """Only these are still here, and are numbered anew in the same order."""
        numbers = np.cumsum(here) - 1
        self.part(here)
        self.pairs = numbers[self.pairs]
        self._players = self._players.of_those(here, numbers)
        self._avoided = self._avoided.of_those(here, numbers)
