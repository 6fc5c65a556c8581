"""The numbers of a rating: Bradley-Terry over all pairs, after Weng and Lin (2011), algorithm 1.

This is the only module that knows `openskill`. `NAME` stands in every ledger entry; other numbers for the
same input, be it by another model or by another release of the library, are a new name.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

NAME = "bt1"

MU0 = 25.0
SIGMA0 = 25.0 / 3.0
TAU = 25.0 / 300.0
KAPPA = 1e-4
BETA = 2.5
"""The spread of one play; games of much luck have 25/6."""

IDLE_GRACE_DAYS = 7.0
IDLE_VARIANCE_PER_DAY = 0.04
DAY_S = 86_400.0

SEASON_KEEPS = 0.8
"""What part of the distance to the middle a new season leaves."""
SEASON_SIGMA = 3.0
"""How uncertain everybody is at least when a season begins."""

SHOWN_CENTRE = 1500
SHOWN_GAP = 400
"""Shown points that mean 10 to 1 between settled players, as in Elo."""

SHARE_UNITS = 840
"""A share is a whole number of 1/840: exact for 2 to 8 seats."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What is believed of a player: a mean and how uncertain it is."""

    mu: float = MU0
    sigma: float = SIGMA0


NEWCOMER = Strength()


@dataclass(frozen=True, slots=True)
class Shown:
    """A strength as people see it; never more digits than these."""

    rating: int
    deviation: int
    board_points: int


def rate(
    sides: Sequence[Sequence[Strength]], places: Sequence[int], beta: float = BETA
) -> list[list[Strength]]:
    """The strengths after a table, in the order given; each side is a player or a team, place 1 is the best.

    All updates use the values from before. The sums run by place, then by the order given, so that every
    process gets the same last digit.
    """
    if len(sides) < 2 or len(sides) != len(places) or not all(sides):
        raise ValueError("A rated table has two sides or more, each with a player and a place.")
    model = _library(beta)
    order = sorted(range(len(sides)), key=lambda index: places[index])
    teams = _teams([sides[index] for index in order])
    rated = model.rate(teams, ranks=[float(places[index]) for index in order])
    after: list[list[Strength]] = [[] for _ in sides]
    for index, team in zip(order, rated, strict=True):
        after[index] = [Strength(player.mu, player.sigma) for player in team]
    return after


def win_probability(side: Sequence[Strength], other: Sequence[Strength], beta: float = BETA) -> float:
    """How likely `side` is placed before `other`."""
    variance = sum(player.sigma**2 for player in (*side, *other)) + 2 * beta**2
    gap = sum(player.mu for player in side) - sum(player.mu for player in other)
    return 1 / (1 + math.exp(-gap / math.sqrt(variance)))


def rested(strength: Strength, idle_s: float) -> Strength:
    """A strength after a time without play: less certain from the second week, at most as a newcomer's."""
    excess = max(0.0, idle_s / DAY_S - IDLE_GRACE_DAYS)
    if excess == 0.0:
        return strength
    variance = min(SIGMA0**2, strength.sigma**2 + IDLE_VARIANCE_PER_DAY * excess)
    return Strength(strength.mu, max(strength.sigma, math.sqrt(variance)))


def new_season(strength: Strength) -> Strength:
    """A strength at a player's first use in a season: nearer to the middle, and less certain."""
    mu = MU0 + SEASON_KEEPS * (strength.mu - MU0)
    return Strength(mu, min(SIGMA0, max(strength.sigma, SEASON_SIGMA)))


def measured(rating: int, deviation: int, beta: float = BETA) -> Strength:
    """The strength behind numbers as people see them: the inverse of `shown`, up to its rounding."""
    unit = shown_unit(beta)
    return Strength(MU0 + (rating - SHOWN_CENTRE) / unit, deviation / unit)


def shown_unit(beta: float = BETA) -> float:
    """Shown points for one unit of mu; 49.1348 for a beta of 2.5."""
    return SHOWN_GAP / (math.log(10) * math.sqrt(2) * beta)


def shown(strength: Strength, beta: float = BETA) -> Shown:
    """What people see: 1500 for a newcomer, and what leaderboards sort by."""
    unit = shown_unit(beta)
    return Shown(
        rating=round(SHOWN_CENTRE + unit * (strength.mu - MU0)),
        deviation=round(unit * strength.sigma),
        board_points=math.floor(100 * max(0.0, strength.mu - 3 * strength.sigma)),
    )


def share(place: int, places: Sequence[int]) -> int:
    """What part of the others a place beats, level counting half, in 1/840; `places` are all seats'."""
    worse = sum(other > place for other in places)
    level = sum(other == place for other in places) - 1
    return SHARE_UNITS * (2 * worse + level) // (2 * (len(places) - 1))


class _Spare(threading.local):
    """Ratings of the library to fill in: making one draws a random id, which costs more than rating it."""

    def __init__(self) -> None:
        self.ratings = [_library(BETA).rating() for _ in range(16)]


class _Teams(list[list[BradleyTerryFullRating]]):
    """Teams that the library may change: it would copy them first, which takes as long as rating them."""

    def __deepcopy__(self, memo: dict[int, object]) -> list[list[BradleyTerryFullRating]]:
        return list(self)


def _teams(sides: Sequence[Sequence[Strength]]) -> _Teams:
    """The sides as the library wants them, until the next call."""
    spare = _SPARE.ratings
    while len(spare) < sum(map(len, sides)):
        spare.append(_library(BETA).rating())
    rest = iter(spare)
    return _Teams([_filled(next(rest), player) for player in side] for side in sides)


def _filled(rating: BradleyTerryFullRating, strength: Strength) -> BradleyTerryFullRating:
    rating.mu, rating.sigma = strength.mu, strength.sigma
    return rating


@cache
def _library(beta: float) -> BradleyTerryFull:
    return BradleyTerryFull(mu=MU0, sigma=SIGMA0, beta=beta, kappa=KAPPA, tau=TAU)


_SPARE = _Spare()
