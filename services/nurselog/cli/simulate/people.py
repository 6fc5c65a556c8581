"""Artificial players: each has a strength that nobody is told, and wins as often as it says.

Of two players the stronger is placed first with the probability of Bradley and Terry (1952), on the scale of
shown ratings: 400 points are 10 to 1. At larger tables that holds for each pair (Plackett 1975).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

CENTRE = 1500.0
TEN_TO_ONE = 400.0


@dataclass(frozen=True, slots=True)
class Person:
    """A player; `strength` is hidden from everything that is simulated."""

    name: str
    strength: float


def luck_of(seed: int, purpose: str) -> Random:
    """A generator of its own for each purpose, so that one more draw here changes nothing there."""
    return Random(f"{purpose} {seed}")  # noqa: S311 - nothing is secret in a simulation


def crowd(seed: int, number: int, deviation: float) -> tuple[Person, ...]:
    """So many players with normally distributed strengths around 1500, the same for the same seed."""
    luck = luck_of(seed, "strengths")
    return tuple(
        Person(f"players/sim-{index:05}", luck.gauss(CENTRE, deviation)) for index in range(1, number + 1)
    )


def placed(luck: Random, strengths: Sequence[float]) -> list[int]:
    """A place for each, 1 is the best, nobody level: the order of strength with luck added (Gumbel)."""
    unit = TEN_TO_ONE / math.log(10)
    keys = [strength / unit - math.log(-math.log(_open(luck))) for strength in strengths]
    order = sorted(range(len(keys)), key=lambda index: -keys[index])
    places = [0] * len(keys)
    for place, index in enumerate(order, 1):
        places[index] = place
    return places


def better(strength: float, other: float) -> float:
    """How likely the first of two is placed before the second."""
    return 1 / (1 + math.exp((other - strength) * math.log(10) / TEN_TO_ONE))


def waits(luck: Random, rate: float) -> float:
    """Seconds until the next arrival of a Poisson process with so many a second."""
    return luck.expovariate(rate)


def _open(luck: Random) -> float:
    """Uniform between 0 and 1, neither of them."""
    return max(luck.random(), 5e-324)
