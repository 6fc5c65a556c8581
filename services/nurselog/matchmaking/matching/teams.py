"""Who plays with whom: of all divisions into teams that keep parties whole, the most even one. Pure.

At most 35 divisions for four against four, 105 for four pairs: all of them are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from nurselog.matchmaking.matching.strengths import BETA, Strength, win_probability

Team = tuple[int, ...]


def splits(units: Sequence[int], team_size: int) -> Iterator[tuple[Team, ...]]:
    """All divisions of units (parties, by their sizes) into teams of `team_size`, each once.

    A team is the indices of its units. Nothing if they cannot be divided.
    """
    yield from _splits(tuple(range(len(units))), units, team_size)


def _splits(left: Team, units: Sequence[int], team_size: int) -> Iterator[tuple[Team, ...]]:
    if not left:
        yield ()
        return
    first, others = left[0], left[1:]
    for count in range(len(others) + 1):
        for mates in combinations(others, count):
            if units[first] + sum(units[one] for one in mates) == team_size:
                rest = tuple(one for one in others if one not in mates)
                for further in _splits(rest, units, team_size):
                    yield ((first, *mates), *further)


@lru_cache(maxsize=4096)
def can_split(units: tuple[int, ...], team_size: int) -> bool:
    """Whether parties of these sizes (sorted) can be divided into teams without being torn apart."""
    return next(splits(units, team_size), None) is not None


UNIT_BITS = 5


def code_of(party: int, *, whole: bool) -> int:
    """A party as a number: the sum of some says what they are made of, with fewer than 32 players in all.

    Five bits for each size of unit, twelve at most; a party that may be torn apart is units of one.
    """
    return 1 << UNIT_BITS * (party - 1) if whole else party


@lru_cache(maxsize=4096)
def can_divide(code: int, team_size: int) -> bool:
    """Whether parties whose codes sum up to this can be divided into teams without being torn apart."""
    counts = [code >> UNIT_BITS * (size - 1) & (1 << UNIT_BITS) - 1 for size in range(1, team_size + 1)]
    return can_split(
        tuple(size for size in range(team_size, 0, -1) for _ in range(counts[size - 1])), team_size
    )


def unevenness(teams: Sequence[Sequence[Strength]], beta: float = BETA) -> float:
    """How far the matches between the teams are from even: the sum of |P - 1/2| over all pairs of teams."""
    return sum(abs(win_probability(one, other, beta) - 0.5) for one, other in combinations(teams, 2))


def most_even(
    parties: Sequence[Sequence[Strength]], team_size: int, beta: float = BETA
) -> tuple[Team, ...] | None:
    """The division with the least unevenness, the first of several; None if there is none."""
    best, least = None, 0.0
    for split in splits([len(party) for party in parties], team_size):
        strengths = [[one for index in team for one in parties[index]] for team in split]
        found = unevenness(strengths, beta)
        if best is None or found < least:
            best, least = split, found
    return best
