from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.matching.strengths import Strength
from nurselog.matchmaking.matching.teams import can_split, most_even, splits, unevenness

parties = st.lists(
    st.lists(st.builds(Strength, st.integers(10, 40).map(float), st.just(2.0)), min_size=1, max_size=2),
    min_size=1,
    max_size=4,
)


@pytest.mark.parametrize(
    ("units", "size", "count"),
    [
        ([1] * 8, 4, 35),
        ([1] * 4, 2, 3),
        ([1] * 8, 2, 105),
        ([2, 1, 1], 2, 1),
        ([2, 2], 2, 1),
        ([3, 3, 2], 4, 0),
        ([4, 4], 4, 1),
        ([1, 1, 1], 2, 0),
    ],
)
def test_how_many_divisions_there_are(units: list[int], size: int, count: int) -> None:
    found = list(splits(units, size))
    assert len(found) == len(set(found)) == count
    assert can_split(tuple(units), size) == bool(count)


@given(parties=parties)
def test_nobody_finds_a_more_even_division(parties: list[list[Strength]]) -> None:
    people = sum(len(party) for party in parties)
    best = most_even(parties, people // 2) if people % 2 == 0 else None
    if best is None:
        return
    teams = [[one for index in team for one in parties[index]] for team in best]
    for order in permutations(range(len(parties))):
        for cut in range(1, len(order)):
            halves = [[one for at in half for one in parties[at]] for half in (order[:cut], order[cut:])]
            if len(halves[0]) == len(halves[1]):
                assert unevenness(teams) <= unevenness(halves) + 1e-12


def test_the_strongest_gets_the_weakest() -> None:
    four = [[Strength(mu, 2.0)] for mu in (40.0, 30.0, 20.0, 10.0)]
    assert most_even(four, 2) == ((0, 3), (1, 2))


def test_a_party_is_never_torn_apart() -> None:
    pair = [Strength(40.0, 2.0), Strength(39.0, 2.0)]
    assert most_even([pair, [Strength(10.0, 2.0)], [Strength(11.0, 2.0)]], 2) == ((0,), (1, 2))
