from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.tournament.luck import luck_of
from nurselog.tournament.pairing.round_robin import berger, drawn, schedule, snake
from tests.support.tournaments import entrants


def _text(rounds: list[list[tuple[int, int]]]) -> str:
    return " | ".join(" ".join(f"{one}-{two}" for one, two in pairs) for pairs in rounds)


def test_six_players_have_the_published_table() -> None:
    assert _text(schedule(6)) == "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"


def test_four_players_have_the_published_table() -> None:
    assert _text(schedule(4)) == "1-4 2-3 | 4-3 1-2 | 2-4 3-1"


def test_the_last_round_of_eight_is_as_published() -> None:
    assert sorted(berger(8, 7)) == sorted([(4, 8), (5, 3), (6, 2), (7, 1)])


@given(count=st.integers(2, 16))
def test_everybody_meets_everybody_once(count: int) -> None:
    met = [frozenset(pair) for pairs in schedule(count) for pair in pairs]
    size = count + count % 2
    assert Counter(met) == Counter(frozenset(pair) for pair in combinations(range(1, size + 1), 2))


@given(count=st.integers(2, 16))
def test_first_seats_differ_by_one_at_most(count: int) -> None:
    firsts = Counter(first for pairs in schedule(count) for first, _ in pairs)
    seconds = Counter(second for pairs in schedule(count) for _, second in pairs)
    assert all(abs(firsts[one] - seconds[one]) <= 1 for one in range(1, count + count % 2 + 1))


@given(count=st.integers(2, 16))
def test_a_double_gives_each_pair_both_seatings(count: int) -> None:
    met = Counter(pair for pairs in schedule(count, 2) for pair in pairs)
    assert set(met.values()) == {1}
    assert all((two, one) in met for one, two in met)


def test_a_double_exchanges_the_last_two_rounds_of_its_first_cycle() -> None:
    assert _text(schedule(4, 2)) == "1-4 2-3 | 2-4 3-1 | 4-3 1-2 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3"


def test_groups_are_filled_by_snake() -> None:
    groups = snake(entrants(8), 3)
    assert [[one.number for one in group] for group in groups] == [[1, 6, 7], [2, 5, 8], [3, 4]]


@pytest.mark.parametrize("seed", [b"a", b"b", b"c"])
def test_players_of_one_club_meet_early(seed: bytes) -> None:
    members = [replace(one, club="oak" if one.number <= 2 else "") for one in entrants(8)]
    places = {one.number: place for place, one in enumerate(drawn(members, luck_of(seed, "group1")), 1)}
    assert {places[1], places[2]} in [set(pair) for pair in berger(8, 1)]
