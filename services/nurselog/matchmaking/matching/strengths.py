"""What matching needs of ratings: by what a ticket is matched, and how likely one beats another. Pure.

The model is that of the ratings (Weng and Lin 2011): a mean and an uncertainty, and `beta`, the spread of one
play. Points are shown ratings: 1500 is a newcomer's, 400 apart is 10 to 1 between settled players.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from nurselog.matchmaking.matching.terms import Terms

MU0 = 25.0
SIGMA0 = 25.0 / 3.0
BETA = 2.5
CENTRE = 1500.0
GAP = 400.0


class Strength(NamedTuple):
    """What is believed of a player."""

    mu: float = MU0
    sigma: float = SIGMA0


NEWCOMER = Strength()


@cache
def unit(beta: float = BETA) -> float:
    """Shown points for one unit of mu: 49.1348 for 2.5."""
    return GAP / (math.log(10) * math.sqrt(2) * beta)


def matching_rating(
    party: Sequence[Strength], terms: Terms, beta: float = BETA, *, teams: bool = False
) -> float:
    """By what a ticket is sorted, in points: the mean of its players, the uncertain ones put lower.

    Where teams play, who knows each other is stronger: something is added for each further member.
    """
    scale, settled, share = unit(beta), terms.settled_sigma, terms.unsettled_share
    total = 0.0
    for mu, sigma in party:
        total += CENTRE + scale * (mu - MU0) - (scale * (sigma - settled) * share if sigma > settled else 0.0)
    bonus = terms.party_bonus * (len(party) - 1) if teams else 0.0
    return total / len(party) + bonus


def win_probability(side: Iterable[Strength], other: Iterable[Strength], beta: float = BETA) -> float:
    """How likely `side` is placed before `other`."""
    gap, variance = 0.0, 2 * beta * beta
    for mu, sigma in side:
        gap += mu
        variance += sigma * sigma
    for mu, sigma in other:
        gap -= mu
        variance += sigma * sigma
    return 1 / (1 + math.exp(-gap / math.sqrt(variance)))


def pair_probabilities(sides: Sequence[Sequence[Strength]], beta: float = BETA) -> list[float]:
    """For each pair of sides, in order, how likely the first of the two is placed before the second."""
    return [win_probability(one, other, beta) for one, other in combinations(sides, 2)]


def fairness(probabilities: Sequence[float]) -> float:
    """1 if every pair is even, 0 if every pair is decided before it starts."""
    if not probabilities:
        return 1.0
    return 1.0 - sum(abs(2 * one - 1) for one in probabilities) / len(probabilities)
