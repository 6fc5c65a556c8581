from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nurselog.scoring.boards import POINT_LIMIT, pack

Reached = tuple[int, int]
reached = st.tuples(st.integers(0, POINT_LIMIT - 1), st.integers(0, 2**32 - 1))


@given(one=reached)
def test_a_score_keeps_its_points_and_is_exact_in_a_double(one: Reached) -> None:
    score = pack(*one)
    assert score // 2**32 == one[0]
    assert int(float(score)) == score


@given(one=reached, other=reached)
def test_more_points_stand_higher_then_who_was_first(one: Reached, other: Reached) -> None:
    assert (pack(*one) > pack(*other)) == ((one[0], -one[1]) > (other[0], -other[1]))


def test_points_beyond_the_limit_are_the_limit() -> None:
    assert pack(POINT_LIMIT + 5, 0) == pack(POINT_LIMIT - 1, 0)
    assert pack(-5, 0) == pack(0, 0)
