"""Elk: lines, shapes, groups, rings (chapter 11). Each elk counts in one group; the best division counts."""

from collections.abc import Iterable
from typing import Final

from nurselog.games.cascadia.components import ELK
from nurselog.games.cascadia.scoring.elk_groups import best_parts
from nurselog.games.cascadia.scoring.elk_rings import best_rings
from nurselog.games.cascadia.scoring.findings import Card, Finding, Table, Wildlife, each_scored
from nurselog.games.cascadia.scoring.packing import best_packing
from nurselog.games.cascadia.terms import Terms
from nurselog.rules.hexes import AXES, STEPS, Hex, Hexes, groups

LINES: Final = Table(2, 5, 9, 13)
SHAPES: Final = LINES
ANY_SHAPE: Final = Table(2, 4, 7, 10, 14, 18, 23, 28, or_more=True)
RINGS: Final = Table(2, 5, 8, 12, 16, 21)


def lines(wild: Wildlife, _terms: Terms) -> Finding:
    """Straight lines of up to four (rules 11.3 and 11.4)."""
    return divided(wild.of[ELK], all_lines(frozenset(wild.of[ELK])), LINES)


def all_lines(elk: frozenset[Hex]) -> set[Hexes]:
    """Every straight line of two to four elk."""
    found = set()
    for cell in elk:
        for step in AXES:
            line = [cell]
            while len(line) < 4 and (following := Hex(line[-1] + step)) in elk:
                line.append(following)
                found.add(tuple(sorted(line)))
    return found


def shapes(wild: Wildlife, _terms: Terms) -> Finding:
    """Single, pair, triangle and rhombus (rule 11.5)."""
    return divided(wild.of[ELK], all_shapes(frozenset(wild.of[ELK])), SHAPES)


def all_shapes(elk: frozenset[Hex]) -> set[Hexes]:
    """Every pair, triangle and rhombus of elk: an elk and one, two or three in a row around it."""
    found = set()
    for cell in elk:
        ring = [Hex(cell + step) for step in STEPS]
        for first in range(6):
            shape = [cell]
            while len(shape) < 4 and (following := ring[(first + len(shape) - 1) % 6]) in elk:
                shape.append(following)
                found.add(tuple(sorted(shape)))
    return found


def rings(wild: Wildlife, terms: Terms) -> Finding:
    """Elk around common centres (rules 11.7 and 11.8)."""
    elk = wild.of[ELK]
    return with_singles(elk, best_rings(elk, RINGS, gaps=terms.elk_gaps), RINGS)


def any_shape(wild: Wildlife, terms: Terms) -> Finding:
    """Groups of any shape; more than eight are cut (rule 11.6)."""
    found = groups(wild.of[ELK])
    parts = [part for group in found for part in best_parts(group, ANY_SHAPE)] if terms.elk_split else found
    return largest_first(parts, ANY_SHAPE)


def divided(elk: Hexes, pieces: Iterable[Hexes], table: Table) -> Finding:
    """The best division into pieces and singles."""
    single = table(1)
    gains = {cells: table(len(cells)) - single * len(cells) for cells in pieces}
    return with_singles(elk, best_packing(gains), table)


def with_singles(elk: Hexes, found: list[Hexes], table: Table) -> Finding:
    """These groups, and the elk that are in none of them, each for itself."""
    taken = {cell for cells in found for cell in cells}
    singles = [(cell,) for cell in elk if cell not in taken]
    return largest_first((*found, *singles), table)


def largest_first(found: Iterable[Hexes], table: Table) -> Finding:
    """These groups by their sizes."""
    return each_scored(
        (cells, table(len(cells))) for cells in sorted(found, key=lambda one: (-len(one), one))
    )


LINES_CARD: Final = Card("straight lines", lines)
SHAPES_CARD: Final = Card("exact shapes", shapes)
ANY_SHAPE_CARD: Final = Card("groups of any shape", any_shape)
RINGS_CARD: Final = Card("rings", rings)
