"""Chapter 13."""

import pytest

from nurselog.games.cascadia.components import HAWK
from tests.support.cascadia import FIRST, RETAIL, animals, finding


def points(letter: str, picture: str) -> int:
    return finding(HAWK, letter, animals(picture)).points


def seeing(count: int) -> str:
    """So many hawks in a row, none touching."""
    return " . ".join("h" * count) or "."


@pytest.mark.parametrize(("count", "expected"), list(enumerate((0, 2, 5, 8, 11, 14, 18, 22, 26, 26))))
def test_r13_2_hawks_that_touch_no_hawk(count: int, expected: int) -> None:
    assert points("a", seeing(count)) == expected


def test_r13_2_hawks_that_touch_do_not_count() -> None:
    assert points("a", "h h . h") == 2


def test_r13_2_other_animals_may_touch_them() -> None:
    assert points("a", "b h e h f") == 5


@pytest.mark.parametrize(("count", "expected"), list(enumerate((0, 0, 5, 9, 12, 16, 20, 24, 28, 28))))
def test_r13_3_hawks_that_touch_no_hawk_and_see_one(count: int, expected: int) -> None:
    assert points("b", seeing(count)) == expected


def test_r13_3_a_hawk_that_sees_none_does_not_count() -> None:
    assert points("b", "h . h\n.\n.\n                 h") == 5


def test_r13_3_the_hawk_that_is_seen_may_touch_others_but_does_not_count() -> None:
    """Two touch each other and are seen by two that are alone."""
    assert points("b", "h . h h . h") == 5


def test_r13_3_one_alone_is_worth_nothing() -> None:
    assert points("b", "h . h h") == 0


@pytest.mark.parametrize(
    "between",
    [". .", "b .", "b e", "s s", ". . . . . . . ."],
)
def test_r13_1_animals_gaps_and_distance_do_not_matter(between: str) -> None:
    assert points("c", f"h {between} h") == 3


@pytest.mark.parametrize("picture", ["h\n .\n  h", "  h\n .\nh", "h . h"])
def test_r13_1_along_each_axis(picture: str) -> None:
    assert points("c", picture) == 3


def test_r13_1_hawks_that_touch_do_not_see_each_other() -> None:
    assert points("c", "h h") == 0


def test_r13_1_a_hawk_between_two_others_is_in_the_way() -> None:
    assert points("c", "h . h . h") == 6
    assert points("c", "h h . h") == 3


def test_r13_1_off_the_axes_nobody_is_seen() -> None:
    assert points("c", "h\n   h") == 0


def test_r13_4_one_hawk_may_be_in_many_pairs() -> None:
    triangle = """
h . h
 . .
  h
"""
    assert points("c", triangle) == 9


@pytest.mark.parametrize(
    ("between", "expected"),
    [(".", 0), (". .", 0), ("b", 4), ("b b", 4), ("b e", 7), ("b . e", 7), ("b e s", 9), ("b e s f", 9)],
)
def test_r13_5_pairs_by_the_animals_between(between: str, expected: int) -> None:
    assert points("d", f"h {between} h") == expected


def test_r13_5_each_hawk_is_in_one_pair() -> None:
    assert points("d", "h b h e h") == 4
    assert points("d", "h b h e h b h") == 8


def test_r13_5_the_best_choice_of_pairs_counts() -> None:
    assert points("d", "h b h e s f h b h") == 9
    assert points("d", "h b h e s h b h") == 8
    assert points("d", "h b e h b e s h b e h") == 14


@pytest.mark.parametrize("letter", "abc")
def test_r13_2_hawks_are_the_same_in_both_editions(letter: str) -> None:
    found = animals("h . h h . h\n.\n. . h")

    assert finding(HAWK, letter, found, FIRST) == finding(HAWK, letter, found, RETAIL)
