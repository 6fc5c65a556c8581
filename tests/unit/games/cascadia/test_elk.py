"""Chapter 11: what elk are worth; that nothing better exists is in `test_optimum`."""

import pytest

from nurselog.games.cascadia.components import ELK
from tests.support.cascadia import FIRST, RETAIL, animals, cell, finding, wild

TRIANGLE = """
e e
 e
"""
RHOMBUS = """
e e
 e e
"""
TALL_RHOMBUS = """
 e
e e
 e
"""
RING = """
 e e
e . e
 e e
"""


def points(letter: str, picture: str, **switches: bool) -> int:
    return finding(ELK, letter, animals(picture), RETAIL, **switches).points


def row(count: int) -> str:
    return " ".join("e" * count)


# --- Lines


@pytest.mark.parametrize(("count", "expected"), [(0, 0), (1, 2), (2, 5), (3, 9), (4, 13)])
def test_r11_3_straight_lines(count: int, expected: int) -> None:
    assert points("a", row(count) or ".") == expected


@pytest.mark.parametrize("picture", ["e\n e\n  e", "  e\n e\ne", "e e e"])
def test_r11_3_along_each_axis(picture: str) -> None:
    assert points("a", picture) == 9


def test_r11_3_a_bend_is_no_line() -> None:
    assert points("a", "e e\n   e") == 7


@pytest.mark.parametrize(("count", "expected"), [(5, 15), (6, 18), (7, 22), (8, 26), (9, 28), (12, 39)])
def test_r11_4_longer_lines_are_cut(count: int, expected: int) -> None:
    assert points("a", row(count)) == expected


def test_r11_4_lines_may_touch() -> None:
    assert points("a", "e e e e\n e e e e") == 26


def test_r11_4_crossing_lines_are_divided_as_well_as_can_be() -> None:
    crossing = """
e e e
   e
    e
"""
    assert points("a", crossing) == 14
    assert finding(ELK, "a", animals(crossing)).evidence == ("+0+0.+1+0.+2+0", "+1+1.+1+2")


def test_r11_4_no_elk_counts_in_two_lines() -> None:
    star = """
 e e
e e e
 e e
"""
    assert points("a", star) == 9 + 5 + 5


# --- Shapes


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("e", 2),
        ("e e", 5),
        ("e\n e", 5),
        (" e\ne", 5),
        (TRIANGLE, 9),
        (" e\ne e", 9),
        (RHOMBUS, 13),
        (TALL_RHOMBUS, 13),
        (" e e\ne e", 13),
    ],
)
def test_r11_5_exact_shapes_in_any_rotation(picture: str, expected: int) -> None:
    assert points("b", picture) == expected


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("e e e", 7),
        ("e e\n   e", 7),
        ("e e\n e\ne", 9 + 2),
        ("e e e e", 10),
        (RING, 15),
        ("e e e\n e e e", 13 + 5),
        ("e e e\n e e e\n  e", 13 + 7),
        ("e e e\n e e e\n    e", 13 + 9),
        ("e e e e\n e e e e", 26),
    ],
)
def test_r11_5_other_shapes_are_made_of_these(picture: str, expected: int) -> None:
    assert points("b", picture) == expected


# --- Groups of any shape


@pytest.mark.parametrize(
    ("count", "expected"), [(1, 2), (2, 4), (3, 7), (4, 10), (5, 14), (6, 18), (7, 23), (8, 28)]
)
def test_r11_6_groups_of_any_shape(count: int, expected: int) -> None:
    assert points("c", row(count)) == expected


def test_r11_6_a_group_is_joined() -> None:
    assert points("c", "e e . e") == 4 + 2


@pytest.mark.parametrize(("count", "expected"), [(9, 30), (10, 32), (11, 35), (16, 56), (17, 58), (20, 66)])
def test_r11_6_larger_groups_are_cut(count: int, expected: int) -> None:
    assert points("c", row(count)) == expected


def test_r11_6_parts_are_joined_by_themselves() -> None:
    """Eleven elk of which no three can be cut off so that the other eight stay together."""
    tree = "+0+0 +1+0 +2+0 -1+1 -2+1 -1+2 -1+3 +0-1 -1-1 +1-2 +2-3"
    found = finding(ELK, "c", wild({cell(name): ELK for name in tree.split()}))

    assert points("c", row(11)) == 28 + 7
    assert found.reason == "28 + 4 + 2"


@pytest.mark.parametrize("count", [8, 9, 16, 20])
def test_r11_6_without_the_switch_28_is_the_most(count: int) -> None:
    assert points("c", row(count), elk_split=False) == 28


# --- Rings


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("e", 2),
        ("e e", 5),
        (" e e\ne . .", 8),
        (" e e\ne . e", 12),
        (" e e\ne . e\n . e", 16),
        (RING, 21),
    ],
)
def test_r11_7_elk_around_a_centre(picture: str, expected: int) -> None:
    assert points("d", picture) == expected
    assert points("d", picture, elk_gaps=False) == expected


@pytest.mark.parametrize("centre", ["b", "e", "."])
def test_r11_7_what_lies_in_the_centre_does_not_matter(centre: str) -> None:
    assert points("d", RING.replace(".", centre)) == 21 + 2 * (centre == "e")


def test_r11_7_a_longer_row_bends_around_two_centres() -> None:
    assert points("d", row(4)) == 10
    assert points("d", row(3)) == 7


@pytest.mark.parametrize(
    ("picture", "with_gaps", "without"),
    [
        ("e . e", 5, 4),
        (" e .\ne . e\n . e", 12, 10),
        (" e .\n. . e\n e .", 8, 6),
        (" e .\n. . .\n . e", 5, 4),
        ("e . . e", 4, 4),
    ],
)
def test_r11_8_gaps_are_allowed_unless_the_switch_is_off(picture: str, with_gaps: int, without: int) -> None:
    assert points("d", picture) == with_gaps
    assert points("d", picture, elk_gaps=False) == without


def test_r11_8_elk_of_one_ring_need_not_be_joined_in_any_way() -> None:
    apart = """
e . e . e
. . . . .
"""
    assert points("d", apart) == 7
    assert finding(ELK, "d", animals(apart)).reason == "5 + 2"


def test_r11_8_without_gaps_the_row_is_chosen_not_forced() -> None:
    """The elk between two rings is the sixth of one, or the fifth of the other."""
    two_rings = """
 e e e e
e . e . e
 e e . e
"""
    assert points("d", two_rings, elk_gaps=False) == 21 + 12


# --- Letters


@pytest.mark.parametrize(("first", "retail"), [("a", "a"), ("b", "c"), ("c", "b")])
def test_r11_2_the_letters_of_both_editions(first: str, retail: str) -> None:
    for picture in (row(9), RHOMBUS, RING, TRIANGLE):
        found = animals(picture)
        assert finding(ELK, first, found, FIRST) == finding(ELK, retail, found, RETAIL)


def test_r11_2_the_switch_follows_the_card_not_the_letter() -> None:
    found = animals(row(9))

    assert finding(ELK, "b", found, FIRST, elk_split=False).points == 28
    assert finding(ELK, "b", found, FIRST).points == 30
