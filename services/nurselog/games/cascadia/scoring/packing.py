"""The best choice of pieces that do not overlap, exactly: lines and shapes of elk, pairs of hawks, of foxes.

Cells are decided in order: the first free one is covered by a piece or left alone. A set of free cells is not
tried again with less in hand, and a branch is left as soon as the free cells, each in its densest piece,
could not bring it above the best choice so far.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from nurselog.rules.hexes import Hexes

UNIT: Final = 60
"""Gains and densities are counted in sixtieths, so that they are whole for pieces of up to six cells."""


class Piece(NamedTuple):
    """Some cells that may be chosen together, and what that gains."""

    gain: int
    mask: int
    """The cells as bits."""
    cells: Hexes

    @property
    def density(self) -> int:
        """The gain for each cell."""
        return self.gain // len(self.cells)


def best_packing(gains: Mapping[Hexes, int]) -> list[Hexes]:
    """Of pieces of two to six cells those that together gain most, no cell in two of them."""
    cells_in_order = sorted({cell for cells in gains for cell in cells})
    bit = {cell: 1 << number for number, cell in enumerate(cells_in_order)}
    pieces = [
        Piece(gain * UNIT, sum(bit[cell] for cell in cells), cells)
        for cells, gain in gains.items()
        if gain > 0
    ]
    return sorted(cells for part in _independent(pieces) for cells in _Search(part).chosen)


def _independent(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces in parts: pieces of different parts never overlap."""
    masks: list[int] = []
    for piece in pieces:
        joined = [mask for mask in masks if mask & piece.mask]
        masks = [mask for mask in masks if not mask & piece.mask]
        masks.append(sum(joined) | piece.mask)
    return [[piece for piece in pieces if piece.mask & mask] for mask in masks]


class _Search:
    """The best choice among pieces of one part."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.gain = 0
        self.chosen: tuple[Hexes, ...] = ()
        self._share = _densest(pieces)
        self._beginning = self._by_first_cell(pieces)
        self._seen: dict[int, int] = {}
        self._go_on(sum(self._share), sum(self._share.values()), 0, ())

    def _by_first_cell(self, pieces: Sequence[Piece]) -> dict[int, list[tuple[int, Piece]]]:
        """For each cell the pieces that begin with it, and the shares of their cells; least loss first."""
        found: dict[int, list[tuple[int, Piece]]] = {bit: [] for bit in self._share}
        for piece in pieces:
            share = sum(self._share[bit] for bit in _bits(piece.mask))
            found[piece.mask & -piece.mask].append((share, piece))
        for beginning in found.values():
            beginning.sort(key=lambda one: (one[0] - one[1].gain, one[1].mask))
        return found

    def _go_on(self, free: int, hope: int, gain: int, chosen: tuple[Hexes, ...]) -> None:
        """`hope` is what the free cells could gain at most."""
        if gain > self.gain:
            self.gain, self.chosen = gain, chosen
        if not free:
            return
        first = free & -free
        for share, piece in self._beginning[first]:
            mask = piece.mask
            if mask & free == mask and self._is_promising(free ^ mask, hope - share, gain + piece.gain):
                self._go_on(free ^ mask, hope - share, gain + piece.gain, (*chosen, piece.cells))
        hope -= self._share[first]
        if self._is_promising(free ^ first, hope, gain):
            self._go_on(free ^ first, hope, gain, chosen)

    def _is_promising(self, free: int, hope: int, gain: int) -> bool:
        """Whether more than the best may come of it, and it was not met with as much in hand before."""
        if gain + hope < self.gain + UNIT or self._seen.get(free, -1) >= gain:
            return False
        self._seen[free] = gain
        return True


def _densest(pieces: Sequence[Piece]) -> dict[int, int]:
    """For each cell, as a bit, what it gains in its densest piece."""
    share: dict[int, int] = {}
    for piece in pieces:
        for bit in _bits(piece.mask):
            share[bit] = max(share.get(bit, 0), piece.density)
    return dict(sorted(share.items()))


def _bits(mask: int) -> list[int]:
    """The bits of a mask, the lowest first."""
    found = []
    while mask:
        found.append(mask & -mask)
        mask &= mask - 1
    return found
