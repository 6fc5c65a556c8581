"""Salmon: runs, in which none touches more than two others (chapter 12)."""

from functools import partial
from typing import Final

from nurselog.games.cascadia.components import SALMON
from nurselog.games.cascadia.scoring.findings import Card, Finding, Table, Wildlife, around, each_scored
from nurselog.games.cascadia.terms import Terms
from nurselog.rules.hexes import STEPS, Hex, Hexes, groups

LONG: Final = Table(2, 5, 8, 12, 16, 20, 25, or_more=True)
MIDDLE: Final = Table(2, 4, 9, 11, 17, or_more=True)
THREE_AND_MORE: Final = Table(0, 0, 10, 12, 15, or_more=True)
FIRST_LONG: Final = Table(2, 4, 7, 11, 15, 20, 26, or_more=True)
FIRST_SHORT: Final = Table(2, 4, 8, 12, or_more=True)
LEAST_WITH_NEIGHBOURS: Final = 3


def runs(wild: Wildlife, terms: Terms) -> list[Hexes]:
    """The runs; what is done with crowded salmon is a switch (rule 12.4)."""
    salmon = wild.of[SALMON]
    crowded = {cell for cell in salmon if is_crowded(cell, salmon)}
    if terms.void_salmon_groups:
        return [group for group in groups(salmon) if crowded.isdisjoint(group)]
    return groups(cell for cell in salmon if cell not in crowded)


def is_crowded(cell: Hex, salmon: Hexes) -> bool:
    """Whether a salmon touches more than two others."""
    return sum(cell + step in salmon for step in STEPS) > 2


def by_length(wild: Wildlife, terms: Terms, table: Table) -> Finding:
    """Each run by its length (rules 12.5 to 12.7)."""
    return each_scored((run, table(len(run))) for run in runs(wild, terms))


def with_neighbours(wild: Wildlife, terms: Terms) -> Finding:
    """Runs of three or more: a point for each salmon and for each other animal beside it (rule 12.8)."""
    return each_scored(
        (run, len(run) + sum(token != SALMON for token in around(wild, run)))
        for run in runs(wild, terms)
        if len(run) >= LEAST_WITH_NEIGHBOURS
    )


A: Final = Card("runs", partial(by_length, table=LONG))
B: Final = Card("runs of up to five", partial(by_length, table=MIDDLE))
C: Final = Card("runs of three to five", partial(by_length, table=THREE_AND_MORE))
D: Final = Card("runs and the animals beside them", with_neighbours, looks_at_others=True)
FIRST_A: Final = Card("runs", partial(by_length, table=FIRST_LONG))
FIRST_B: Final = Card("runs of up to four", partial(by_length, table=FIRST_SHORT))
FIRST_C: Final = B
