"""Chapter 1: the tiles are those of the printed game, by everything that is known of them in sum."""

from collections import Counter
from itertools import combinations

import pytest

from nurselog.games.cascadia.components import (
    COPIES,
    EDGES,
    HABITAT_LETTER,
    HABITATS,
    IS_KEYSTONE,
    LAND,
    ROTATIONS,
    SHOWS,
    SPECIES,
    SPECIES_LETTER,
    STARTERS,
    TILE_NAME,
    TILES,
    starter_cells,
)
from nurselog.rules.hexes import ORIGIN, distance, names
from tests.support.cascadia import tile


def edges(name: str, turns: int = 0) -> str:
    return "".join(HABITAT_LETTER[habitat] for habitat in EDGES[tile(name)][turns])


def shown(name: str) -> str:
    return "".join(SPECIES_LETTER[species] for species in SHOWS[tile(name)])


def test_r1_2_there_are_85_tiles_of_three_sorts() -> None:
    sorts = Counter((IS_KEYSTONE[one], len(SHOWS[one])) for one in TILES)

    assert sorts == {(True, 1): 25, (False, 2): 45, (False, 3): 15}


@pytest.mark.parametrize("habitat", HABITATS)
def test_r1_2_each_land_is_on_29_tiles_and_five_keystones(habitat: int) -> None:
    having = [one for one in TILES if habitat in LAND[one]]

    assert len(having) == 29
    assert sum(IS_KEYSTONE[one] for one in having) == 5


@pytest.mark.parametrize("species", SPECIES)
def test_r1_2_each_animal_is_on_32_tiles_and_five_keystones(species: int) -> None:
    having = [one for one in TILES if species in SHOWS[one]]

    assert len(having) == 32
    assert sum(IS_KEYSTONE[one] for one in having) == 5


def test_r1_2_each_pair_of_lands_is_on_six_tiles() -> None:
    pairs = Counter(LAND[one] for one in TILES if not IS_KEYSTONE[one])

    assert pairs == dict.fromkeys(combinations(HABITATS, 2), 6)


def test_r1_2_animals_are_not_spread_evenly_over_lands() -> None:
    elk = Counter(HABITAT_LETTER[land] for one in TILES if "e" in shown(TILE_NAME[one]) for land in LAND[one])

    assert (elk["f"], elk["r"]) == (15, 7)


def test_r1_2_no_tile_shows_an_animal_twice() -> None:
    assert all(len(set(animals)) == len(animals) for animals in SHOWS)


def test_r1_2_equal_keystones_share_a_name() -> None:
    assert COPIES[tile("m-e")] == 2
    assert COPIES[tile("m-b")] == COPIES[tile("mf-beh")] == COPIES[tile("s1-top")] == 1
    assert sum(COPIES[one] for one in set(TILES)) == len(TILES) == 85


def test_r1_3_the_five_starters() -> None:
    written = [
        tuple(f"{edges(TILE_NAME[one])} {shown(TILE_NAME[one])}" for one in starter) for starter in STARTERS
    ]

    assert written == [
        ("mmmmmm b", "fwwwff ehf", "rrpppr bs"),
        ("ffffff e", "mrrrmm beh", "wwpppw sf"),
        ("pppppp f", "wrrrww shf", "ffmmmf be"),
        ("wwwwww h", "rfffrr esh", "ppmmmp bf"),
        ("rrrrrr s", "pfffpp bes", "mmwwwm hf"),
    ]


@pytest.mark.parametrize("starter", STARTERS)
def test_r1_3_a_starter_shows_each_land_once_and_each_animal(starter: tuple[int, int, int]) -> None:
    assert Counter(land for one in starter for land in LAND[one]) == dict.fromkeys(HABITATS, 1)
    assert {species for one in starter for species in SHOWS[one]} == set(SPECIES)
    assert IS_KEYSTONE[starter[0]]


def test_r1_3_the_hexes_of_a_starter_lie_in_a_triangle() -> None:
    assert names(starter_cells(0, ORIGIN)) == ("+0+0", "-1+1", "+0+1")
    for turns in range(6):
        cells = starter_cells(turns, ORIGIN)
        assert [distance(one, other) for one, other in combinations(cells, 2)] == [1, 1, 1]


def test_r1_7_a_tile_is_turned_clockwise() -> None:
    assert edges("mf-beh") == "mmmfff"
    assert edges("mf-beh", 1) == "fmmmff"
    assert edges("s1-left", 2) == "fffwww"


def test_r1_7_a_tile_of_two_lands_lies_in_six_ways_and_a_keystone_in_one() -> None:
    ways = {name: {edges(name, turns) for turns in ROTATIONS[tile(name)]} for name in TILE_NAME}

    assert {len(found) for name, found in ways.items() if IS_KEYSTONE[tile(name)]} == {1}
    assert {len(found) for name, found in ways.items() if not IS_KEYSTONE[tile(name)]} == {6}
