"""Which regions are near enough to each ticket of a pool. Pure.

A region comes near at a time that is known beforehand, so a ticket is looked at again only when one does. All
wishes stand in columns, a row for each region of a ticket, and all that are due are looked at together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nurselog.matchmaking.matching.foes import Flags, Ints
from nurselog.matchmaking.matching.seekers import Seeker
from nurselog.matchmaking.matching.terms import Terms

Objects = NDArray[Any]
Floats = NDArray[np.float64]

ALL_BITS = -1
WORD = 62
"""Regions that have a bit each in a number of the processor; of more some share one, and look alike."""
BITS = 4096
"""Regions that have a bit each in a number of any length; of still more each ticket has a set."""
NEVER = float("inf")
EARLY_S = 0.01
"""How long before its time a ticket is looked at, because that time is rounded."""


class Anywhere:
    """The regions of a ticket that names none, among sets."""

    def __and__(self, other: Any) -> Any:
        return other

    __rand__ = __and__


ANYWHERE = Anywhere()


class Near(NamedTuple):
    """The regions near to each ticket: two may sit together if both columns have something in common."""

    bits: Ints
    """One for each region; they share bits where a pool names many."""
    exact: Objects | None = None
    """Long numbers or sets, of which no two regions share anything; None while none share a bit."""

    def of(self, some: Ints) -> Near:
        """The same for some of the tickets."""
        return Near(self.bits[some], None if self.exact is None else self.exact[some])

    def copy(self) -> Near:
        """One that may be changed."""
        return Near(self.bits.copy(), None if self.exact is None else self.exact.copy())

    def meet(self, some: Ints, other: Near, others: Ints) -> Flags:
        """Whether some of these have a region in common with as many others."""
        found: Flags = (self.bits[some] & other.bits[others]) != 0
        if self.exact is not None and other.exact is not None:
            unsure = np.flatnonzero(found)
            found[unsure] = self.exact[some[unsure]] & other.exact[others[unsure]]
        return found

    def join(self, some: Ints, other: Near, others: Ints) -> None:
        """Only what they have in common is near to some of these from now on."""
        self.bits[some] &= other.bits[others]
        if self.exact is not None and other.exact is not None:
            self.exact[some] &= other.exact[others]

    def to_list(self) -> list[Any]:
        """What has something in common with another's, by `&`, if the two may sit together."""
        return list((self.bits if self.exact is None else self.exact).tolist())


class Nearness:
    """Of the tickets of one pool, by their numbers."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._numbers: dict[str, int] = {}
        """Of the regions, in the order in which they were named."""
        self._counts: Ints = np.zeros(0, np.int64)
        """How many regions each ticket names."""
        self._regions: Ints = np.zeros(0, np.int64)
        self._latencies: Floats = np.zeros(0)
        self._width = WORD
        self._masks: Objects = np.zeros(0, np.object_)
        """The long number of each region, once they are needed."""
        self._near = _anywhere(0, WORD)
        self._until: Floats = np.zeros(0)
        """How long each may wait before it is looked at again."""

    def add(self, seekers: Sequence[Seeker]) -> None:
        """Tickets came."""
        numbers = self._numbers
        named = [numbers.setdefault(name, len(numbers)) for one in seekers for name in one.regions]
        latencies = [latency for one in seekers for latency in one.regions.values()]
        self._counts = np.concatenate((self._counts, [len(one.regions) for one in seekers])).astype(np.int64)
        self._regions = np.concatenate((self._regions, named)).astype(np.int64)
        self._latencies = np.concatenate((self._latencies, latencies))
        before, self._width = self._width, _width(len(numbers))
        if self._width != before:
            self._begin()
            return
        new = _anywhere(len(seekers), self._width)
        self._near = Near(*(_joined(old, more) for old, more in zip(self._near, new, strict=True)))
        self._until = np.concatenate((self._until, np.where(self._counts[-len(seekers) :], -NEVER, NEVER)))

    def keep(self, here: Flags) -> None:
        """Only these are still here, and are numbered anew; regions that nobody names are forgotten."""
        rows = np.repeat(here, self._counts)
        named, self._regions = np.unique(self._regions[rows], return_inverse=True)
        names = list(self._numbers)
        self._numbers = {names[old]: new for new, old in enumerate(named.tolist())}
        self._latencies, self._counts = self._latencies[rows], self._counts[here]
        self._width = _width(len(named))
        self._begin()

    def restart(self) -> None:
        """Everybody is looked at again."""
        self._until = np.where(self._counts, -NEVER, NEVER)

    def _begin(self) -> None:
        self._near = _anywhere(len(self._counts), self._width)
        self.restart()

    def now(self, waits: Floats) -> Near:
        """What is near to each after so long."""
        due = np.flatnonzero(self._until <= waits)
        if len(due):
            self._look(due, waits[due])
        return self._near

    def _look(self, due: Ints, waits: Floats) -> None:
        """At those to whom a further region may be near by now; each of them names one at least."""
        counts = self._counts[due]
        starts = np.cumsum(counts) - counts
        rows = np.repeat((np.cumsum(self._counts) - self._counts)[due] - starts, counts)
        rows += np.arange(len(rows))
        regions, latencies = self._regions[rows], self._latencies[rows]
        near = latencies <= np.repeat(self._terms.latencies_ms(waits), counts)
        self._near.bits[due] = np.bitwise_or.reduceat(near << regions % WORD, starts)
        if self._near.exact is not None:
            self._near.exact[due] = self._exact(regions, near, starts)
        far = ~near & (latencies <= self._terms.latency_limit_ms)
        nearest = np.minimum.reduceat(np.where(far, latencies, NEVER), starts)
        self._until[due] = self._terms.latency_after_s(nearest) - EARLY_S

    def _exact(self, regions: Ints, near: Flags, starts: Ints) -> Objects:
        """The regions near to each, where some share a bit: as numbers of any length, or as sets."""
        if self._width == BITS:
            if len(self._masks) < len(self._numbers):
                self._masks = np.array([1 << number for number in range(len(self._numbers))], np.object_)
            return np.bitwise_or.reduceat(np.where(near, self._masks[regions], 0), starts)
        ends = np.cumsum(np.add.reduceat(near, starts, dtype=np.int64))
        found = np.empty(len(starts), np.object_)
        found[:] = [frozenset(some.tolist()) for some in np.split(regions[near], ends[:-1])]
        return found


def _width(regions: int) -> int:
    """How many bits tell so many regions apart; 0 if none do."""
    return next((bits for bits in (WORD, BITS) if regions <= bits), 0)


def _anywhere(tickets: int, width: int) -> Near:
    """What is near to tickets that name no region."""
    everything = {WORD: None, BITS: ALL_BITS}.get(width, ANYWHERE)
    exact = None if everything is None else np.full(tickets, everything, np.object_)
    return Near(np.full(tickets, ALL_BITS), exact)


def _joined(old: Any, new: Any) -> Any:
    return None if old is None else np.concatenate((old, new))
