"""Chapter 10."""

import pytest

from nurselog.games.cascadia.components import BEAR
from tests.support.cascadia import FIRST, RETAIL, animals, finding

PAIR = "b b"
LINE = "b b b"
TRIANGLE = """
b b
 b
"""
FOUR = "b b b b"


def points(letter: str, picture: str) -> int:
    return finding(BEAR, letter, animals(picture)).points


def apart(*pictures: str) -> str:
    """Pictures one below the other, far enough apart."""
    rows: list[str] = []
    for picture in pictures:
        if len(rows) % 2:
            rows.append("")
        rows += [*picture.strip("\n").split("\n"), ""]
    return "\n".join(row or "." for row in rows)


@pytest.mark.parametrize(("pairs", "expected"), [(0, 0), (1, 4), (2, 11), (3, 19), (4, 27), (5, 27), (6, 27)])
def test_r10_1_pairs_by_their_number(pairs: int, expected: int) -> None:
    assert points("a", apart(*[PAIR] * pairs) if pairs else ".") == expected


@pytest.mark.parametrize("picture", ["b", LINE, TRIANGLE, FOUR])
def test_r10_1_other_groups_are_no_pairs(picture: str) -> None:
    assert points("a", picture) == 0


def test_r10_1_a_pair_has_no_other_bear_beside_it() -> None:
    assert points("a", apart(PAIR, TRIANGLE)) == 4


@pytest.mark.parametrize(
    ("picture", "expected"), [("b", 0), (PAIR, 0), (LINE, 10), (TRIANGLE, 10), (FOUR, 0)]
)
def test_r10_2_groups_of_exactly_three(picture: str, expected: int) -> None:
    assert points("b", picture) == expected


def test_r10_2_each_of_them() -> None:
    assert points("b", apart(LINE, TRIANGLE, LINE)) == 30


@pytest.mark.parametrize(("picture", "expected"), [("b", 2), (PAIR, 5), (LINE, 8), (TRIANGLE, 8), (FOUR, 0)])
def test_r10_3_groups_by_size(picture: str, expected: int) -> None:
    assert points("c", picture) == expected


@pytest.mark.parametrize(
    ("pictures", "expected"),
    [
        (("b", PAIR, LINE), 2 + 5 + 8 + 3),
        (("b", PAIR, LINE, "b", PAIR, LINE), 2 * (2 + 5 + 8) + 3),
        (("b", PAIR, PAIR), 12),
        (("b", PAIR, FOUR), 7),
        (("b", PAIR, LINE, FOUR), 18),
    ],
)
def test_r10_3_all_three_sizes_are_worth_three_more_once(pictures: tuple[str, ...], expected: int) -> None:
    assert points("c", apart(*pictures)) == expected


@pytest.mark.parametrize(
    ("picture", "expected"), [("b", 0), (PAIR, 5), (LINE, 8), (FOUR, 13), ("b b b b b", 0)]
)
def test_r10_4_groups_of_two_to_four(picture: str, expected: int) -> None:
    assert points("d", picture) == expected


def test_r10_4_they_add_up() -> None:
    assert points("d", apart(PAIR, LINE, FOUR, FOUR)) == 39


@pytest.mark.parametrize("letter", "abcd")
def test_r10_5_a_group_of_five_is_worth_nothing(letter: str) -> None:
    assert points(letter, "b b b b b") == 0


@pytest.mark.parametrize("letter", "abc")
def test_r10_1_bears_are_the_same_in_both_editions(letter: str) -> None:
    found = animals(apart("b", PAIR, LINE, FOUR))

    assert finding(BEAR, letter, found, FIRST) == finding(BEAR, letter, found, RETAIL)


def test_r9_1_only_bears_join_bears() -> None:
    assert points("a", "b e b") == 0
    assert points("a", "b . b") == 0


def test_r9_1_the_sheet_tells_the_cells_of_each_group() -> None:
    found = finding(BEAR, "c", animals(apart("b", PAIR)))

    assert found.evidence == ("-1+2.+0+2", "+0+0")
    assert found.reason == "5 + 2"
