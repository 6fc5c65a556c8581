"""The best choice of pieces that do not overlap, exactly: lines and shapes of elk, pairs of hawks, of foxes.

Pieces are tried densest first, and each set of pieces is met once, in that order. A branch is left as soon as
even the densest pieces still allowed, laid over each other, could not bring it above the best choice so far.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from nurselog.rules.hexes import Hexes

UNIT: Final = 60
"""Densities are counted in sixtieths, so that they are whole for pieces of up to six cells."""


class Piece(NamedTuple):
    """Some cells that may be chosen together, and what that gains."""

    density: int
    """The gain for each cell."""
    gain: int
    mask: int
    """The cells as bits."""
    cells: Hexes


def best_packing(gains: Mapping[Hexes, int]) -> list[Hexes]:
    """Of pieces of two to six cells those that together gain most, no cell in two of them."""
    pieces = _pieces(gains)
    chosen = [cells for part in _independent(pieces) for cells in _Search(part).chosen]
    return sorted(chosen)


def _pieces(gains: Mapping[Hexes, int]) -> list[Piece]:
    """Densest first."""
    cells_in_order = sorted({cell for cells in gains for cell in cells})
    bit = {cell: 1 << number for number, cell in enumerate(cells_in_order)}
    pieces = [
        Piece(gain * UNIT // len(cells), gain, sum(bit[cell] for cell in cells), cells)
        for cells, gain in gains.items()
        if gain > 0
    ]
    return sorted(pieces, key=lambda piece: (-piece.density, -piece.gain, piece.mask))


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

    def __init__(self, pieces: list[Piece]) -> None:
        self.gain = 0
        self.chosen: tuple[Hexes, ...] = ()
        self._go_on(pieces, _union(pieces), 0, ())

    def _go_on(self, pieces: list[Piece], free: int, gain: int, chosen: tuple[Hexes, ...]) -> None:
        if gain > self.gain:
            self.gain, self.chosen = gain, chosen
        for at, piece in enumerate(pieces):
            rest = pieces[at:]
            if not _can_gain(self.gain + 1 - gain, rest, free):
                return
            mask = piece.mask
            allowed = [other for other in rest if not other.mask & mask]
            self._go_on(allowed, free ^ mask, gain + piece.gain, (*chosen, piece.cells))


def _union(pieces: Sequence[Piece]) -> int:
    mask = 0
    for piece in pieces:
        mask |= piece.mask
    return mask


def _can_gain(wanted: int, pieces: Sequence[Piece], free: int) -> bool:
    """Whether the free cells, each in its densest piece, are worth so much."""
    need = wanted * UNIT
    for density, _gain, mask, _cells in pieces:
        if free.bit_count() * density < need:
            return False
        new = mask & free
        if new:
            need -= new.bit_count() * density
            if need <= 0:
                return True
            free ^= new
    return False
