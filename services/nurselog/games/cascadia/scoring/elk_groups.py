"""Cutting a large group of elk into connected parts that are worth most together (rule 11.6), exactly.

The part of one cell is guessed, in sizes of falling promise, and what is left is cut in the same way. A guess
is dropped when what is left could not make up for it even if all its elk could be divided freely.
"""

from collections.abc import Iterator
from functools import lru_cache

from nurselog.games.cascadia.scoring.findings import Table
from nurselog.rules.hexes import STEPS, Hex, Hexes

LARGEST = 8
"""No larger part is worth more; smaller groups are never worth cutting."""


def best_parts(group: Hexes, table: Table) -> list[Hexes]:
    """The parts of a connected group."""
    if len(group) <= LARGEST:
        return [group]
    number = {cell: index for index, cell in enumerate(group)}
    beside = [sum(1 << number[Hex(cell + step)] for step in STEPS if cell + step in number) for cell in group]
    _, masks = _Cutter(beside, table).cut((1 << len(group)) - 1)
    return sorted(tuple([cell for cell in group if mask >> number[cell] & 1]) for mask in masks)


@lru_cache
def freely_divided(count: int, table: Table) -> int:
    """What so many elk are worth if every division were allowed."""
    if not count:
        return 0
    return max(
        table(size) + freely_divided(count - size, table) for size in range(1, min(count, LARGEST) + 1)
    )


Cut = tuple[int, tuple[int, ...]]
"""What parts are worth, and the parts as bits."""


class _Cutter:
    """Cuts parts of one group; remembers what it has found of each."""

    def __init__(self, beside: list[int], table: Table) -> None:
        self._beside = beside
        self._table = table
        self._known: dict[int, Cut] = {}

    def cut(self, mask: int) -> Cut:
        """The best parts of a connected group."""
        if mask.bit_count() <= LARGEST:
            return self._table(mask.bit_count()), (mask,)
        if mask not in self._known:
            self._known[mask] = self._cut_large(mask)
        return self._known[mask]

    def _cut_large(self, mask: int) -> Cut:
        best: Cut = (0, ())
        anchor = min(_bits(mask), key=lambda cell: (self._beside[cell] & mask).bit_count())
        promises = sorted(((self._promise(mask, size), size) for size in range(1, LARGEST + 1)), reverse=True)
        for promise, size in promises:
            if promise <= best[0]:
                break
            for part in self._parts(anchor, size, mask):
                best = max(best, self._with(part, mask ^ part, best[0]), key=_worth)
                if best[0] == promise:
                    break
        return best

    def _promise(self, mask: int, size: int) -> int:
        """What cannot be exceeded with a part of this size."""
        return self._table(size) + freely_divided(mask.bit_count() - size, self._table)

    def _with(self, part: int, rest: int, least: int) -> Cut:
        """The best parts with this one among them; nothing if they cannot be worth more than the least."""
        worth = self._table(part.bit_count())
        groups = list(self._groups(rest))
        if worth + sum(freely_divided(group.bit_count(), self._table) for group in groups) <= least:
            return 0, ()
        cuts = [self.cut(group) for group in groups]
        return worth + sum(map(_worth, cuts)), (part, *(one for _, parts in cuts for one in parts))

    def _groups(self, mask: int) -> Iterator[int]:
        """The connected groups of some cells."""
        while mask:
            group = border = mask & -mask
            mask ^= group
            while border:
                cell = border.bit_length() - 1
                new = self._beside[cell] & mask
                mask ^= new
                group |= new
                border = border ^ 1 << cell | new
            yield group

    def _parts(self, anchor: int, size: int, mask: int) -> Iterator[int]:
        """Every connected part of this size with the anchor, each once, corners first."""
        first = 1 << anchor
        return self._grown(first, self._beside[anchor] & mask, mask ^ first, size - 1)

    def _grown(self, part: int, border: int, allowed: int, more: int) -> Iterator[int]:
        if not more:
            yield part
            return
        while border:
            cell = min(_bits(border), key=lambda cell: (self._beside[cell] & allowed).bit_count())
            border ^= 1 << cell
            allowed ^= 1 << cell
            yield from self._grown(part | 1 << cell, border | self._beside[cell] & allowed, allowed, more - 1)


def _worth(cut: Cut) -> int:
    return cut[0]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
