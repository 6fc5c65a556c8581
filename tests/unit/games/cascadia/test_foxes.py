"""Chapter 14."""

import pytest

from nurselog.games.cascadia.components import FOX
from tests.support.cascadia import FIRST, RETAIL, animals, finding


def points(letter: str, picture: str) -> int:
    return finding(FOX, letter, animals(picture)).points


def fox_among(letters: str) -> str:
    """A fox, and around it six cells from NW clockwise."""
    nw, ne, e, se, sw, w = list(letters)
    return f" {nw} {ne}\n{w} f {e}\n {sw} {se}"


def foxes_among(letters: str) -> str:
    """Two foxes side by side, and the eight cells around both from NW clockwise."""
    a, b, c, d, e, f, g, h = list(letters)
    return f" {a} {b} {c}\n{h} f f {d}\n {g} {f} {e}"


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ("......", 0),
        ("b.....", 1),
        ("bbbbbb", 1),
        ("be....", 2),
        ("besh..", 4),
        ("bb.ee.", 2),
        ("beshbe", 4),
    ],
)
def test_r14_1_a_point_for_each_kind_around(around: str, expected: int) -> None:
    assert points("a", fox_among(around)) == expected


def test_r14_1_foxes_count_for_foxes() -> None:
    assert points("a", "f f") == 2
    assert points("a", "f f b") == 1 + 2


def test_r14_1_five_is_the_most() -> None:
    assert finding(FOX, "a", animals(fox_among("beshfe"))).each.count(5) == 1


@pytest.mark.parametrize(
    ("around", "expected"),
    [("b.e.s.", 0), ("bb....", 3), ("b..b..", 3), ("bbbb..", 3), ("bbee..", 5), ("beebss", 7), ("bbbbbb", 3)],
)
def test_r14_2_by_the_kinds_that_are_twice_around(around: str, expected: int) -> None:
    assert points("b", fox_among(around)) == expected


def test_r14_2_foxes_are_no_animals_for_it() -> None:
    assert points("b", "f f\n f") == 0


@pytest.mark.parametrize(
    ("around", "expected"), [("......", 0), ("b.....", 1), ("bbe...", 2), ("beshbe", 2), ("bbbbbb", 6)]
)
def test_r14_3_the_number_of_the_most_frequent(around: str, expected: int) -> None:
    assert points("c", fox_among(around)) == expected


def test_r14_3_foxes_are_no_animals_for_it() -> None:
    assert points("c", "f f b\n f") == 1


def test_r14_1_each_fox_scores_for_itself() -> None:
    assert points("a", "f b f") == 2
    assert finding(FOX, "a", animals("f b f")).evidence == ("+0+0", "+2+0")


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ("........", 0),
        ("b.e.s.h.", 0),
        ("bb......", 5),
        ("bbbb....", 5),
        ("bbee....", 7),
        ("bbeess..", 9),
        ("bbeesshh", 11),
        ("beshbesh", 11),
        ("bbbbbbbb", 5),
    ],
)
def test_r14_4_pairs_by_the_kinds_that_are_twice_around_both(around: str, expected: int) -> None:
    assert points("d", foxes_among(around)) == expected


def test_r14_4_a_cell_that_touches_both_counts_once() -> None:
    assert points("d", " b\nf f") == 0
    assert points("d", " b\nf f\n b") == 5


def test_r14_4_a_single_fox_scores_nothing() -> None:
    assert points("d", fox_among("bbeess")) == 0


def test_r14_4_each_fox_is_in_one_pair_and_the_best_choice_counts() -> None:
    three = """
 b b . e e s s
. f f f . .
"""
    row = """
 b b e e
f f f f
"""
    assert points("d", three) == 5
    assert points("d", row) == max(5 + 5, 7)


def test_r14_4_foxes_that_are_left_over_are_no_animals() -> None:
    assert points("d", "f f f f\n f f f f") == 0


@pytest.mark.parametrize("letter", "abc")
def test_r14_1_foxes_are_the_same_in_both_editions(letter: str) -> None:
    found = animals(foxes_among("bbeesshb"))

    assert finding(FOX, letter, found, FIRST) == finding(FOX, letter, found, RETAIL)
