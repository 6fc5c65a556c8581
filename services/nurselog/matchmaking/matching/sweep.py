"""Who can sit with each ticket of a large pool: what `company` finds for one, for all of them at once. Pure.

All tickets take a step together, each to the next ticket above it, and take in whom they may.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nurselog.matchmaking.matching.columns import Candidate, Columns, Floats
from nurselog.matchmaking.matching.foes import Flags, Ints
from nurselog.matchmaking.matching.teams import can_divide

AT_ONCE = 512
"""So many candidates are made at a time, as few may be wanted."""


class Sweep:
    """A table for each place of an order, with the ticket there as its lowest, of so many seats."""

    def __init__(self, columns: Columns, order: Ints, seats: int) -> None:
        self._columns = columns
        self._order = order
        self._seats = seats
        self._ratings: Floats = columns.ratings[order]
        self._waits: Floats = columns.waits[order]
        self._windows: Floats = columns.windows[order]
        self._reliefs: Floats = columns.reliefs[order]
        self._sizes: Ints = columns.sizes[order]
        self._regions = columns.regions.of(order)
        self._avoided = avoided(columns, order)
        self._people = self._sizes.copy()
        self._count: Ints = np.ones(len(order), np.int64)
        self._members: Ints = np.zeros((len(order), seats), np.int64)
        self._members[:, 0] = np.arange(len(order))
        self._oldest = self._waits.copy()
        self._least = self._windows.copy()
        self._relief = self._reliefs.copy()
        self._near = self._regions.copy()
        self._banned = self._avoided.copy()
        self._gather()

    def tables(self) -> Iterator[Candidate]:
        """Those that are full and allowed by now, the most urgent first."""
        found = np.flatnonzero((self._people == self._seats) & self._due())
        if self._columns.shape.team_size:
            found = found[self._divided(found)]
        spreads = self._spreads()[found]
        keys = spreads - self._columns.terms.urgency * self._oldest[found]
        urgent = np.argsort(keys, kind="stable")
        for first in range(0, len(found), AT_ONCE):
            some = urgent[first : first + AT_ONCE]
            yield from self._candidates(found[some], keys[some], spreads[some])

    def _gather(self) -> None:
        """Takes in all there is to take."""
        active = np.arange(len(self._order))
        for step in range(1, self._columns.terms.lookahead + 1):
            active = active[: np.searchsorted(active, len(self._order) - step)]
            active = active[self._people[active] < self._seats]
            spread = self._ratings[active + step] - self._ratings[active]
            near = spread <= self._columns.reach
            active, spread = active[near], spread[near]
            if not len(active):
                break
            self._step(active, spread, step)

    def _step(self, active: Ints, spread: Floats, step: int) -> None:
        """Those take in who is so many places above them who can."""
        others = active + step
        fits = self._people[active] + self._sizes[others] <= self._seats
        least = np.minimum(self._least[active], self._windows[others])
        relief = np.maximum(self._relief[active], self._reliefs[others])
        fits &= ((spread <= least) | (spread <= relief)) & ((self._banned[active] >> step) & 1 == 0)
        fits[fits] = self._near.meet(active[fits], self._regions, others[fits])
        takers, taken = active[fits], others[fits]
        self._members[takers, self._count[takers]] = taken
        self._count[takers] += 1
        self._people[takers] += self._sizes[taken]
        self._least[takers], self._relief[takers] = least[fits], relief[fits]
        self._near.join(takers, self._regions, taken)
        self._banned[takers] |= self._avoided[taken] << step
        self._oldest[takers] = np.maximum(self._oldest[takers], self._waits[taken])

    def _due(self) -> Flags:
        """Whether so few seats are allowed by now; always for a party that fills the table by itself."""
        largest = self._columns.shape.largest
        late = self._oldest >= self._columns.terms.allowed_after_s(self._seats, largest)
        found: Flags = late | ((self._count == 1) & (self._people > 1)) | (self._seats == largest)
        return found

    def _divided(self, found: Ints) -> Flags:
        """Which tables can be divided into teams: asked once for each mixture of parties."""
        codes = self._columns.codes[self._order][self._members[found]]
        codes[np.arange(self._seats) >= self._count[found, None]] = 0
        mixtures, which = np.unique(codes.sum(axis=1), return_inverse=True)
        size = self._columns.shape.team_size
        return np.array([can_divide(code, size) for code in mixtures.tolist()], np.bool_)[which]

    def _spreads(self) -> Floats:
        highest = self._members[np.arange(len(self._order)), self._count - 1]
        return self._ratings[highest] - self._ratings

    def _candidates(self, places: Ints, keys: Floats, spreads: Floats) -> Iterator[Candidate]:
        columns = (
            keys,
            self._order[self._members[places]],
            spreads,
            self._oldest[places],
            self._least[places],
            self._count[places],
        )
        lists = [column.tolist() for column in columns]
        for key, members, spread, oldest, least, count in zip(*lists, strict=True):
            yield Candidate(key, tuple(members[:count]), spread, oldest, self._seats, least)


def avoided(columns: Columns, order: Ints) -> Ints:
    """Whom each has to avoid of those above it: bit `n` stands for who is `n` places above."""
    places = np.full(len(columns), -1)
    places[order] = np.arange(len(order))
    pairs = places[columns.foes]
    apart = pairs[:, 1] - pairs[:, 0]
    near = (pairs[:, 0] >= 0) & (apart > 0) & (apart <= columns.terms.lookahead)
    masks = np.zeros(len(order), np.int64)
    for low, high in pairs[near].tolist():
        if columns.avoid(order[low], order[high]):
            masks[low] |= 1 << (high - low)
    return masks
