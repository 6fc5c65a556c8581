"""A group that sits together becomes a plan: who in which seat, how fair, what was relaxed. Pure.

Nobody chooses seats and everybody can repeat them: their order is the order of keyed digests. Teams sit in
turns, so that partners of two sit opposite each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations
from typing import Any

import orjson

from nurselog.matchmaking.matching.groups import Group
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.strengths import NEWCOMER, Strength, fairness, pair_probabilities
from nurselog.matchmaking.matching.teams import most_even

BOT = "bots/random"
"""The house bot that fills seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """What a proposal says of its table; stored with it."""

    seats: tuple[str, ...]
    """Players and bots in seat order."""
    rated: bool
    spread: int
    fairness_permille: int
    reasons: tuple[str, ...] = ()
    forecast: tuple[tuple[int, int, float], ...] = ()
    """Seat, other seat, how likely the first is placed before the second: all pairs of different sides."""
    rating: int = 0
    """The mean matching rating at the table."""
    vacancy: tuple[str, int, int] | None = None
    """Running table, seat, and version of the departure, where a substitute is to sit."""

    @property
    def bots(self) -> int:
        """How many seats the house fills."""
        return sum(player.startswith("bots/") for player in self.seats)

    def encode(self) -> bytes:
        """As the store keeps it."""
        return orjson.dumps(
            {
                "seats": self.seats,
                "rated": self.rated,
                "spread": self.spread,
                "fairness": self.fairness_permille,
                "reasons": self.reasons,
                "forecast": self.forecast,
                "rating": self.rating,
                "vacancy": self.vacancy,
            }
        )

    @classmethod
    def decode(cls, data: bytes) -> TablePlan:
        """The inverse of `encode`."""
        found: dict[str, Any] = orjson.loads(data)
        return cls(
            seats=tuple(found["seats"]),
            rated=found["rated"],
            spread=found["spread"],
            fairness_permille=found["fairness"],
            reasons=tuple(found["reasons"]),
            forecast=tuple((one, other, chance) for one, other, chance in found["forecast"]),
            rating=found["rating"],
            vacancy=tuple(found["vacancy"]) if found["vacancy"] else None,
        )


def plan_table(
    group: Group, seekers: Mapping[str, Seeker], shape: Shape, beta: float, proposal: str
) -> TablePlan:
    """The plan of a group's table; `proposal` is the name that the order of seats comes from."""
    parties = [_party(seekers[name], proposal) for name in group.tickets]
    parties += [
        [(_key(proposal, bot), bot, NEWCOMER)] for bot in map(f"{BOT}#{{}}".format, range(group.bots))
    ]
    sides = _sides(parties, seekers, group, shape, beta)
    for side in sides:
        side.sort()
    sides.sort()
    order = [side[turn] for turn in range(len(sides[0])) for side in sides]
    chances = pair_probabilities([[strength for _, _, strength in side] for side in sides], beta)
    return TablePlan(
        seats=tuple([player.partition("#")[0] for _, player, _ in order]),
        rated=shape.rated and not group.bots and len(sides) > 1,
        spread=round(group.spread),
        fairness_permille=round(1000 * fairness(chances)),
        reasons=group.reasons,
        rating=round(sum([seekers[name].rating for name in group.tickets]) / len(group.tickets)),
        forecast=tuple(
            [
                (one, other, round(chance, 4))
                for (one, other), chance in zip(combinations(range(len(sides)), 2), chances, strict=True)
            ]
        ),
    )


Member = tuple[bytes, str, Strength]
"""Sorts by the order of seats."""


def _party(seeker: Seeker, proposal: str) -> list[Member]:
    players = zip(seeker.players, seeker.strengths, strict=True)
    return [(_key(proposal, player), player, strength) for player, strength in players]


def _sides(
    parties: Sequence[list[Member]], seekers: Mapping[str, Seeker], group: Group, shape: Shape, beta: float
) -> list[list[Member]]:
    """Who wins and loses together: teams, or everybody alone."""
    if not shape.team_size:
        return [[member] for party in parties for member in party]
    kept = [seekers[name].one_team for name in group.tickets] + [True] * group.bots
    fits = [keep and len(party) <= shape.team_size for party, keep in zip(parties, kept, strict=True)]
    units = [
        unit
        for party, whole in zip(parties, fits, strict=True)
        for unit in ([party] if whole else [[member] for member in party])
    ]
    split = most_even([[strength for _, _, strength in unit] for unit in units], shape.team_size, beta)
    if split is None:
        raise ValueError("A group was formed that cannot be divided into teams.")
    return [[member for index in team for member in units[index]] for team in split]


def _key(proposal: str, player: str) -> bytes:
    return blake2b(f"{proposal}\n{player}".encode(), digest_size=8).digest()
