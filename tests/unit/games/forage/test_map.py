"""Chapter 2 and rule 11.3: the maps, against tables written out by hand."""

import pytest

from nurselog.games.forage.layout import CELL_NAME, CELL_NAMED, LARGE, SMALL, Kind, Layout

NEAR = {
    "r1c4": "r2c3 r2c4 r2c5",
    "r2c3": "r1c4 r2c4 r3c2 r3c3 r3c4",
    "r2c4": "r1c4 r2c3 r2c5 r3c3 r3c4 r3c5",
    "r2c5": "r1c4 r2c4 r3c4 r3c5 r3c6",
    "r3c1": "r3c2",
    "r3c2": "r2c3 r3c1 r3c3 r4c3",
    "r3c3": "r2c3 r2c4 r3c2 r3c4 r4c3 r4c4",
    "r3c4": "r2c3 r2c4 r2c5 r3c3 r3c5 r4c3 r4c4 r4c5",
    "r3c5": "r2c4 r2c5 r3c4 r3c6 r4c4 r4c5",
    "r3c6": "r2c5 r3c5 r3c7 r4c5",
    "r3c7": "r3c6",
    "r4c3": "r3c2 r3c3 r3c4 r4c4 r5c4",
    "r4c4": "r3c3 r3c4 r3c5 r4c3 r4c5 r5c4",
    "r4c5": "r3c4 r3c5 r3c6 r4c4 r5c4",
    "r5c4": "r4c3 r4c4 r4c5",
}


def near(layout: Layout, name: str) -> set[str]:
    return {CELL_NAME[cell] for cell in layout.near[CELL_NAMED[name]]}


def of_kind(layout: Layout, kind: Kind) -> dict[str, int]:
    return {CELL_NAME[cell]: layout.sizes[cell] for cell in layout.cells if layout.kinds[cell] is kind}


def shifted(name: str) -> str:
    """The same cell of the second map."""
    row, column = name[1:].split("c")
    return f"r{row}c{int(column) + 6}"


def test_r2_1_the_small_map_has_ten_singles_four_caches_and_a_centre() -> None:
    assert {CELL_NAME[cell] for cell in SMALL.cells} == set(NEAR)
    assert len(of_kind(SMALL, Kind.SINGLE)) == 10
    assert of_kind(SMALL, Kind.STACK) == {"r3c4": 0}
    assert sum(SMALL.sizes) == 20


def test_r2_2_caches_left_and_right_hold_two_cards_those_above_and_below_three() -> None:
    assert of_kind(SMALL, Kind.CACHE) == {"r3c1": 2, "r3c7": 2, "r1c4": 3, "r5c4": 3}


@pytest.mark.parametrize("name", NEAR)
def test_r2_3_cells_of_the_small_map_are_adjacent(name: str) -> None:
    assert near(SMALL, name) == set(NEAR[name].split())


def test_r11_3_the_large_map_has_21_singles_six_caches_and_two_centres() -> None:
    assert len(of_kind(LARGE, Kind.SINGLE)) == 21
    assert of_kind(LARGE, Kind.CACHE) == {"r3c1": 2, "r3c13": 2, "r1c4": 3, "r5c4": 3, "r1c10": 3, "r5c10": 3}
    assert set(of_kind(LARGE, Kind.STACK)) == {"r3c4", "r3c10"}
    assert sum(LARGE.sizes) == 37


def test_r11_3_the_shared_card_joins_the_halves() -> None:
    assert LARGE.kinds[CELL_NAMED["r3c7"]] is Kind.SINGLE
    assert near(LARGE, "r3c7") == {"r3c6", "r3c8"}


@pytest.mark.parametrize("name", [name for name in NEAR if name != "r3c7"])
def test_r11_3_the_left_half_is_like_the_small_map(name: str) -> None:
    assert near(LARGE, name) == set(NEAR[name].split())


@pytest.mark.parametrize("name", [name for name in NEAR if name != "r3c1"])
def test_r11_3_the_right_half_is_like_the_small_map(name: str) -> None:
    assert near(LARGE, shifted(name)) == {shifted(other) for other in NEAR[name].split()}


def test_r11_6_each_half_has_its_own_centre_and_the_shared_card_both() -> None:
    homes = {CELL_NAME[cell]: [CELL_NAME[home] for home in LARGE.homes[cell]] for cell in LARGE.cells}

    assert homes["r1c4"] == homes["r3c6"] == ["r3c4"]
    assert homes["r1c10"] == homes["r3c8"] == ["r3c10"]
    assert homes["r3c7"] == ["r3c4", "r3c10"]
