"""The best division of elk into groups around common centres, with gaps (rules 11.7 and 11.8), found exactly.

A group that gets one elk more gains at least as much as any group that is not larger loses with it. So there
is a best division in which the largest group has *all* elk around its centre, the next largest all that are
left around its own, and so on: only the order of the centres is to be found.
"""

from collections.abc import Sequence

from nurselog.games.cascadia.scoring.findings import Table
from nurselog.games.cascadia.scoring.packing import UNIT
from nurselog.rules.hexes import STEPS, Hex, Hexes


def best_rings(elk: Hexes, table: Table) -> list[Hexes]:
    """The groups of two or more; all other elk are single."""
    bit = {cell: 1 << number for number, cell in enumerate(elk)}
    chosen = _Search(_rings(bit), (1 << len(elk)) - 1, table).chosen
    return [tuple([cell for cell in elk if bit[cell] & group]) for group in chosen]


def _rings(bit: dict[Hex, int]) -> list[int]:
    """For each centre the elk around it, as bits."""
    masks: dict[Hex, int] = {}
    for cell, its_bit in bit.items():
        for step in STEPS:
            centre = Hex(cell + step)
            masks[centre] = masks.get(centre, 0) | its_bit
    return list(masks.values())


class _Search:
    """The best order of centres. A state is what elk are left and how large a group may still be."""

    def __init__(self, rings: list[int], elk: int, table: Table) -> None:
        self.gain = 0
        self.chosen: tuple[int, ...] = ()
        self._gains = [table(size) - size * table(1) for size in range(7)]
        self._densities = [0, *(self._gains[size] * UNIT // size for size in range(1, 7))]
        self._seen: dict[tuple[int, int], int] = {}
        self._go_on(rings, elk, 6, 0, ())

    def _go_on(self, rings: list[int], elk: int, most: int, gain: int, chosen: tuple[int, ...]) -> None:
        if gain > self.gain:
            self.gain, self.chosen = gain, chosen
        groups = sorted(
            {group for ring in rings if (group := ring & elk).bit_count() > 1}, key=_largest_first
        )
        for group in groups:
            size = group.bit_count()
            if size > most:
                continue
            if not self._can_gain(self.gain + 1 - gain, groups, elk, size):
                return
            after = gain + self._gains[size]
            if self._seen.get((elk ^ group, size), -1) < after:
                self._seen[elk ^ group, size] = after
                self._go_on(groups, elk ^ group, size, after, (*chosen, group))

    def _can_gain(self, wanted: int, groups: Sequence[int], elk: int, most: int) -> bool:
        """Whether the elk, each in its largest group of at most so many, are worth so much."""
        need = wanted * UNIT
        for group in groups:
            new = group & elk
            if new:
                need -= new.bit_count() * self._densities[min(group.bit_count(), most)]
                if need <= 0:
                    return True
                elk ^= new
        return False


def _largest_first(group: int) -> tuple[int, int]:
    return -group.bit_count(), group
