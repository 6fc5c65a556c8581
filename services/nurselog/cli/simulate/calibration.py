"""Calibration: of those who were thought to win with 70 %, did 70 % win? Ten bins. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nurselog.cli.simulate.records import Pair

BINS = 10


@dataclass(slots=True)
class Bin:
    """Pairs whose first was given a chance from `low` to `low` + 1/10."""

    low: float
    pairs: int = 0
    expected: float = 0.0
    """Sum of the chances."""
    won: float = 0.0
    """Sum of the scores."""

    @property
    def predicted(self) -> float:
        """The mean chance."""
        return self.expected / self.pairs if self.pairs else 0.0

    @property
    def actual(self) -> float:
        """The mean score."""
        return self.won / self.pairs if self.pairs else 0.0


def calibrated(pairs: Iterable[Pair]) -> list[Bin]:
    """The ten bins, each pair seen from both sides: so it does not matter who is called the first."""
    bins = [Bin(low=index / BINS) for index in range(BINS)]
    for one in pairs:
        for chance, score in ((one.chance, one.score), (1 - one.chance, 1 - one.score)):
            found = bins[min(BINS - 1, int(chance * BINS))]
            found.pairs += 1
            found.expected += chance
            found.won += score
    return bins


def brier(pairs: Iterable[Pair]) -> float:
    """The mean squared error of the chances: 0.25 for who knows nothing, 0 for who knows all."""
    errors = [(one.chance - one.score) ** 2 for one in pairs]
    return sum(errors) / len(errors) if errors else 0.0
