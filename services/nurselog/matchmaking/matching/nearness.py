"""Which regions are near enough to each ticket of a pool. Pure.

A region comes near at a time that is known beforehand, so a ticket is looked at again only when one does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nurselog.matchmaking.matching.foes import Flags, Ints
from nurselog.matchmaking.matching.seekers import Seeker
from nurselog.matchmaking.matching.terms import Terms

Objects = NDArray[Any]

ALL_BITS = -1
BITS = 62
NEVER = float("inf")
EARLY_S = 0.01
"""How long before its time a ticket is looked at, because that time is rounded."""


class Anywhere:
    """The regions of a ticket that names none, among sets of names."""

    def __and__(self, other: Any) -> Any:
        return other

    __rand__ = __and__


ANYWHERE = Anywhere()


class Near(NamedTuple):
    """The regions near to each ticket: two may sit together if both columns have something in common."""

    bits: Ints
    """One for each region; they share bits where a pool names many."""
    names: Objects | None = None
    """Sets of names; None while no two regions share a bit."""

    def of(self, some: Ints) -> Near:
        """The same for some of the tickets."""
        return Near(self.bits[some], None if self.names is None else self.names[some])

    def copy(self) -> Near:
        """One that may be changed."""
        return Near(self.bits.copy(), None if self.names is None else self.names.copy())

    def meet(self, some: Ints, other: Near, others: Ints) -> Flags:
        """Whether some of these have a region in common with as many others."""
        found: Flags = (self.bits[some] & other.bits[others]) != 0
        if self.names is not None and other.names is not None:
            unsure = np.flatnonzero(found)
            found[unsure] = self.names[some[unsure]] & other.names[others[unsure]]
        return found

    def join(self, some: Ints, other: Near, others: Ints) -> None:
        """Only what they have in common is near to some of these from now on."""
        self.bits[some] &= other.bits[others]
        if self.names is not None and other.names is not None:
            self.names[some] &= other.names[others]

    def to_list(self) -> list[Any]:
        """What has something in common with another's, by `&`, if the two may sit together."""
        return list((self.bits if self.names is None else self.names).tolist())


class Nearness:
    """Of the tickets of one pool, by their numbers."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._bits: dict[str, int] = {}
        self._near = Near(np.zeros(0, np.int64))
        self._choosy: Flags = np.zeros(0, np.bool_)
        self._until: NDArray[np.float64] = np.zeros(0)
        """How long each may wait before it is looked at again."""

    def add(self, seekers: Sequence[Seeker]) -> None:
        """Tickets came."""
        choosy = np.array([bool(one.regions) for one in seekers], np.bool_)
        self._choosy = np.concatenate((self._choosy, choosy))
        self._until = np.concatenate((self._until, np.where(choosy, -NEVER, NEVER)))
        bits, names = self._near
        self._near = Near(
            np.concatenate((bits, np.full(len(seekers), ALL_BITS))),
            None if names is None else np.concatenate((names, _anywhere(len(seekers)))),
        )

    def keep(self, here: Flags) -> None:
        """Only these are still here, and are numbered anew; regions that nobody names are forgotten."""
        self._choosy = self._choosy[here]
        self._near = Near(np.full(len(self._choosy), ALL_BITS))
        self._bits.clear()
        self.restart()

    def restart(self) -> None:
        """Everybody is looked at again."""
        self._until = np.where(self._choosy, -NEVER, NEVER)

    def now(self, seekers: Sequence[Seeker], waits: NDArray[np.float64]) -> Near:
        """What is near to each after so long."""
        self._look(seekers, waits)
        if len(self._bits) > BITS and self._near.names is None:
            self._near = Near(self._near.bits, _anywhere(len(self._choosy)))
            self.restart()
            self._look(seekers, waits)
        return self._near

    def _look(self, seekers: Sequence[Seeker], waits: NDArray[np.float64]) -> None:
        """At those to whom a further region may be near by now."""
        due = np.flatnonzero(self._until <= waits)
        limits = map(self._terms.latency_ms, waits[due].tolist())
        for one, limit in zip(due.tolist(), limits, strict=True):
            regions = seekers[one].regions
            near = [name for name, latency in regions.items() if latency <= limit]
            self._near.bits[one] = self._bits_of(near)
            if self._near.names is not None:
                self._near.names[one] = frozenset(near)
            self._until[one] = self._until_more(regions, limit)

    def _bits_of(self, names: Sequence[str]) -> int:
        bits = 0
        for name in names:
            bits |= 1 << self._bits.setdefault(name, len(self._bits)) % BITS
        return bits

    def _until_more(self, regions: Mapping[str, int], limit: float) -> float:
        """How long until a further region is near, where those within the limit are."""
        terms = self._terms
        farther = [far for far in regions.values() if limit < far <= terms.latency_limit_ms]
        if not farther or not terms.latency_growth_ms:
            return NEVER
        return (min(farther) - terms.latency_first_ms) / terms.latency_growth_ms - EARLY_S


def _anywhere(count: int) -> Objects:
    return np.full(count, ANYWHERE, np.object_)
