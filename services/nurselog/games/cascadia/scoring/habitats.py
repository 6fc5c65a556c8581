"""Corridors of land, and the bonus for the largest (chapters 16 and 17)."""

from functools import lru_cache
from typing import Final

from nurselog.games.cascadia.board import Board, edges_of
from nurselog.games.cascadia.components import HABITATS, Edges, Habitat, Tile
from nurselog.rules.hexes import STEPS, Hex, Hexes

SOLO_LENGTH: Final = 7
"""So long a corridor earns the solo bonus (rule 17.3)."""

_SIDES: Final = tuple((side, step, (side + 3) % 6) for side, step in enumerate(STEPS))


def largest_corridors(board: Board) -> tuple[Hexes, ...]:
    """For each habitat the cells of its largest corridor; the first in order, where several are as large."""
    return _largest_corridors(board.cells, board.tiles, board.turns)


@lru_cache(maxsize=4096)
def _largest_corridors(cells: Hexes, tiles: tuple[Tile, ...], turns: tuple[int, ...]) -> tuple[Hexes, ...]:
    edges = edges_of(cells, tiles, turns)
    return tuple([max(corridors(edges, habitat), key=len, default=()) for habitat in HABITATS])


def corridors(edges: dict[Hex, Edges], habitat: Habitat) -> list[Hexes]:
    """Maximal sets of hexes that are joined by borders with the habitat on both sides (rule 16.1)."""
    rest = {cell for cell, sides in edges.items() if habitat in sides}
    found = []
    for first in sorted(rest):
        if first in rest:
            rest.remove(first)
            found.append(_followed(first, rest, edges, habitat))
    return found


def _followed(first: Hex, rest: set[Hex], edges: dict[Hex, Edges], habitat: Habitat) -> Hexes:
    """The corridor of one hex; takes its hexes out of the rest."""
    corridor = [first]
    for cell in corridor:
        own = edges[cell]
        for side, step, opposite in _SIDES:
            other = Hex(cell + step)
            if own[side] == habitat and other in rest and edges[other][opposite] == habitat:
                rest.remove(other)
                corridor.append(other)
    return tuple(sorted(corridor))


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
