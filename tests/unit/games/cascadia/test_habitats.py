"""Chapters 16 and 17: corridors and the bonus for the largest."""

import pytest

from nurselog.games.cascadia.components import HABITAT_NAME, HABITATS
from nurselog.games.cascadia.scoring.habitats import bonuses, largest_corridors
from nurselog.games.cascadia.scoring.tally import tallies
from nurselog.games.cascadia.terms import Terms, Variant
from nurselog.rules.hexes import names
from tests.support.cascadia import FIRST, board, starter


def sizes(text: str) -> dict[str, int]:
    found = largest_corridors(board(text))
    return {HABITAT_NAME[habitat]: len(found[habitat]) for habitat in HABITATS}


def corridor(text: str, habitat: str) -> tuple[str, ...]:
    return names(largest_corridors(board(text))[HABITAT_NAME.index(habitat)])


def test_r16_1_both_tiles_must_show_the_land_on_their_common_side() -> None:
    """The mountain of mf-beh looks from NE to SE, so to the east and not to the west."""
    assert sizes("+0+0:mf-beh +1+0:m-b")["mountain"] == 2
    assert sizes("+0+0:mf-beh -1+0:m-b")["mountain"] == 1
    assert sizes("+0+0:mf-beh.3 -1+0:m-b")["mountain"] == 2


def test_r16_1_tiles_that_touch_are_not_joined_by_that_alone() -> None:
    assert corridor("+0+0:m-b +1+0:f-b", "mountain") == ("+0+0",)


def test_r16_1_a_corridor_goes_on_through_many_tiles() -> None:
    text = "+0+0:m-b +1+0:mf-beh.3 +0+1:mp-bef +1+1:m-e +3+0:m-h"
    assert corridor(text, "mountain") == ("+0+0", "+0+1", "+1+0", "+1+1")


def test_r16_2_a_tile_counts_once_for_each_of_its_lands() -> None:
    found = sizes("+0+0:mf-beh +1+0:m-b -1+0:f-b")

    assert (found["mountain"], found["forest"]) == (2, 2)


def test_r16_2_only_the_largest_scores() -> None:
    assert sizes("+0+0:m-b +1+0:m-e +2+0:f-b +3+0:m-h")["mountain"] == 2


def test_r16_2_land_that_is_not_there_scores_nothing() -> None:
    assert sizes("+0+0:m-b") == {"mountain": 1, "forest": 0, "prairie": 0, "wetland": 0, "river": 0}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_r16_2_every_starter_begins_each_corridor(number: int) -> None:
    assert [len(cells) for cells in largest_corridors(starter(number))] == [1] * 5


# --- The bonus


@pytest.mark.parametrize(
    ("compared", "expected"),
    [((5, 3), (2, 0)), ((3, 5), (0, 2)), ((4, 4), (1, 1)), ((0, 0), (0, 0)), ((1, 0), (2, 0))],
)
def test_r17_1_two_seats(compared: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert bonuses(compared) == expected


@pytest.mark.parametrize(
    ("compared", "expected"),
    [
        ((5, 4, 3), (3, 1, 0)),
        ((3, 5, 4), (0, 3, 1)),
        ((5, 5, 4), (2, 2, 0)),
        ((5, 4, 4), (3, 0, 0)),
        ((5, 5, 5), (1, 1, 1)),
        ((5, 4, 3, 2), (3, 1, 0, 0)),
        ((5, 5, 4, 3), (2, 2, 0, 0)),
        ((5, 5, 5, 4), (1, 1, 1, 0)),
        ((5, 5, 5, 5), (1, 1, 1, 1)),
        ((5, 4, 4, 3), (3, 0, 0, 0)),
        ((5, 4, 4, 4), (3, 0, 0, 0)),
        ((5, 5, 4, 4), (2, 2, 0, 0)),
    ],
)
def test_r17_2_three_and_four_seats(compared: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert bonuses(compared) == expected


@pytest.mark.parametrize(("size", "expected"), [(0, 0), (6, 0), (7, 2), (8, 2), (20, 2)])
def test_r17_3_one_seat(size: int, expected: int) -> None:
    assert bonuses((size,)) == (expected,)


@pytest.mark.parametrize(
    ("compared", "expected"), [((0, 0, 0), (0, 0, 0)), ((2, 0, 0), (3, 0, 0)), ((1, 1, 0, 0), (2, 2, 0, 0))]
)
def test_r17_4_no_tiles_no_bonus(compared: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert bonuses(compared) == expected


def test_r17_4_the_bonus_is_scored_or_not() -> None:
    boards = (board("+0+0:m-b +1+0:m-e"), board("+0+0:f-b"))
    with_bonus = Terms(FIRST, Variant.INTERMEDIATE, "")
    without = with_bonus._replace(habitat_bonus=False)

    assert [tally.bonuses for tally in tallies(with_bonus, boards)] == [(2, 0, 0, 0, 0), (0, 2, 0, 0, 0)]
    assert [tally.total for tally in tallies(with_bonus, boards)] == [4, 3]
    assert [tally.total for tally in tallies(without, boards)] == [2, 1]
