"""What a scoring card looks at, and what it finds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from nurselog.games.cascadia.components import SPECIES, Species
from nurselog.games.cascadia.terms import Terms
from nurselog.rules.hexes import STEPS, Hex, Hexes, name

Scored = tuple[Hexes, int]
"""A set of cells and its points."""


class Wildlife(NamedTuple):
    """The tokens of one environment: all that scoring cards look at."""

    tokens: dict[Hex, Species]
    of: tuple[Hexes, ...]
    """The cells of each species, in order."""


def wildlife(cells: Hexes, tokens: tuple[Species | None, ...]) -> Wildlife:
    """The tokens on some cells; None stands for a tile without one."""
    found = {cell: token for cell, token in sorted(zip(cells, tokens, strict=True)) if token is not None}
    of = tuple([tuple([cell for cell, token in found.items() if token == species]) for species in SPECIES])
    return Wildlife(found, of)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a card is worth to a board: points, the sets of cells that earned them, how they add up."""

    points: int
    sets: tuple[Hexes, ...]
    reason: str
    each: tuple[int, ...] = ()
    """What each set is worth; empty where only their number counts."""

    @property
    def evidence(self) -> tuple[str, ...]:
        """The sets in notation: `+0+0.+1+0`."""
        return tuple(".".join(name(cell) for cell in cells) for cells in self.sets)


@dataclass(frozen=True, slots=True)
class Card:
    """A scoring card: what it says in short, and what it finds."""

    text: str
    find: Callable[[Wildlife, Terms], Finding]
    looks_at_others: bool = False
    """Whether tokens of other species matter, too."""


class Table:
    """Points by a number, from one on; what is not listed is worth nothing, unless the last is `or more`."""

    def __init__(self, *points: int, or_more: bool = False) -> None:
        self.points = (0, *points)
        self._beyond = points[-1] if or_more else 0

    def __call__(self, number: int) -> int:
        return self.points[number] if number < len(self.points) else self._beyond


def each_scored(found: Iterable[Scored]) -> Finding:
    """The sum of what each set is worth; sets that are worth nothing are left out."""
    earned = [(cells, points) for cells, points in found if points]
    each = tuple([points for _, points in earned])
    return Finding(sum(each), tuple([cells for cells, _ in earned]), " + ".join(map(str, each)), each)


def counted(found: Iterable[Hexes], table: Table, noun: str) -> Finding:
    """What so many sets together are worth."""
    sets = tuple(found)
    return Finding(table(len(sets)), sets, f"{len(sets)} {noun}{'' if len(sets) == 1 else 's'}")


def around(wild: Wildlife, cells: Hexes) -> list[Species]:
    """The tokens on the cells that touch any of these, each cell once, themselves left out."""
    cells_around = dict.fromkeys(Hex(cell + step) for cell in cells for step in STEPS)
    tokens = wild.tokens
    return [tokens[cell] for cell in cells_around if cell in tokens and cell not in cells]


def touches_own_kind(cell: Hex, cells: Hexes) -> bool:
    """Whether one of the cells touches this one."""
    return any(cell + step in cells for step in STEPS)
