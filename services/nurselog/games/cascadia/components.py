"""Habitats, animals and tiles, and how each is called (chapter 1); which tiles there are says `printed`.

All of them are numbers, and what is known of them are tables: the rules look these up thousands of times a
second.
"""

from typing import Final, NewType

from nurselog.games.cascadia.printed import HABITAT_TILES, STARTER_TILES
from nurselog.rules.hexes import ORIGIN, Hex, hex_at, moved, rotated

Habitat = NewType("Habitat", int)
"""A kind of land: its place in `HABITATS`."""

Species = NewType("Species", int)
"""A kind of animal: its place in `SPECIES`."""

Tile = NewType("Tile", int)
"""A kind of hex: its place in `TILE_NAME`, habitat tiles first, then the hexes of starters."""

Edges = tuple[Habitat, Habitat, Habitat, Habitat, Habitat, Habitat]
"""What a tile shows on its six sides, by direction."""

HABITATS: Final = tuple(Habitat(index) for index in range(5))
MOUNTAIN, FOREST, PRAIRIE, WETLAND, RIVER = HABITATS
HABITAT_LETTER: Final = "mfpwr"
HABITAT_NAME: Final = ("mountain", "forest", "prairie", "wetland", "river")

SPECIES: Final = tuple(Species(index) for index in range(5))
BEAR, ELK, SALMON, HAWK, FOX = SPECIES
SPECIES_LETTER: Final = "beshf"
SPECIES_NAME: Final = ("bear", "elk", "salmon", "hawk", "fox")
SPECIES_PLURAL: Final = ("bears", "elk", "salmon", "hawks", "foxes")
SPECIES_NAMED: Final = dict(zip(SPECIES_NAME, SPECIES, strict=True))

TOKENS_OF_A_SPECIES: Final = 20
NATURE_TOKENS: Final = 25
MOST_HEXES: Final = 23
DISPLAY_SIZE: Final = 4
SMALL_DISPLAY_SIZE: Final = 3
TURNS: Final = 20
TURNS_WITHOUT_STARTERS: Final = 18


def habitats(letters: str) -> tuple[Habitat, ...]:
    """The habitats of some letters."""
    return tuple(HABITATS[HABITAT_LETTER.index(letter)] for letter in letters)


def species(letters: str) -> tuple[Species, ...]:
    """The animals of some letters."""
    return tuple(SPECIES[SPECIES_LETTER.index(letter)] for letter in letters)


def printed_edges(land: str) -> str:
    """The six sides of a habitat tile at rotation 0: all alike, or three of each, the first from NE to SE."""
    return land * 6 if len(land) == 1 else land[0] * 3 + land[1] * 3


_HABITAT_TILE_NAMES: Final = tuple(
    f"{land}-{animals}" for land, printed in HABITAT_TILES.items() for animals in printed.split()
)
_KINDS: Final = tuple(dict.fromkeys(_HABITAT_TILE_NAMES))

STARTER_HEXES: Final = ("top", "left", "right")
"""The hexes of a starter, by the ends of their names: `s1-top`."""

STARTER_OFFSETS: Final = (ORIGIN, hex_at(-1, 1), hex_at(0, 1))
"""Where these lie when the starter is not rotated."""

_PRINTED: Final = (
    *((printed_edges(name.split("-")[0]), name.split("-")[1]) for name in _KINDS),
    *(hexagon for starter in STARTER_TILES for hexagon in starter),
)
TILE_NAME: Final = (
    *_KINDS,
    *(f"s{number}-{place}" for number in range(1, len(STARTER_TILES) + 1) for place in STARTER_HEXES),
)
TILE_NAMED: Final = {name: Tile(index) for index, name in enumerate(TILE_NAME)}

TILES: Final = tuple(TILE_NAMED[name] for name in _HABITAT_TILE_NAMES)
"""The 85 habitat tiles; equal ones are the same."""

STARTERS: Final = tuple(
    (Tile(first), Tile(first + 1), Tile(first + 2)) for first in range(len(_KINDS), len(TILE_NAME), 3)
)
"""The starters, each by its three hexes."""

COPIES: Final = tuple(max(1, TILES.count(Tile(index))) for index in range(len(TILE_NAME)))
"""How many of each kind there are."""


def turned(edges: tuple[Habitat, ...], turns: int) -> Edges:
    """The sides after so many clockwise steps of 60 degrees."""
    ne, e, se, sw, w, nw = (edges[(side - turns) % 6] for side in range(6))
    return ne, e, se, sw, w, nw


EDGES: Final = tuple(
    tuple(turned(habitats(edges), turns) for turns in range(6)) for edges, _animals in _PRINTED
)
"""The sides of each tile, by its rotation."""

SHOWS: Final = tuple(species(animals) for _edges, animals in _PRINTED)
"""The animals that each tile shows."""

LAND: Final = tuple(tuple(sorted(set(edges[0]))) for edges in EDGES)
"""The habitats that each tile shows."""

IS_KEYSTONE: Final = tuple(len(land) == 1 for land in LAND)
ROTATIONS: Final = tuple(range(1) if keystone else range(6) for keystone in IS_KEYSTONE)
"""The rotations of each tile that look different."""

TILE_TITLE: Final = tuple("-".join(HABITAT_NAME[habitat] for habitat in edges) for edges in LAND)
"""How each tile is called in sentences, its animals apart: `mountain-forest`."""


def starter_cells(turns: int, top: Hex) -> tuple[Hex, ...]:
    """Where the three hexes of a starter lie, by the cell of the first and the rotation."""
    return tuple(moved(rotated(offset, turns), top) for offset in STARTER_OFFSETS)
