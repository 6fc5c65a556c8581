"""One pass over a pool: which tickets sit together now. Pure: tickets, a shape and a time give groups.

Larger tables first. Of tables of one size the most urgent first (small spread, long wait), without overlap;
then those who are left are looked at again. At the end nobody is stranded next to a table that could be cut
otherwise, and who asked for bots gets them. The order of the tickets given plays no role.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter

import numpy as np

from nurselog.matchmaking.matching.columns import Candidate, Columns
from nurselog.matchmaking.matching.company import alone, companies
from nurselog.matchmaking.matching.crowd import Crowd
from nurselog.matchmaking.matching.foes import Ints
from nurselog.matchmaking.matching.groups import Group, Pass
from nurselog.matchmaking.matching.mending import mend
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.sweep import Sweep
from nurselog.matchmaking.matching.terms import Terms

EVERY_TABLE = 1 << 60
MANY = 200
"""From so many tickets on all of them are looked at together."""

urgency = itemgetter(0)


def match(
    shape: Shape, terms: Terms, seekers: Iterable[Seeker], now_ms: int, limit: int = EVERY_TABLE
) -> Pass:
    """The groups of a pass, at most `limit`. Each ticket sits in one at most."""
    return look(Crowd(shape, terms, list(seekers)).columns(now_ms), limit)


def look(columns: Columns, limit: int = EVERY_TABLE) -> Pass:
    """The same for tickets that stand in columns already."""
    left = np.arange(len(columns))
    tables: list[Candidate] = []
    for size in sorted(columns.shape.seats, reverse=True):
        left = _seat(columns, left, size, tables, limit)
    if len(columns.shape.seats) > 1 and len(tables) < limit:
        tables, left = mend(columns, tables, left)
    tables.sort(key=urgency)
    groups = [_group(columns, table) for table in tables[:limit]]
    groups += islice(_with_bots(columns, left), limit - len(groups))
    stuck = sum(_is_stuck(columns, table) for table in tables)
    return Pass(tuple(groups), len(columns), stuck)


def _seat(columns: Columns, left: Ints, size: int, tables: list[Candidate], limit: int) -> Ints:
    """Takes tables of one size until there are no more; answers who is left."""
    for _ in range(columns.terms.rounds):
        if len(tables) >= limit:
            break
        before = len(tables)
        taken = _take(possible(columns, left, size), tables, limit, bytearray(len(columns)))
        if len(tables) == before:
            break
        left = left[~np.frombuffer(taken, np.bool_)[left]]
    return left


def possible(columns: Columns, left: Ints, size: int) -> Iterable[Candidate]:
    """All tables of so many seats, the most urgent first; they overlap."""
    if len(left) >= MANY:
        return Sweep(columns, left, size).tables()
    return one_by_one(columns, left.tolist(), size)


def one_by_one(columns: Columns, left: Sequence[int], size: int) -> list[Candidate]:
    """The same, found by looking at each ticket."""
    company, is_table = companies(columns, size), columns.is_table
    found = [table for at in range(len(left)) if is_table(table := company(left, at), size)]
    found.sort(key=urgency)
    return found


def _take(found: Iterable[Candidate], tables: list[Candidate], limit: int, taken: bytearray) -> bytearray:
    """The most urgent tables that do not overlap; marks their members in `taken`."""
    for table in found:
        for member in table[1]:
            if taken[member]:
                break
        else:
            for member in table[1]:
                taken[member] = 1
            tables.append(table)
            if len(tables) >= limit:
                break
    return taken


def _with_bots(columns: Columns, left: Ints) -> Iterator[Group]:
    """Tables for those who would rather play with bots by now; together, where they can be."""
    ready = left[columns.waits[left] >= columns.bots_after[left]].tolist()
    company = companies(columns, columns.shape.largest)
    seated: set[int] = set()
    for at, one in enumerate(ready):
        if one in seated:
            continue
        for table in (company(_next(ready, at, seated, columns.terms.lookahead), 0), alone(columns, one)):
            if (group := _filled(columns, table)) is not None:
                seated.update(table.members)
                yield group
                break


def _next(ready: Sequence[int], at: int, seated: set[int], most: int) -> list[int]:
    """The one at `at`, and so many at most of those after it who are not seated yet."""
    free = (one for one in map(ready.__getitem__, range(at, len(ready))) if one not in seated)
    return list(islice(free, most + 1))


def _filled(columns: Columns, table: Candidate) -> Group | None:
    """The smallest allowed table that holds them, the rest bots."""
    seats = min((size for size in columns.shape.seats if size >= table.people), default=0)
    if not seats or not columns.divides(table, seats):
        return None
    group = _group(columns, table._replace(people=seats))
    bots = seats - table.people
    return replace(group, bots=bots, reasons=(*group.reasons, "bots")) if bots else group


def _group(columns: Columns, table: Candidate) -> Group:
    _, members, spread, oldest_s, people, window = table
    reasons: tuple[str, ...] = ()
    if spread > window:
        reasons += ("starved",)
    if people < columns.shape.largest and len(members) > 1:
        reasons += ("fewer_seats",)
    seekers = [columns.seeker(one) for one in members]
    if any([columns.guarded[one] for one in members]) and _met_lately(seekers):  # noqa: C419
        reasons += ("recent_opponents",)
    return Group(tuple([one.id for one in seekers]), spread, oldest_s, 0, reasons)


def _met_lately(seekers: Sequence[Seeker]) -> bool:
    for one in seekers:
        for other in seekers if one.recent else ():
            if other is not one and not one.recent.isdisjoint(other.players):
                return True
    return False


def _is_stuck(columns: Columns, table: Candidate) -> bool:
    limit = columns.terms.stuck_after_s
    return table.oldest_s > limit and (columns.waits[list(table.members)] > limit).sum().item() > 1
