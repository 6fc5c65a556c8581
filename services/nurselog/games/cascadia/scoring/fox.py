"""Foxes: what is around them (chapter 14)."""

from collections import Counter
from typing import Final

from nurselog.games.cascadia.components import FOX, Species
from nurselog.games.cascadia.scoring.findings import Card, Finding, Table, Wildlife, around, each_scored
from nurselog.games.cascadia.scoring.packing import best_packing
from nurselog.games.cascadia.terms import Terms
from nurselog.rules.hexes import AXES, Hex, Hexes

TWINS: Final = Table(3, 5, 7, or_more=True)
TWINS_OF_PAIRS: Final = Table(5, 7, 9, 11)


def kinds(wild: Wildlife, _terms: Terms) -> Finding:
    """A point for each kind of animal around a fox (rule 14.1)."""
    return each_scored(((cell,), len(set(around(wild, (cell,))))) for cell in wild.of[FOX])


def twins(wild: Wildlife, _terms: Terms) -> Finding:
    """By the kinds of animals that are there twice (rule 14.2)."""
    return each_scored(((cell,), TWINS(twins_around(wild, (cell,)))) for cell in wild.of[FOX])


def most_frequent(wild: Wildlife, _terms: Terms) -> Finding:
    """A point for each animal of the most frequent kind (rule 14.3)."""
    return each_scored(
        ((cell,), max(others_around(wild, (cell,)).values(), default=0)) for cell in wild.of[FOX]
    )


def pairs(wild: Wildlife, _terms: Terms) -> Finding:
    """Pairs of foxes by the kinds that are there twice around both, each fox in one pair (rule 14.4)."""
    worth = {pair: TWINS_OF_PAIRS(twins_around(wild, pair)) for pair in adjacent_pairs(wild.of[FOX])}
    return each_scored((pair, worth[pair]) for pair in best_packing(worth))


def adjacent_pairs(foxes: Hexes) -> list[Hexes]:
    """Pairs of foxes that touch."""
    return [
        tuple(sorted((cell, other)))
        for cell in foxes
        for step in AXES
        if (other := Hex(cell + step)) in foxes
    ]


def others_around(wild: Wildlife, cells: Hexes) -> Counter[Species]:
    """How often each other kind of animal is around some cells."""
    return Counter(token for token in around(wild, cells) if token != FOX)


def twins_around(wild: Wildlife, cells: Hexes) -> int:
    """How many other kinds of animals are at least twice around some cells."""
    return sum(count >= 2 for count in others_around(wild, cells).values())


A: Final = Card("different animals around each fox", kinds, looks_at_others=True)
B: Final = Card("animals that are twice around a fox", twins, looks_at_others=True)
C: Final = Card("the most frequent animal around each fox", most_frequent, looks_at_others=True)
D: Final = Card("pairs of foxes, by the animals that are twice around them", pairs, looks_at_others=True)
