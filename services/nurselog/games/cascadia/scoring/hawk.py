"""Hawks: alone, or in sight of each other (chapter 13)."""

from typing import Final

from nurselog.games.cascadia.components import HAWK
from nurselog.games.cascadia.scoring.findings import (
    Card,
    Finding,
    Table,
    Wildlife,
    counted,
    each_scored,
    touches_own_kind,
)
from nurselog.games.cascadia.scoring.packing import best_packing
from nurselog.games.cascadia.terms import Terms
from nurselog.rules.hexes import Hex, Hexes, between, sights

ALONE: Final = Table(2, 5, 8, 11, 14, 18, 22, 26, or_more=True)
ALONE_AND_SEEING: Final = Table(0, 5, 9, 12, 16, 20, 24, 28, or_more=True)
SIGHT: Final = 3
BETWEEN: Final = Table(4, 7, 9, or_more=True)


def alone(wild: Wildlife, _terms: Terms) -> Finding:
    """By the number of hawks that touch no other (rule 13.2)."""
    return counted(((cell,) for cell in lonely(wild.of[HAWK])), ALONE, "hawk")


def alone_and_seeing(wild: Wildlife, _terms: Terms) -> Finding:
    """By the number of those that also see a hawk (rule 13.3)."""
    seeing = {cell for pair in sights(wild.of[HAWK]) for cell in pair}
    return counted(((cell,) for cell in lonely(wild.of[HAWK]) if cell in seeing), ALONE_AND_SEEING, "hawk")


def lonely(hawks: Hexes) -> list[Hex]:
    """The hawks that touch no other."""
    return [cell for cell in hawks if not touches_own_kind(cell, hawks)]


def lines_of_sight(wild: Wildlife, _terms: Terms) -> Finding:
    """Three for each line of sight (rule 13.4)."""
    return each_scored((pair, SIGHT) for pair in sights(wild.of[HAWK]))


def pairs(wild: Wildlife, _terms: Terms) -> Finding:
    """Pairs by the kinds of animals between them, each hawk in one pair (rule 13.5)."""
    worth: dict[Hexes, int] = {pair: worth_between(wild, *pair) for pair in sights(wild.of[HAWK])}
    return each_scored((pair, worth[pair]) for pair in best_packing(worth))


def worth_between(wild: Wildlife, one: Hex, other: Hex) -> int:
    """What a pair is worth."""
    tokens = wild.tokens
    return BETWEEN(len({tokens[cell] for cell in between(one, other) if cell in tokens}))


A: Final = Card("hawks that touch no hawk", alone)
B: Final = Card("hawks that touch no hawk and see one", alone_and_seeing)
C: Final = Card("lines of sight", lines_of_sight)
D: Final = Card("pairs in sight, by the animals between them", pairs, looks_at_others=True)
