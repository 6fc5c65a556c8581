"""The laws of ratings, with the formula written out a second time as their judge."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.scoring.model import BETA, KAPPA, NEWCOMER, SIGMA0, TAU, Strength, rate, rested

strengths = st.builds(Strength, st.floats(-20, 80), st.floats(0.5, SIGMA0))
Table = tuple[list[list[Strength]], list[int]]


@st.composite
def tables(draw: st.DrawFn, team: int | None = None) -> Table:
    count = draw(st.integers(2, 8))
    size = team if team is not None else draw(st.integers(1, 3))
    sides = [[draw(strengths) for _ in range(size)] for _ in range(count)]
    keys = draw(st.lists(st.integers(1, count), min_size=count, max_size=count))
    return sides, [1 + sum(other < key for other in keys) for key in keys]


def written_out(
    sides: Sequence[Sequence[Strength]], places: Sequence[int], beta: float
) -> list[list[Strength]]:
    variances = [[player.sigma**2 + TAU**2 for player in side] for side in sides]
    means = [sum(player.mu for player in side) for side in sides]
    totals = [sum(side) for side in variances]
    after = []
    for i, side in enumerate(sides):
        omega = delta = 0.0
        for q in range(len(sides)):
            if q == i:
                continue
            c = math.sqrt(totals[i] + totals[q] + 2 * beta**2)
            p = 1 / (1 + math.exp((means[q] - means[i]) / c))
            s = 1.0 if places[i] < places[q] else 0.5 if places[i] == places[q] else 0.0
            omega += totals[i] / c * (s - p)
            delta += math.sqrt(totals[i]) / c * (totals[i] / c**2) * p * (1 - p)
        after.append(
            [
                Strength(
                    player.mu + v / totals[i] * omega,
                    math.sqrt(v * max(1 - v / totals[i] * delta, KAPPA)),
                )
                for player, v in zip(side, variances[i], strict=True)
            ]
        )
    return after


def pairs(sides: Sequence[Sequence[Strength]]) -> list[tuple[float, float]]:
    return [(player.mu, player.sigma) for side in sides for player in side]


def close(expected: Sequence[Sequence[Strength]]) -> list[object]:
    return [pytest.approx(pair, rel=1e-9, abs=1e-9) for pair in pairs(expected)]


@given(table=tables(), beta=st.sampled_from([BETA, 25 / 6]))
def test_ratings_are_the_formula(table: Table, beta: float) -> None:
    sides, places = table
    assert pairs(rate(sides, places, beta)) == close(written_out(sides, places, beta))


@given(table=tables(), data=st.data())
def test_the_order_of_seats_does_not_matter(table: Table, data: st.DataObject) -> None:
    sides, places = table
    order = data.draw(st.permutations(range(len(sides))))
    turned = rate([sides[i] for i in order], [places[i] for i in order])
    straight = rate(sides, places)
    assert pairs(turned) == close([straight[i] for i in order])


@given(strength=strengths, count=st.integers(2, 8))
def test_level_equals_do_not_move(strength: Strength, count: int) -> None:
    for (after,) in rate([[strength]] * count, [1] * count):
        assert after.mu == pytest.approx(strength.mu, abs=1e-9)


@given(table=tables(team=1), strength=strengths)
def test_among_equals_the_better_placed_never_gains_less(table: Table, strength: Strength) -> None:
    _, places = table
    after = rate([[strength]] * len(places), places)
    for place, (one,) in zip(places, after, strict=True):
        for other_place, (other,) in zip(places, after, strict=True):
            assert place > other_place or one.mu >= other.mu - 1e-9


@given(table=tables())
def test_a_sole_first_never_loses_and_a_sole_last_never_gains(table: Table) -> None:
    sides, places = table
    after = rate(sides, places)
    for side, now, place in zip(sides, after, places, strict=True):
        for before, then in zip(side, now, strict=True):
            assert not (place == 1 and places.count(1) == 1) or then.mu >= before.mu
            assert (
                not (place == max(places) and places.count(place) == 1 and place > 1) or then.mu <= before.mu
            )


@given(table=tables(team=1), sigma=st.floats(0.5, SIGMA0))
def test_equal_certainty_shares_out_what_is_lost(table: Table, sigma: float) -> None:
    sides, places = table
    sides = [[Strength(player.mu, sigma) for player in side] for side in sides]
    after = rate(sides, places)
    change = sum(now.mu - before.mu for (now,), (before,) in zip(after, sides, strict=True))
    assert change == pytest.approx(0, abs=1e-9)


@given(table=tables())
def test_nobody_gets_less_certain_than_by_tau_nor_ever_certain(table: Table) -> None:
    sides, places = table
    for side, now in zip(sides, rate(sides, places), strict=True):
        for before, then in zip(side, now, strict=True):
            assert 0 < then.sigma <= math.sqrt(before.sigma**2 + TAU**2)


@given(strength=strengths, idle_s=st.floats(-1e6, 1e12))
def test_rest_never_makes_more_certain(strength: Strength, idle_s: float) -> None:
    assert strength.sigma <= rested(strength, idle_s).sigma <= max(strength.sigma, SIGMA0)
    assert rested(strength, idle_s).mu == strength.mu


@pytest.mark.parametrize("sides", [[], [[NEWCOMER]], [[NEWCOMER], []]])
def test_a_table_without_two_sides_is_no_table(sides: list[list[Strength]]) -> None:
    with pytest.raises(ValueError, match="two sides"):
        rate(sides, [1] * len(sides))
