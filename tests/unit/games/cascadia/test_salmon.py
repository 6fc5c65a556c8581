"""Chapter 12."""

import pytest

from nurselog.games.cascadia.components import SALMON
from nurselog.games.cascadia.terms import Edition
from tests.support.cascadia import FIRST, RETAIL, animals, finding

RING = """
 s s
s . s
 s s
"""
TRIANGLE = """
s s
 s
"""


def points(letter: str, picture: str, edition: Edition = RETAIL, **switches: bool) -> int:
    return finding(SALMON, letter, animals(picture), edition, **switches).points


def run(count: int) -> str:
    return " ".join("s" * count) or "."


@pytest.mark.parametrize(
    ("edition", "letter", "table"),
    [
        (RETAIL, "a", (0, 2, 5, 8, 12, 16, 20, 25, 25, 25)),
        (RETAIL, "b", (0, 2, 4, 9, 11, 17, 17, 17)),
        (RETAIL, "c", (0, 0, 0, 10, 12, 15, 15, 15)),
        (FIRST, "a", (0, 2, 4, 7, 11, 15, 20, 26, 26, 26)),
        (FIRST, "b", (0, 2, 4, 8, 12, 12, 12)),
        (FIRST, "c", (0, 2, 4, 9, 11, 17, 17, 17)),
    ],
)
def test_r12_5_to_r12_7_runs_by_length(edition: Edition, letter: str, table: tuple[int, ...]) -> None:
    assert [points(letter, run(length), edition) for length in range(len(table))] == list(table)


def test_r12_1_two_runs_do_not_touch() -> None:
    assert points("a", "s s . s s s") == 5 + 8
    assert points("a", "s s\n. . .\n. s") == 5 + 2


def test_r12_1_a_run_may_bend() -> None:
    assert points("a", "s s\n   s\n  s\n s") == 16


def test_r12_2_a_triangle_is_a_run_of_three() -> None:
    assert points("a", TRIANGLE) == 8
    assert points("a", TRIANGLE, FIRST) == 7


def test_r12_2_nothing_may_be_attached_to_it() -> None:
    """The salmon with three neighbours is left out; a pair and a single stay."""
    assert points("a", "s s s\n s") == 5 + 2


def test_r12_3_a_closed_ring_is_a_run() -> None:
    assert points("a", RING) == 20


def test_r12_4_salmon_with_more_than_two_neighbours_are_left_out() -> None:
    """A straight run of five with one beside it, which touches two of the five."""
    fork = """
s s s s s
   s
"""
    assert finding(SALMON, "a", animals(fork)).evidence == ("+0+0", "+1+1", "+3+0.+4+0")
    assert points("a", fork) == 2 + 2 + 5


def test_r12_4_all_of_them_at_once_counted_before_anything_is_left_out() -> None:
    """In a rhombus the two of the short diagonal have three neighbours each: both go, two singles stay."""
    assert points("a", "s s\n s s") == 2 + 2


def test_r12_4_or_their_whole_group_scores_nothing() -> None:
    fork = """
s s s s . s s
   s
"""
    assert points("a", fork, void_salmon_groups=True) == 5
    assert points("a", fork) > 5


def test_r12_4_the_switch_changes_nothing_where_nobody_is_crowded() -> None:
    for picture in (run(7), RING, TRIANGLE):
        assert points("a", picture, void_salmon_groups=True) == points("a", picture)


# --- D


def test_r12_8_a_run_scores_itself_and_the_animals_beside_it() -> None:
    assert points("d", "s s s") == 3
    assert points("d", "b s s s f\n e") == 3 + 3


@pytest.mark.parametrize("length", [1, 2])
def test_r12_8_shorter_runs_score_nothing(length: int) -> None:
    assert points("d", f"b {run(length)} f") == 0


def test_r12_8_a_token_that_touches_two_salmon_counts_once() -> None:
    assert points("d", "s s s\n b b") == 3 + 2


def test_r12_8_a_token_counts_for_each_run_that_it_touches() -> None:
    assert points("d", "s s s b s s s") == 3 + 1 + 3 + 1


def test_r12_8_there_is_no_upper_limit() -> None:
    long = f"{run(10)}\n{' ' + ' '.join('e' * 10)}"
    assert points("d", long) == 20


def test_r12_8_salmon_that_were_left_out_are_no_animals() -> None:
    """The middle one of the row has three neighbours; the runs beside it do not count it."""
    fork = """
s s s s s s s
     s
"""
    found = finding(SALMON, "d", animals(fork))
    assert found.points == sum(len(cells) for cells in found.sets)
