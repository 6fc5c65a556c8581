from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.cli.simulate.people import better, crowd, placed

strengths = st.lists(st.floats(0, 3000), min_size=1, max_size=8)


def test_the_same_seed_makes_the_same_crowd() -> None:
    assert crowd(1, 50, 250.0) == crowd(1, 50, 250.0)
    assert crowd(1, 50, 250.0) != crowd(2, 50, 250.0)


def test_a_larger_crowd_begins_with_the_smaller_one() -> None:
    assert crowd(1, 50, 250.0)[:20] == crowd(1, 20, 250.0)


@given(strengths, st.integers())
def test_everybody_has_a_place_of_their_own(one: list[float], seed: int) -> None:
    assert sorted(placed(Random(seed), one)) == list(range(1, len(one) + 1))


@given(st.floats(0, 3000), st.floats(0, 3000))
def test_one_of_two_is_better(one: float, other: float) -> None:
    assert better(one, other) + better(other, one) == pytest.approx(1)


def test_400_points_are_ten_to_one() -> None:
    assert better(1900, 1500) == pytest.approx(10 / 11)


@pytest.mark.parametrize("field", [[1700.0, 1500.0], [1700.0, 1500.0, 1600.0, 1300.0]])
def test_pairs_come_in_as_bradley_and_terry_say_at_tables_of_any_size(field: list[float]) -> None:
    luck, times = Random(7), 4000

    ahead = Counter(one < other for one, other, *_ in (placed(luck, field) for _ in range(times)))

    assert ahead[True] / times == pytest.approx(better(1700, 1500), abs=0.03)


def test_the_stronger_the_more_often_first() -> None:
    luck, field = Random(3), [1300.0, 1500.0, 1700.0]
    firsts = Counter(placed(luck, field).index(1) for _ in range(2000))

    assert all(firsts[weaker] < firsts[stronger] for weaker, stronger in pairwise(range(3)))
