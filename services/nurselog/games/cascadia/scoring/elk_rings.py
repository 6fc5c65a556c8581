"""The best division of elk into groups around common centres (rules 11.7 and 11.8), found exactly.

With gaps: a group that gets one elk more gains at least as much as any group that is not larger loses with
it. So there is a best division in which the largest group has *all* elk around its centre, the next largest
all that are left around its own, and so on: only the order of the centres is to be found.

Without gaps that is not so, for an elk taken out of a row may cut it in two. Rows are chosen the largest
first, and each choice is met once.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from nurselog.games.cascadia.scoring.findings import Table
from nurselog.games.cascadia.scoring.packing import UNIT
from nurselog.rules.hexes import STEPS, Hex, Hexes

MOST = 6
"""Cells around a centre."""


def best_rings(elk: Hexes, table: Table, *, gaps: bool) -> list[Hexes]:
    """The groups of two or more; all other elk are single."""
    bit = {cell: 1 << number for number, cell in enumerate(elk)}
    rings = [tuple([bit.get(Hex(centre + step), 0) for step in STEPS]) for centre in _centres(elk)]
    search: _Search = _AllAround(table) if gaps else _Rows(table)
    search.run(rings, sum(bit.values()))
    return [tuple([cell for cell in elk if bit[cell] & group]) for group in search.chosen]


def _centres(elk: Hexes) -> list[Hex]:
    return sorted({Hex(cell + step) for cell in elk for step in STEPS})


def largest_first(groups: Iterable[int]) -> list[int]:
    """Groups by size, each once."""
    return sorted(dict.fromkeys(groups), key=int.bit_count, reverse=True)


Ring = tuple[int, ...]
"""The cells around a centre in order: a bit for each elk, 0 where there is none."""


class _Search(ABC):
    """What both searches share: what groups gain, and the best choice so far."""

    def __init__(self, table: Table) -> None:
        self.gain = 0
        self.chosen: tuple[int, ...] = ()
        self.gains = [table(size) - size * table(1) for size in range(MOST + 1)]
        self._densities = [0, *(self.gains[size] * UNIT // size for size in range(1, MOST + 1))]

    @abstractmethod
    def run(self, rings: Sequence[Ring], elk: int) -> None:
        """Finds the best choice."""

    def meet(self, gain: int, chosen: tuple[int, ...]) -> None:
        """Keeps the better choice."""
        if gain > self.gain:
            self.gain, self.chosen = gain, chosen

    def is_hopeless(self, gain: int, groups: Sequence[int], elk: int, most: int) -> bool:
        """Whether the elk, each in its largest group of at most so many, cannot make this the best choice."""
        need = (self.gain + 1 - gain) * UNIT
        for group in groups:
            new = group & elk
            if new:
                need -= new.bit_count() * self._densities[min(group.bit_count(), most)]
                if need <= 0:
                    return False
                elk ^= new
        return True


class _AllAround(_Search):
    """With gaps: a group is all elk that are left around a centre, and none is larger than the one before."""

    def run(self, rings: Sequence[Ring], elk: int) -> None:
        self._seen: dict[tuple[int, int], int] = {}
        self._go_on([sum(ring) for ring in rings], elk, MOST, 0, ())

    def _go_on(self, around: Sequence[int], elk: int, most: int, gain: int, chosen: tuple[int, ...]) -> None:
        self.meet(gain, chosen)
        groups = largest_first(left for group in around if (left := group & elk).bit_count() > 1)
        for group in groups:
            size = group.bit_count()
            if size > most:
                continue
            if self.is_hopeless(gain, groups, elk, size):
                return
            after = gain + self.gains[size]
            if self._seen.get((elk ^ group, size), -1) < after:
                self._seen[elk ^ group, size] = after
                self._go_on(groups, elk ^ group, size, after, (*chosen, group))


class _Rows(_Search):
    """Without gaps: a group is any unbroken row around a centre."""

    def run(self, rings: Sequence[Ring], elk: int) -> None:
        self._go_on(largest_first(row for ring in rings for row in _rows(ring)), elk, 0, ())

    def _go_on(self, rows: Sequence[int], elk: int, gain: int, chosen: tuple[int, ...]) -> None:
        self.meet(gain, chosen)
        for at, row in enumerate(rows):
            rest = rows[at:]
            if self.is_hopeless(gain, rest, elk, MOST):
                return
            allowed = [other for other in rest if not other & row]
            self._go_on(allowed, elk ^ row, gain + self.gains[row.bit_count()], (*chosen, row))


def _rows(ring: Ring) -> list[int]:
    """Two to six elk in a row, from each cell on."""
    found = []
    for first in range(MOST):
        row = 0
        for at in range(first, first + MOST):
            if not ring[at % MOST]:
                break
            row |= ring[at % MOST]
            if at > first:
                found.append(row)
    return found
