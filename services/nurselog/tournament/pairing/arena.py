"""Who of those waiting in an arena meet now: near in rank and rating, not the last opponent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nurselog.tournament.pairing.matching import Edge, widest
from nurselog.tournament.values import Entrant, EntrantId

LEAST_WEIGHT: Final = 300
TOP_WEIGHT: Final = 1700
"""A place of difference costs 300 at the bottom and 2000 at the top."""


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody without a table: rank (1-based), last opponent, and since when (ms)."""

    entrant: Entrant
    rank: int
    last_opponent: EntrantId | None
    since_ms: int


def matched(waiting: Sequence[Waiter], entrants: int, block: int) -> list[tuple[Waiter, Waiter]]:
    """The pairs of now, who stands higher first.

    Oldest first served: of an odd number the latest comer waits on.
    """
    queue = sorted(waiting, key=lambda one: (one.since_ms, one.entrant.number))
    queue = queue[: len(queue) - len(queue) % 2]
    blocks = (queue[start : start + block - block % 2] for start in range(0, len(queue), block - block % 2))
    return [pair for some in blocks for pair in _block(some, entrants, alone=len(waiting) == 2)]


def cost(one: Waiter, other: Waiter, entrants: int) -> int:
    """|rank difference| * (300 + 1700 * (1 - better rank / entrants)) + |rating difference|, rounded down."""
    better = min(one.rank, other.rank)
    weight = LEAST_WEIGHT * entrants + TOP_WEIGHT * (entrants - better)
    return abs(one.rank - other.rank) * weight // entrants + abs(one.entrant.rating - other.entrant.rating)


def _block(some: Sequence[Waiter], entrants: int, *, alone: bool) -> Iterator[tuple[Waiter, Waiter]]:
    edges = [
        Edge(at, later, cost(some[at], some[later], entrants))
        for at in range(len(some))
        for later in range(at + 1, len(some))
        if _may_meet(some[at], some[later], alone=alone)
    ]
    for at, later in widest(len(some), edges):
        one, other = sorted((some[at], some[later]), key=lambda waiter: (waiter.rank, waiter.entrant.number))
        yield one, other


def _may_meet(one: Waiter, other: Waiter, *, alone: bool) -> bool:
    if not set(one.entrant.blocks).isdisjoint(other.entrant.blocks):
        return False
    again = one.last_opponent == other.entrant.id or other.last_opponent == one.entrant.id
    return alone or not again


def last_opponents(history: Mapping[EntrantId, Sequence[EntrantId]]) -> dict[EntrantId, EntrantId]:
    """Whom everybody was paired with last."""
    return {entrant: opponents[-1] for entrant, opponents in history.items() if opponents}
