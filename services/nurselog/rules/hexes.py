"""The plane of pointy-top hexagons in axial coordinates: cells, directions, symmetries, lines, groups.

`q` grows to the east, `r` grows to the south-east. A cell is one number, so neighbours are found by adding,
and sets of cells are sets of numbers; both coordinates go from -31 to 31. A cell's name is its coordinates
with their signs, `+1-2`. What lies on a cell is the business of each game.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NewType

Hex = NewType("Hex", int)
"""A cell: made by `hex_at`, taken apart by `axial`."""

Hexes = tuple[Hex, ...]

LIMIT: Final = 31
"""The greatest coordinate, and with a minus sign the least."""

_ROW: Final = 2 * (LIMIT + 1)
_ORIGIN: Final = (LIMIT + 1) * (_ROW + 1)

DIRECTION_NAMES: Final = ("NE", "E", "SE", "SW", "W", "NW")
"""The six directions clockwise; a direction is an index in this order, its opposite is three further."""

STEPS: Final = (_ROW - 1, _ROW, 1, 1 - _ROW, -_ROW, -1)
"""What is to be added to a cell to come to its neighbour in each direction."""

AXES: Final = STEPS[:3]
"""One direction for each of the three kinds of straight lines."""


def hex_at(q: int, r: int) -> Hex:
    """The cell with these coordinates. Raises `ValueError` for one that is too far out."""
    if not (-LIMIT <= q <= LIMIT and -LIMIT <= r <= LIMIT):
        raise ValueError(f"coordinates go from -{LIMIT} to {LIMIT}, not to {q}, {r}")
    return Hex(_ORIGIN + _ROW * q + r)


def axial(cell: Hex) -> tuple[int, int]:
    """The coordinates q and r of a cell."""
    q, r = divmod(cell, _ROW)
    return q - LIMIT - 1, r - LIMIT - 1


ORIGIN: Final = hex_at(0, 0)


@cache
def name(cell: Hex) -> str:
    """`+1-2`."""
    q, r = axial(cell)
    return f"{q:+d}{r:+d}"


def names(cells: Iterable[Hex]) -> tuple[str, ...]:
    """The names of some cells."""
    return tuple([name(cell) for cell in cells])


def neighbours(cell: Hex) -> Hexes:
    """The six cells around a cell, by direction."""
    return tuple([Hex(cell + step) for step in STEPS])


def distance(one: Hex, other: Hex) -> int:
    """The least number of steps from one cell to the other."""
    q, r = axial(Hex(one - other + _ORIGIN))
    return max(abs(q), abs(r), abs(q + r))


def within(radius: int, centre: Hex = ORIGIN) -> Hexes:
    """All cells at most so many steps away, in order."""
    q0, r0 = axial(centre)
    spans = ((q, max(-radius, -q - radius), min(radius, radius - q)) for q in range(-radius, radius + 1))
    return tuple([hex_at(q0 + q, r0 + r) for q, least, most in spans for r in range(least, most + 1)])


# --- Symmetries -------------------------------------------------------------------------------------------


def rotated(cell: Hex, turns: int) -> Hex:
    """The cell after so many clockwise steps of 60 degrees about the origin: east becomes south-east."""
    q, r = axial(cell)
    for _ in range(turns % 6):
        q, r = -r, q + r
    return hex_at(q, r)


def reflected(cell: Hex) -> Hex:
    """The cell in a mirror that lies on the axis from west to east: north-east becomes south-east."""
    q, r = axial(cell)
    return hex_at(q + r, -r)


def moved(cell: Hex, by: Hex) -> Hex:
    """The cell as far from `by` as it was from the origin."""
    (q, r), (dq, dr) = axial(cell), axial(by)
    return hex_at(q + dq, r + dr)


# --- Lines and groups -------------------------------------------------------------------------------------


def lines(cells: Iterable[Hex]) -> Iterator[list[Hex]]:
    """The cells that share a straight line, each line in order; a line of one cell comes, too."""
    found: dict[tuple[int, int], list[Hex]] = {}
    for cell in sorted(cells):
        q, r = axial(cell)
        for axis, number in enumerate((q + r, r, q)):
            found.setdefault((axis, number), []).append(cell)
    yield from found.values()


def sights(cells: Iterable[Hex]) -> list[tuple[Hex, Hex]]:
    """Pairs of cells on one line that do not touch, with none of the others between them; sorted."""
    pairs = [pair for line in lines(cells) for pair in pairwise(line)]
    return sorted((one, other) for one, other in pairs if other - one not in STEPS)


def between(one: Hex, other: Hex) -> Hexes:
    """The cells strictly between two cells of one line. Raises `ValueError` if they share none."""
    steps = distance(one, other)
    stride, rest = divmod(other - one, steps) if steps else (0, 1)
    if rest or stride not in STEPS:
        raise ValueError(f"{name(one)} and {name(other)} are on no line")
    return tuple([Hex(one + stride * number) for number in range(1, steps)])


def groups(cells: Iterable[Hex]) -> list[Hexes]:
    """The cells in maximal connected groups, both groups and cells in order."""
    rest = set(cells)
    found = []
    for first in sorted(rest):
        if first in rest:
            rest.remove(first)
            found.append(tuple(sorted(_flooded(first, rest))))
    return found


def _flooded(first: Hex, rest: set[Hex]) -> list[Hex]:
    """The first cell and all that it is joined with; takes these out of the rest."""
    group = [first]
    for cell in group:
        for step in STEPS:
            other = Hex(cell + step)
            if other in rest:
                rest.remove(other)
                group.append(other)
    return group
