"""One pass over a pool: which tickets sit together now. Pure: tickets, a shape and a time give groups.

Larger tables first. Of tables of one size the most urgent first (small spread, long wait), without overlap;
then those who are left are looked at again. At the end nobody is stranded next to a table that could be cut
otherwise, and who asked for bots gets them. The order of the tickets given plays no role.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter

from nurselog.matchmaking.matching.columns import Candidate, Columns, columns_of
from nurselog.matchmaking.matching.groups import Group, Pass
from nurselog.matchmaking.matching.mending import mend
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.terms import Terms

EVERY_TABLE = 1 << 60

urgency = itemgetter(0)


def match(
    shape: Shape, terms: Terms, seekers: Iterable[Seeker], now_ms: int, limit: int = EVERY_TABLE
) -> Pass:
    """The groups of a pass, at most `limit`. Each ticket sits in one at most."""
    ordered = sorted(seekers, key=lambda one: (one.rating, one.since_ms, one.id))
    return match_sorted(shape, terms, ordered, now_ms, limit)


def match_sorted(
    shape: Shape, terms: Terms, seekers: Sequence[Seeker], now_ms: int, limit: int = EVERY_TABLE
) -> Pass:
    """The same for tickets in the order of their ratings."""
    rows = columns_of(shape, terms, seekers, now_ms)
    left = list(range(len(seekers)))
    tables: list[Candidate] = []
    for size in sorted(shape.seats, reverse=True):
        left = _seat(rows, left, size, tables, limit)
    if len(shape.seats) > 1 and len(tables) < limit:
        tables, left = mend(rows, tables, left)
    tables.sort(key=urgency)
    groups = [_group(rows, table) for table in tables[:limit]]
    groups += _with_bots(rows, left)
    stuck = sum(_is_stuck(rows, table) for table in tables)
    return Pass(tuple(groups[:limit]), len(seekers), stuck)


def _seat(rows: Columns, left: list[int], size: int, tables: list[Candidate], limit: int) -> list[int]:
    """Takes tables of one size until there are no more; answers who is left."""
    company, is_table = rows.companies(size), rows.is_table
    always = size == rows.shape.largest
    for _ in range(rows.terms.rounds):
        found = [
            table
            for at in range(len(left))
            if (table := company(left, at))[4] == size
            and is_table(table, size)
            and (always or rows.is_due(table))
        ]
        if not found or len(tables) >= limit:
            break
        found.sort(key=urgency)
        taken = _take(found, tables, limit, bytearray(len(rows.seekers)))
        left = [one for one in left if not taken[one]]
    return left


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


def _with_bots(rows: Columns, left: Sequence[int]) -> list[Group]:
    """Tables for those who would rather play with bots by now; together, where they can be."""
    ready = [one for one in left if _wants_bots(rows, one)]
    company = rows.companies(rows.shape.largest)
    groups = []
    while ready:
        group = _filled(rows, company(ready, 0)) or _filled(rows, rows.alone(ready[0]))
        if group is not None:
            groups.append(group)
        seated = set(group.tickets) if group else set()
        ready = [one for one in ready[1:] if rows.seekers[one].id not in seated]
    return groups


def _wants_bots(rows: Columns, one: int) -> bool:
    after = rows.seekers[one].bots_after_s
    return after is not None and rows.waits[one] >= after


def _filled(rows: Columns, table: Candidate) -> Group | None:
    """The smallest allowed table that holds them, the rest bots."""
    seats = min((size for size in rows.shape.seats if size >= table.people), default=0)
    if not seats or (rows.shape.team_size and not rows.divides(table.members, seats)):
        return None
    group = _group(rows, table._replace(people=seats))
    bots = seats - table.people
    return replace(group, bots=bots, reasons=(*group.reasons, "bots")) if bots else group


def _group(rows: Columns, table: Candidate) -> Group:
    _, members, spread, oldest_s, people, window = table
    reasons: tuple[str, ...] = ()
    if spread > window:
        reasons += ("starved",)
    if people < rows.shape.largest and len(members) > 1:
        reasons += ("fewer_seats",)
    seekers = [rows.seekers[one] for one in members]
    if any(rows.guarded[one] for one in members) and _met_lately(seekers):
        reasons += ("recent_opponents",)
    return Group(tuple([one.id for one in seekers]), spread, oldest_s, 0, reasons)


def _met_lately(seekers: Sequence[Seeker]) -> bool:
    return any(
        not one.recent.isdisjoint(other.players) for one in seekers for other in seekers if other is not one
    )


def _is_stuck(rows: Columns, table: Candidate) -> bool:
    limit = rows.terms.stuck_after_s
    return table.oldest_s > limit and sum(rows.waits[one] > limit for one in table.members) > 1
