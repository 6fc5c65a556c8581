"""Corridors of land, and the bonus for the largest (chapters 16 and 17)."""

from functools import lru_cache
from typing import Final, NamedTuple

from nurselog.games.cascadia.board import Board
from nurselog.games.cascadia.components import EDGES, HABITATS, LAND, Habitat, Tile
from nurselog.games.cascadia.terms import Special, Terms
from nurselog.rules.hexes import STEPS, Hex, Hexes

SOLO_LENGTH: Final = 7
"""So long a corridor earns the solo bonus (rule 17.3)."""

LONG: Final = 5
"""Shorter largest corridors are worth nothing by the special rule 23.4."""

THREE: Final = 3
"""So long are the corridors that score by the special rule 23.3."""

_SIDES: Final = tuple((side, step, (side + 3) % 6) for side, step in enumerate(STEPS))


Corridors = tuple[Hexes, ...]
"""Those of one habitat, in order."""


def largest_corridors(board: Board) -> tuple[Hexes, ...]:
    """For each habitat the cells of its largest corridor; the first in order, where several are as large."""
    return _largest(board.cells, board.tiles, board.turns)


class Land(NamedTuple):
    """What a habitat scores, without the bonus, and the corridors that earn it."""

    points: int
    corridors: Corridors


def land(terms: Terms, board: Board) -> tuple[Land, ...]:
    """What each habitat scores (rules 16.2 and 23.2 to 23.4)."""
    if terms.special is Special.NO_MATCH:
        return (Land(0, ()),) * len(HABITATS)
    if terms.special is Special.THREES:
        every = all_corridors(board.cells, board.tiles, board.turns)
        return tuple([_threes(corridors) for corridors in every])
    least = LONG if terms.special is Special.LONG_CORRIDORS else 1
    return tuple(
        [
            Land(len(cells), (cells,)) if len(cells) >= least else Land(0, ())
            for cells in largest_corridors(board)
        ]
    )


def _threes(corridors: Corridors) -> Land:
    scoring = tuple([cells for cells in corridors if len(cells) == THREE])
    return Land(THREE * len(scoring), scoring)


@lru_cache(maxsize=4096)
def _largest(cells: Hexes, tiles: tuple[Tile, ...], turns: tuple[int, ...]) -> tuple[Hexes, ...]:
    return tuple([max(corridors, key=len, default=()) for corridors in all_corridors(cells, tiles, turns)])


@lru_cache(maxsize=4096)
def all_corridors(cells: Hexes, tiles: tuple[Tile, ...], turns: tuple[int, ...]) -> tuple[Corridors, ...]:
    """For each habitat the maximal sets of hexes joined by borders that show it on both sides (rule 16.1).

    They are those that were there before the last hex was placed, and what it joins.
    """
    if not cells:
        return ((),) * len(HABITATS)
    corridors = list(all_corridors(cells[:-1], tiles[:-1], turns[:-1]))
    for habitat in LAND[tiles[-1]]:
        beside = joined_hexes(cells, tiles, turns, habitat)
        corridors[habitat] = with_hex(corridors[habitat], cells[-1], beside)
    return tuple(corridors)


def joined_hexes(cells: Hexes, tiles: tuple[Tile, ...], turns: tuple[int, ...], habitat: Habitat) -> set[Hex]:
    """The neighbours with which the last hex shares a border of the habitat."""
    last, own = cells[-1], EDGES[tiles[-1]][turns[-1]]
    found = set()
    for side, step, opposite in _SIDES:
        if own[side] == habitat and (other := Hex(last + step)) in cells:
            at = cells.index(other)
            if EDGES[tiles[at]][turns[at]][opposite] == habitat:
                found.add(other)
    return found


def with_hex(corridors: Corridors, cell: Hex, beside: set[Hex]) -> Corridors:
    """The corridors with a hex that joins those in which its neighbours are."""
    joined, others = [cell], []
    for corridor in corridors:
        if beside.isdisjoint(corridor):
            others.append(corridor)
        else:
            joined += corridor
    return tuple(sorted((*others, tuple(sorted(joined)))))


@lru_cache(maxsize=4096)
def bonuses(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """What the sizes of one habitat's corridors earn, seat by seat (chapter 17)."""
    if len(sizes) == 1:
        return (2 if sizes[0] >= SOLO_LENGTH else 0,)
    largest, others = max(sizes), sorted(set(sizes), reverse=True)[1:]
    first = sizes.count(largest)
    second = others[0] if others and len(sizes) > 2 and first == 1 and sizes.count(others[0]) == 1 else 0
    for_first = _for_the_largest(len(sizes), first)
    return tuple([for_first * (size == largest > 0) or int(size == second > 0) for size in sizes])


def _for_the_largest(seat_count: int, tied: int) -> int:
    """What each of so many tied for the largest gets (rules 17.1 and 17.2)."""
    if seat_count == 2:
        return 2 if tied == 1 else 1
    return {1: 3, 2: 2}.get(tied, 1)
