"""What does not change a score: turning, moving or mirroring the plane, and the order of placement."""

from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from nurselog.games.cascadia.board import Board, lay
from nurselog.games.cascadia.components import EDGES, ROTATIONS, SHOWS, SPECIES, TILES, Species, Tile
from nurselog.games.cascadia.scoring.cards import CARDS
from nurselog.games.cascadia.scoring.findings import wildlife
from nurselog.games.cascadia.scoring.habitats import largest_corridors
from nurselog.games.cascadia.terms import Edition, Terms, Variant
from nurselog.rules.hexes import STEPS, Hex, Hexes, hex_at, moved, reflected, rotated, within


class Placed(NamedTuple):
    """A hex of a random board."""

    cell: Hex
    tile: Tile
    turns: int
    token: Species | None


@st.composite
def landscapes(draw: st.DrawFn) -> list[Placed]:
    """Joined habitat tiles, each with a token or none. No starters: a mirror would show other ones."""
    cells: list[Hex] = [hex_at(0, 0)]
    for _ in range(draw(st.integers(0, 22))):
        border = sorted({Hex(cell + step) for cell in cells for step in STEPS}.difference(cells))
        cells.append(draw(st.sampled_from(border)))
    tiles = draw(st.lists(st.sampled_from(TILES), min_size=len(cells), max_size=len(cells)))
    return [
        Placed(
            cell,
            tile,
            draw(st.sampled_from(ROTATIONS[tile])),
            draw(st.none() | st.sampled_from(SHOWS[tile])),
        )
        for cell, tile in zip(cells, tiles, strict=True)
    ]


def laid(placed: list[Placed]) -> Board:
    board = lay([(one.cell, one.tile, one.turns) for one in placed])
    return board._replace(tokens=tuple(one.token for one in placed))


def worth(placed: list[Placed]) -> tuple[list[int], list[int]]:
    """What every card of both editions finds, and the length of each corridor."""
    board = laid(placed)
    wild = wildlife(board.cells, board.tokens)
    terms = [
        Terms(edition, Variant.CARDS, "aaaaa", void_salmon_groups=switch, elk_gaps=switch, elk_split=switch)
        for edition in Edition
        for switch in (True, False)
    ]
    points = [card.find(wild, agreed).points for agreed in terms for card in CARDS[agreed.edition].values()]
    return points, [len(cells) for cells in largest_corridors(board)]


@given(placed=landscapes(), turns=st.integers(1, 5))
def test_turning_the_plane_changes_nothing(placed: list[Placed], turns: int) -> None:
    turned = [one._replace(cell=rotated(one.cell, turns), turns=(one.turns + turns) % 6) for one in placed]

    assert worth(turned) == worth(placed)


@given(placed=landscapes(), by=st.sampled_from(within(8)))
def test_moving_the_plane_changes_nothing(placed: list[Placed], by: Hex) -> None:
    assert worth([one._replace(cell=moved(one.cell, by)) for one in placed]) == worth(placed)


@given(placed=landscapes())
def test_mirroring_the_plane_changes_nothing(placed: list[Placed]) -> None:
    """A tile in a mirror is the same tile in another rotation: NE and SE, NW and SW change places."""
    mirrored = [
        one._replace(cell=reflected(one.cell), turns=mirror_rotation(one.tile, one.turns)) for one in placed
    ]

    assert worth(mirrored) == worth(placed)


def mirror_rotation(tile: Tile, turns: int) -> int:
    ne, e, se, sw, w, nw = EDGES[tile][turns]
    return EDGES[tile].index((se, e, ne, nw, w, sw))


@given(placed=landscapes(), order=st.randoms(use_true_random=False))
def test_the_order_of_placement_changes_nothing(placed: list[Placed], order: Random) -> None:
    shuffled = list(placed)
    order.shuffle(shuffled)

    assert worth(shuffled) == worth(placed)


@given(cells=st.sets(st.sampled_from(within(3)), max_size=20), species=st.sampled_from(SPECIES))
def test_points_are_never_negative_and_sets_hold_only_the_animal(cells: set[Hex], species: Species) -> None:
    wild = wildlife(tuple(cells), (species,) * len(cells))
    for edition in Edition:
        for (kind, _letter), card in CARDS[edition].items():
            found = card.find(wild, Terms(edition, Variant.CARDS, "aaaaa"))
            named: list[Hexes] = list(found.sets)
            assert found.points >= 0
            assert kind == species or not named
            assert {cell for one in named for cell in one} <= cells
