"""Cells, directions, symmetries, lines and groups, against plain arithmetic on coordinates."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.rules.hexes import (
    DIRECTION_NAMES,
    LIMIT,
    ORIGIN,
    STEPS,
    Hex,
    axial,
    between,
    distance,
    groups,
    hex_at,
    lines,
    moved,
    name,
    names,
    neighbours,
    reflected,
    rotated,
    sights,
    within,
)

Coordinates = tuple[int, int]

SMALL = within(4)
cells = st.sampled_from(SMALL)
some_cells = st.sets(cells, max_size=16)


def touch(one: Hex, other: Hex) -> bool:
    """The six differences of coordinates, written out."""
    (q, r), (s, t) = axial(one), axial(other)
    return (s - q, t - r) in {(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)}


@given(q=st.integers(-LIMIT, LIMIT), r=st.integers(-LIMIT, LIMIT))
def test_a_cell_has_the_coordinates_it_was_made_of(q: int, r: int) -> None:
    assert axial(hex_at(q, r)) == (q, r)
    assert name(hex_at(q, r)) == f"{q:+d}{r:+d}"


@pytest.mark.parametrize("coordinates", [(LIMIT + 1, 0), (0, -LIMIT - 1), (99, 99)])
def test_cells_too_far_out_are_refused(coordinates: Coordinates) -> None:
    with pytest.raises(ValueError, match="coordinates go from -31 to 31"):
        hex_at(*coordinates)


def test_names_carry_both_signs() -> None:
    assert names([ORIGIN, hex_at(1, -2), hex_at(-10, 3)]) == ("+0+0", "+1-2", "-10+3")


def test_directions_go_clockwise_from_the_north_east() -> None:
    around = dict(zip(DIRECTION_NAMES, map(axial, neighbours(ORIGIN)), strict=True))

    assert around == {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}


def test_the_opposite_direction_is_three_further() -> None:
    assert [STEPS[side] + STEPS[(side + 3) % 6] for side in range(6)] == [0] * 6


@given(cell=cells)
def test_a_clockwise_step_leads_each_neighbour_to_the_next(cell: Hex) -> None:
    turned = [rotated(other, 1) for other in neighbours(cell)]

    assert turned == [*neighbours(rotated(cell, 1))[1:], neighbours(rotated(cell, 1))[0]]


@given(cell=cells, turns=st.integers(-12, 12))
def test_six_steps_are_none(cell: Hex, turns: int) -> None:
    assert rotated(rotated(cell, turns), -turns) == cell
    assert rotated(cell, turns) == rotated(cell, turns + 6)


@given(one=cells, other=cells)
def test_symmetries_keep_distances(one: Hex, other: Hex) -> None:
    expected = distance(one, other)

    assert distance(reflected(one), reflected(other)) == expected
    assert distance(rotated(one, 1), rotated(other, 1)) == expected
    assert distance(moved(one, hex_at(3, -7)), moved(other, hex_at(3, -7))) == expected


@given(cell=cells)
def test_a_mirror_shows_north_as_south_and_undoes_itself(cell: Hex) -> None:
    assert reflected(reflected(cell)) == cell
    assert [reflected(step) for step in neighbours(ORIGIN)] == [
        neighbours(ORIGIN)[side] for side in (2, 1, 0, 5, 4, 3)
    ]


@given(one=cells, other=cells)
def test_cells_at_distance_one_are_those_that_touch(one: Hex, other: Hex) -> None:
    assert (distance(one, other) == 1) is touch(one, other)
    assert (other in neighbours(one)) is touch(one, other)


@pytest.mark.parametrize(("radius", "count"), [(0, 1), (1, 7), (2, 19), (3, 37)])
def test_within_counts_the_cells_of_a_hexagon(radius: int, count: int) -> None:
    found = within(radius, hex_at(5, -3))

    assert len(set(found)) == len(found) == count
    assert list(found) == sorted(found)
    assert {distance(cell, hex_at(5, -3)) for cell in found} == set(range(radius + 1))


# --- Lines and groups


def on_one_axis(one: Hex, other: Hex) -> bool:
    (q, r), (s, t) = axial(one), axial(other)
    return one != other and (q == s or r == t or q + r == s + t)


def cells_between(one: Hex, other: Hex) -> set[Hex]:
    """All cells that lie nearer to both ends than these to each other, and on a line with both."""
    return {
        cell
        for cell in within(9)
        if on_one_axis(cell, one)
        and on_one_axis(cell, other)
        and distance(cell, one) + distance(cell, other) == distance(one, other)
    }


@given(one=cells, other=cells)
def test_between_are_the_cells_of_the_line(one: Hex, other: Hex) -> None:
    if not on_one_axis(one, other):
        with pytest.raises(ValueError, match="are on no line"):
            between(one, other)
    else:
        assert set(between(one, other)) == cells_between(one, other)
        assert len(between(one, other)) == distance(one, other) - 1


@given(some=some_cells)
def test_sights_are_the_pairs_with_nobody_between(some: set[Hex]) -> None:
    expected = {
        (one, other)
        for one in some
        for other in some
        if one < other
        and on_one_axis(one, other)
        and not touch(one, other)
        and not cells_between(one, other) & some
    }

    assert sights(some) == sorted(expected)


@given(some=some_cells)
def test_each_cell_is_on_three_lines(some: set[Hex]) -> None:
    found = list(lines(some))

    assert sorted(cell for line in found for cell in line) == sorted(3 * list(some))
    assert all(on_one_axis(one, other) for line in found for one in line for other in line if one != other)
    assert all(line == sorted(line) for line in found)


def grown(seed: Hex, some: Iterable[Hex]) -> set[Hex]:
    """Everything that can be reached, found by looking again and again."""
    reached = {seed}
    while more := {cell for cell in some if cell not in reached and any(touch(cell, it) for it in reached)}:
        reached |= more
    return reached


@given(some=some_cells)
def test_groups_are_what_can_be_reached(some: set[Hex]) -> None:
    expected = sorted({tuple(sorted(grown(cell, some))) for cell in some})

    assert groups(some) == expected


def test_nothing_has_no_groups_and_no_sights() -> None:
    assert groups([]) == []
    assert sights([]) == []
    assert list(lines([])) == []
