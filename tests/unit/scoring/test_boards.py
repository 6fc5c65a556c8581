from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nurselog.scoring.boards import (
    POINT_LIMIT,
    pack,
    points_of,
    rank_members,
    shared_ranks,
    top_percent,
    unpack,
)

Reached = tuple[int, int]
reached = st.tuples(st.integers(0, POINT_LIMIT - 1), st.integers(0, 2**32 - 1))


@given(one=reached)
def test_a_score_keeps_its_points_and_is_exact_in_a_double(one: Reached) -> None:
    score = pack(*one)
    assert unpack(score) == one
    assert score // 2**32 == one[0]
    assert int(float(score)) == score


@given(one=reached, other=reached)
def test_more_points_stand_higher_then_who_was_first(one: Reached, other: Reached) -> None:
    assert (pack(*one) > pack(*other)) == ((one[0], -one[1]) > (other[0], -other[1]))


def test_points_beyond_the_limit_are_the_limit() -> None:
    assert pack(POINT_LIMIT + 5, 0) == pack(POINT_LIMIT - 1, 0)
    assert pack(-5, 0) == pack(0, 0)


@given(one=st.integers(0, POINT_LIMIT - 1), other=st.integers(0, POINT_LIMIT - 1))
def test_where_the_lowest_is_best_points_run_the_other_way(one: int, other: int) -> None:
    assert (points_of(one, higher_is_better=False) > points_of(other, higher_is_better=False)) == (
        one < other
    )
    assert (points_of(one, higher_is_better=True) > points_of(other, higher_is_better=True)) == (one > other)


def test_the_lowest_is_stored_as_the_distance_to_the_limit() -> None:
    assert points_of(0, higher_is_better=False) == 2**21 - 1
    assert points_of(40, higher_is_better=False) == 2**21 - 41
    assert points_of(-3, higher_is_better=True) == 0


def test_ranks_are_shared() -> None:
    names = ["ann", "bob", "cat", "dan"]
    ordered = [(name, pack(points, 0)) for name, points in zip(names, [50, 40, 40, 30], strict=True)]
    assert [rank for _, rank in shared_ranks(ordered)] == [1, 2, 2, 4]


@given(points=st.dictionaries(st.text("abc", min_size=1), st.none() | reached, max_size=12))
def test_members_are_ranked_among_themselves(points: dict[str, Reached | None]) -> None:
    ranked = rank_members({name: None if one is None else pack(*one) for name, one in points.items()})
    listed = {name: one for name, one in points.items() if one is not None}
    assert {name for name, _ in ranked} == listed.keys()
    for name, rank in ranked:
        assert rank == 1 + sum(other[0] > listed[name][0] for other in listed.values())
    order = [(-listed[name][0], listed[name][1]) for name, _ in ranked]
    assert order == sorted(order)


def test_small_boards_tell_no_percentage() -> None:
    assert top_percent(1, 19) == 0
    assert top_percent(0, 100) == 0
    assert [top_percent(rank, 20) for rank in (1, 2, 19, 20)] == [5, 10, 95, 100]
    assert top_percent(1, 1000) == 1
    assert top_percent(11, 1000) == 2
