"""Nobody is stranded beside a table that could be cut otherwise: the partition that seats most people wins.

Around each ticket that is left over, the tables nearby are taken apart and the best partition of all their
tickets is computed; it replaces the old one if it seats more. Pure, and bounded: a few dozen tickets each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nurselog.matchmaking.matching.columns import Candidate, Columns
from nurselog.matchmaking.matching.company import companies
from nurselog.matchmaking.matching.foes import Ints

BESIDE = 12
"""How many tickets on either side are looked at."""
MOST = 200
"""How many left-over tickets of a pass are looked after, the longest waiting first."""


class Partition(NamedTuple):
    """How a row of tickets is cut; compares by what is better."""

    people: int
    fewest: int
    """Minus the number of tables."""
    cheapest: float
    """Minus the sum of the keys."""
    tables: tuple[Candidate, ...]


NOTHING = Partition(0, 0, 0.0, ())


def mend(columns: Columns, tables: Sequence[Candidate], left: Ints) -> tuple[list[Candidate], Ints]:
    """The tables and the left over, after every neighbourhood seats as many as it can."""
    at_table = {one: table for table in tables for one in table.members}
    kept = dict.fromkeys(tables)
    sizes = columns.rows.sizes
    for one in left[np.argsort(-columns.waits[left], kind="stable")][:MOST].tolist():
        if one in at_table:
            continue
        nearby = _nearby(columns, one, at_table)
        if not nearby:
            continue
        taken = {member for table in nearby for member in table.members}
        row = sorted(taken.union(_loose(columns, one, at_table)))
        best = partition(columns, row)
        if best.people <= sum(sizes[member] for member in taken):
            continue
        for table in nearby:
            del kept[table]
        for member in taken:
            del at_table[member]
        for table in best.tables:
            kept[table] = None
            at_table.update(dict.fromkeys(table.members, table))
    free = np.ones(len(columns), np.bool_)
    free[list(at_table)] = False
    return list(kept), np.flatnonzero(free)


def partition(columns: Columns, row: Sequence[int]) -> Partition:
    """The best cut of a row of tickets into tables of neighbours: most people, fewest tables, least cost."""
    best = [NOTHING] * (len(row) + 1)
    by_size = {size: companies(columns, size) for size in columns.shape.seats}
    for at in range(len(row) - 1, -1, -1):
        choices = [best[at + 1]]
        for size, company in by_size.items():
            table = company(row, at)
            if not columns.is_table(table, size):
                continue
            end = at + len(table.members)
            if table.members == tuple(row[at:end]):
                rest = best[end]
                choices.append(
                    Partition(
                        rest.people + size,
                        rest.fewest - 1,
                        rest.cheapest - table.key,
                        (table, *rest.tables),
                    )
                )
        best[at] = max(choices, key=lambda choice: choice[:3])
    return best[0]


def _nearby(columns: Columns, one: int, at_table: dict[int, Candidate]) -> list[Candidate]:
    """The tables of which every member is near."""
    near = range(max(0, one - BESIDE), min(len(columns), one + BESIDE + 1))
    tables = dict.fromkeys(at_table[other] for other in near if other in at_table)
    return [table for table in tables if table.members[0] in near and table.members[-1] in near]


def _loose(columns: Columns, one: int, at_table: dict[int, Candidate]) -> list[int]:
    near = range(max(0, one - BESIDE), min(len(columns), one + BESIDE + 1))
    return [other for other in near if other not in at_table]
