from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.matching.strengths import (
    NEWCOMER,
    Strength,
    fairness,
    matching_rating,
    pair_probabilities,
    unit,
    win_probability,
)
from nurselog.matchmaking.matching.terms import Terms

TERMS = Terms()
strengths = st.builds(Strength, st.floats(0, 50), st.floats(0.5, 8.5))


def test_published_probabilities() -> None:
    assert win_probability([Strength(30, 3)], [Strength(20, 5)]) == pytest.approx(0.812521, abs=1e-6)
    assert win_probability([Strength(27, 2)], [Strength(25, 2)]) == pytest.approx(0.608670, abs=1e-6)


def test_a_unit_is_so_many_points() -> None:
    assert unit() == pytest.approx(49.1348, abs=1e-4)


def test_the_uncertain_are_matched_lower() -> None:
    assert matching_rating([Strength(25, 2)], TERMS) == 1500
    assert matching_rating([Strength(25, 1)], TERMS) == 1500
    assert matching_rating([NEWCOMER], TERMS) == pytest.approx(1500 - 49.1348 * (25 / 3 - 2) / 2, abs=1e-2)
    assert matching_rating([Strength(30, 3)], TERMS) == pytest.approx(1746 - 49.1348 / 2, abs=0.5)


def test_a_party_is_its_mean_and_stronger_in_teams() -> None:
    party = [Strength(25, 2), Strength(35, 2), Strength(30, 2)]
    mean = matching_rating([Strength(30, 2)], TERMS)
    assert matching_rating(party, TERMS) == pytest.approx(mean)
    assert matching_rating(party, TERMS, teams=True) == pytest.approx(mean + 50)


@given(one=strengths, other=strengths)
def test_one_of_two_is_placed_before_the_other(one: Strength, other: Strength) -> None:
    assert win_probability([one], [other]) + win_probability([other], [one]) == pytest.approx(1)


@given(sides=st.lists(strengths, min_size=2, max_size=8))
def test_fairness_is_a_share(sides: list[Strength]) -> None:
    chances = pair_probabilities([[one] for one in sides])
    assert len(chances) == len(sides) * (len(sides) - 1) // 2
    assert 0 <= fairness(chances) <= 1


def test_equals_are_fair() -> None:
    assert fairness(pair_probabilities([[NEWCOMER]] * 4)) == 1
    assert fairness([]) == 1
    assert fairness([1.0]) == 0
