"""Orders and how far they agree. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def true_ranks(strengths: Mapping[K, float]) -> dict[K, int]:
    """1 for the strongest; equals in the order given."""
    order = sorted(strengths, key=lambda one: -strengths[one])
    return {one: rank for rank, one in enumerate(order, 1)}


def agreement(ranks: Mapping[K, int], others: Mapping[K, int]) -> float:
    """Spearman's coefficient of two orders of the same things: 1 the same, 0 unrelated, -1 reversed."""
    size = len(ranks)
    if size < 2:
        return 1.0
    squares = sum((rank - others[one]) ** 2 for one, rank in ranks.items())
    return 1 - 6 * squares / (size * (size * size - 1))
