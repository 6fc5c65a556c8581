"""Who sits together: the first policy, oldest first. Pure; times are milliseconds of waiting.

The largest table is preferred. One seat less is allowed once the oldest ticket has waited 20 s, each further
seat less 15 s later; of what is allowed, the plan that seats most people wins, so that nobody is left over
without need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

FIRST_STEP_MS = 20_000
FURTHER_STEP_MS = 15_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why a ticket still waits."""

    compatible: int
    missing: int
    reason: str


def allowed_after(size: int, seats: Sequence[int]) -> int:
    """How long the oldest ticket must have waited before tables of `size` are opened."""
    fewer = max(seats) - size
    return FIRST_STEP_MS + FURTHER_STEP_MS * (fewer - 1) if fewer else 0


def allowed_sizes(oldest_ms: int, seats: Sequence[int]) -> tuple[int, ...]:
    """The table sizes that are allowed now, the largest first."""
    return tuple(size for size in sorted(set(seats), reverse=True) if allowed_after(size, seats) <= oldest_ms)


def plan(tickets: Sequence[T], oldest_ms: int, seats: Sequence[int]) -> list[Sequence[T]]:
    """Which tickets sit together now; `tickets` from the oldest on, who is left over is the youngest.

    Most people are seated; with as many, at the fewest tables; of these the larger ones first, for the
    oldest.
    """
    if not tickets:
        return []
    groups, start = [], 0
    for size in partition(len(tickets), allowed_sizes(oldest_ms, seats)):
        groups.append(tickets[start : start + size])
        start += size
    return groups


@lru_cache(maxsize=4096)
def partition(people: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes of the tables, descending, that seat the most of `people`, at the fewest tables."""
    tables = _fewest_tables(people, sizes)
    seated = max(count for count in range(people + 1) if tables[count] < math.inf)
    chosen = []
    while seated:
        size = next(size for size in sizes if size <= seated and tables[seated - size] == tables[seated] - 1)
        chosen.append(size)
        seated -= size
    return tuple(sorted(chosen, reverse=True))


def explain(others: int, oldest_ms: int, seats: Sequence[int]) -> Waiting:
    """Why one waits with `others` in the pool, where the oldest has waited `oldest_ms`."""
    present, allowed = others + 1, allowed_sizes(oldest_ms, seats)
    missing = max(0, min(allowed) - present)
    if not missing:
        return Waiting(others, 0, "A table is about to be opened.")
    relaxed = [size for size in seats if size <= present and size not in allowed]
    if relaxed:
        wait = min(allowed_after(size, seats) for size in relaxed) - oldest_ms
        return Waiting(
            others, missing, f"{_more(missing)}, or {math.ceil(wait / 1000)} s for a smaller table."
        )
    return Waiting(others, missing, f"{_more(missing)}.")


def _more(missing: int) -> str:
    return f"Waiting for {missing} more player{'s' if missing > 1 else ''}"


def _fewest_tables(people: int, sizes: tuple[int, ...]) -> list[float]:
    """For each number of people the fewest tables that seat exactly them; infinite if none do."""
    tables: list[float] = [0]
    for count in range(1, people + 1):
        tables.append(1 + min((tables[count - size] for size in sizes if size <= count), default=math.inf))
    return tables
