"""Bears: groups of exact sizes (chapter 10). A group is whole: of the wrong size it scores nothing."""

from typing import Final

from nurselog.games.cascadia.components import BEAR
from nurselog.games.cascadia.scoring.findings import Card, Finding, Table, Wildlife, counted, each_scored
from nurselog.games.cascadia.terms import Terms
from nurselog.rules.hexes import groups

PAIRS: Final = Table(4, 11, 19, 27, or_more=True)
TRIPLES: Final = Table(0, 0, 10)
UP_TO_THREE: Final = Table(2, 5, 8)
ALL_THREE_SIZES: Final = 3
TWO_TO_FOUR: Final = Table(0, 5, 8, 13)


def pairs(wild: Wildlife, _terms: Terms) -> Finding:
    """By the number of pairs (rule 10.1)."""
    return counted((group for group in groups(wild.of[BEAR]) if len(group) == 2), PAIRS, "pair")


def triples(wild: Wildlife, _terms: Terms) -> Finding:
    """Ten for each group of three (rule 10.2)."""
    return by_size(wild, TRIPLES)


def up_to_three(wild: Wildlife, _terms: Terms) -> Finding:
    """Groups of one, two and three, and a bonus for all of them (rule 10.3)."""
    found = by_size(wild, UP_TO_THREE)
    if {len(group) for group in found.sets} != {1, 2, 3}:
        return found
    reason = f"{found.reason} + {ALL_THREE_SIZES} for all sizes"
    return Finding(found.points + ALL_THREE_SIZES, found.sets, reason, found.each)


def two_to_four(wild: Wildlife, _terms: Terms) -> Finding:
    """Groups of two, three and four (rule 10.4)."""
    return by_size(wild, TWO_TO_FOUR)


def by_size(wild: Wildlife, table: Table) -> Finding:
    """Each group by its size."""
    return each_scored((group, table(len(group))) for group in groups(wild.of[BEAR]))


A: Final = Card("pairs of bears", pairs)
B: Final = Card("groups of three", triples)
C: Final = Card("groups of one, two and three", up_to_three)
D: Final = Card("groups of two, three and four", two_to_four)
