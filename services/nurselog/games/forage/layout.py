"""The two maps (chapters 2 and 11): cells, what lies on them, and which are adjacent."""

from dataclasses import dataclass
from typing import Final, NamedTuple, NewType

from nurselog.rules.enums import QuickEnum

Cell = NewType("Cell", int)
"""A place on the map: its index in `PLACES`."""

Cells = tuple[Cell, ...]

SMALL_MAP: Final = (
    "...3...",
    "..111..",
    "211*112",
    "..111..",
    "...3...",
)
LARGE_MAP: Final = (
    "...3.....3...",
    "..111...111..",
    "211*11111*112",
    "..111...111..",
    "...3.....3...",
)
"""Numbers of cards; `*` is a centre stack."""

SMALL_WIDTH: Final = len(SMALL_MAP[0])


class Kind(QuickEnum):
    """What lies on a cell."""

    SINGLE = "single"
    CACHE = "cache"
    STACK = "stack"


SINGLE, CACHE, STACK = Kind
"""Names for the kinds, because Python 3.11 takes its time to find a member of an enumeration."""


class Place(NamedTuple):
    """Row and column of a cell, both from 1."""

    row: int
    column: int


def places(pattern: tuple[str, ...]) -> list[Place]:
    """Where a map has cells: row by row, but the right half of the large map last."""
    found = [
        Place(row, column)
        for row, line in enumerate(pattern, start=1)
        for column, sign in enumerate(line, start=1)
        if sign != "."
    ]
    return sorted(found, key=lambda place: (place.column > SMALL_WIDTH, place))


PLACES: Final = tuple(places(LARGE_MAP))
"""All cells there are; the small map is the first fifteen."""

CELLS: Final = tuple(Cell(index) for index in range(len(PLACES)))
CELL_NAME: Final = tuple(f"r{place.row}c{place.column}" for place in PLACES)
CELL_NAMED: Final = {CELL_NAME[cell]: cell for cell in CELLS}

CENTRE: Final = CELL_NAMED["r3c4"]
FAR_CENTRE: Final = CELL_NAMED["r3c10"]
SHARED: Final = CELL_NAMED["r3c7"]
"""The card both halves of the large map share; a cache on the small one."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A map; all is by cell."""

    cells: Cells
    kinds: tuple[Kind, ...]
    sizes: tuple[int, ...]
    """The number of cards that are laid there; none on a centre."""
    near: tuple[Cells, ...]
    """The adjacent cells (rule 2.3)."""
    homes: tuple[Cells, ...]
    """The centres to which a token returns from there; where there are two, its owner chooses."""


def layout(pattern: tuple[str, ...]) -> Layout:
    """The map of a pattern."""
    cells = CELLS[: len(places(pattern))]
    signs = [pattern[PLACES[cell].row - 1][PLACES[cell].column - 1] for cell in cells]
    return Layout(
        cells,
        kinds=tuple(kind_of(sign) for sign in signs),
        sizes=tuple(0 if sign == "*" else int(sign) for sign in signs),
        near=tuple(tuple(other for other in cells if adjacent(cell, other)) for cell in cells),
        homes=tuple(homes(cell, large=pattern is LARGE_MAP) for cell in cells),
    )


def kind_of(sign: str) -> Kind:
    """What a sign of a pattern stands for."""
    return {"*": STACK, "1": SINGLE}.get(sign, CACHE)


def adjacent(one: Cell, other: Cell) -> bool:
    """Whether rows and columns differ by at most one; no cell is adjacent to itself."""
    rows = abs(PLACES[one].row - PLACES[other].row)
    columns = abs(PLACES[one].column - PLACES[other].column)
    return max(rows, columns) == 1


def homes(cell: Cell, *, large: bool) -> Cells:
    """The centre of a cell's own half of the map; both for the card the halves share (rule 11.6)."""
    column = PLACES[cell].column
    if not large or column < SMALL_WIDTH:
        return (CENTRE,)
    return (FAR_CENTRE,) if column > SMALL_WIDTH else (CENTRE, FAR_CENTRE)


SMALL: Final = layout(SMALL_MAP)
LARGE: Final = layout(LARGE_MAP)
LAYOUTS: Final = (SMALL, LARGE)
"""By whether the map is large."""
