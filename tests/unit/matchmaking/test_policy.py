"""Who sits together: laws for all queues, and the examples of the specification."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.policy import allowed_after, allowed_sizes, explain, partition, plan

seat_sets = st.sets(st.integers(1, 8), min_size=1, max_size=5).map(sorted).map(tuple)
waits = st.integers(0, 200_000)
queues = st.integers(0, 40).map(lambda count: [f"t{number:02}" for number in range(count)])


def most_seated(people: int, sizes: tuple[int, ...]) -> int:
    tables = range(people // min(sizes) + 1 if sizes else 1)
    sums = (sum(group) for count in tables for group in combinations_with_replacement(sizes, count))
    return max(total for total in sums if total <= people)


@given(tickets=queues, oldest_ms=waits, seats=seat_sets)
def test_nobody_sits_twice_and_who_is_left_is_the_youngest(
    tickets: list[str], oldest_ms: int, seats: tuple[int, ...]
) -> None:
    seated = [ticket for group in plan(tickets, oldest_ms, seats) for ticket in group]
    assert seated == tickets[: len(seated)]


@given(tickets=queues, oldest_ms=waits, seats=seat_sets)
def test_every_table_has_an_allowed_size(tickets: list[str], oldest_ms: int, seats: tuple[int, ...]) -> None:
    assert {len(group) for group in plan(tickets, oldest_ms, seats)} <= set(allowed_sizes(oldest_ms, seats))


@given(people=st.integers(0, 14), oldest_ms=waits, seats=seat_sets)
def test_no_partition_seats_more(people: int, oldest_ms: int, seats: tuple[int, ...]) -> None:
    sizes = allowed_sizes(oldest_ms, seats)
    assert sum(partition(people, sizes)) == most_seated(people, sizes)


@given(people=st.integers(0, 14), seats=seat_sets)
def test_no_partition_seats_as_many_at_fewer_tables(people: int, seats: tuple[int, ...]) -> None:
    sizes = tuple(sorted(seats, reverse=True))
    chosen = partition(people, sizes)
    for fewer in range(len(chosen)):
        assert all(sum(group) != sum(chosen) for group in combinations_with_replacement(sizes, fewer))


@given(oldest_ms=waits, later_ms=waits, seats=seat_sets)
def test_waiting_only_allows_more(oldest_ms: int, later_ms: int, seats: tuple[int, ...]) -> None:
    earlier, later = sorted((oldest_ms, later_ms))
    assert set(allowed_sizes(earlier, seats)) <= set(allowed_sizes(later, seats))
    assert max(seats) in allowed_sizes(earlier, seats)


@given(people=st.integers(1, 40), seats=seat_sets)
def test_a_full_table_is_never_kept_waiting(people: int, seats: tuple[int, ...]) -> None:
    assert bool(plan(range(people), 0, seats)) == (people >= max(seats))


@given(wait_ms=waits, passes=st.integers(1, 50), size=st.integers(2, 8))
def test_alone_for_many_passes_then_enough_assigned_in_the_next(wait_ms: int, passes: int, size: int) -> None:
    for number in range(passes):
        assert plan(["alone"], wait_ms + 1000 * number, (size,)) == []
    group = ["alone", *(f"new{number}" for number in range(size - 1))]
    assert plan(group, wait_ms + 1000 * passes, (size,)) == [group]


def test_three_waiting_with_two_to_four_allowed_are_a_table_of_three() -> None:
    assert plan(["a", "b", "c"], 20_000, (2, 3, 4)) == [["a", "b", "c"]]
    assert plan(["a", "b", "c"], 19_999, (2, 3, 4)) == []


@pytest.mark.parametrize(
    ("size", "after_ms"), [(8, 0), (7, 20_000), (6, 35_000), (5, 50_000), (2, 95_000), (1, 110_000)]
)
def test_each_seat_less_takes_longer(size: int, after_ms: int) -> None:
    assert allowed_after(size, range(1, 9)) == after_ms


@pytest.mark.parametrize(
    ("people", "sizes", "tables"),
    [
        (5, (4, 3), (4,)),
        (5, (4, 3, 2), (3, 2)),
        (6, (4, 3), (3, 3)),
        (6, (4, 3, 2), (4, 2)),
        (7, (4, 3), (4, 3)),
        (9, (4,), (4, 4)),
        (3, (4,), ()),
        (3, (), ()),
        (3, (1,), (1, 1, 1)),
    ],
)
def test_partitions(people: int, sizes: tuple[int, ...], tables: tuple[int, ...]) -> None:
    assert partition(people, sizes) == tables


def test_a_long_queue_is_cut_at_once() -> None:
    assert len(plan(range(1000), 0, (2,))) == 500


def test_one_alone_learns_how_many_are_missing() -> None:
    why = explain(0, 5_000, (2,))
    assert (why.compatible, why.missing, why.reason) == (0, 1, "Waiting for 1 more player.")
    assert explain(1, 5_000, (4,)).reason == "Waiting for 2 more players."


def test_one_learns_when_a_smaller_table_will_do() -> None:
    why = explain(2, 5_000, (2, 3, 4))
    assert (why.missing, why.reason) == (1, "Waiting for 1 more player, or 15 s for a smaller table.")


def test_enough_are_told_that_a_table_opens() -> None:
    assert explain(1, 0, (2,)) == explain(5, 0, (2,)).__class__(1, 0, "A table is about to be opened.")


@given(others=st.integers(0, 20), oldest_ms=waits, seats=seat_sets)
def test_what_is_missing_is_missing(others: int, oldest_ms: int, seats: tuple[int, ...]) -> None:
    why = explain(others, oldest_ms, seats)
    present = others + 1
    assert bool(why.missing) == (not plan(range(present), oldest_ms, seats))
    assert not why.missing or plan(range(present + why.missing), oldest_ms, seats)
