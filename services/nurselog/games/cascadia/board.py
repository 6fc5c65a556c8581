"""An environment: which tile lies on which cell, in what rotation, with which token (chapter 7).

A board is a value. Its hexes are listed in the order in which they were placed.
"""

from typing import NamedTuple

from nurselog.games.cascadia.components import EDGES, SHOWS, Edges, Species, Tile
from nurselog.rules.hexes import STEPS, Hex, Hexes


class Board(NamedTuple):
    """What lies before one seat: four lists side by side, and what follows from them."""

    cells: Hexes
    tiles: tuple[Tile, ...]
    turns: tuple[int, ...]
    """The rotation of each tile: clockwise steps of 60 degrees."""
    tokens: tuple[Species | None, ...]
    open: Hexes
    """The empty cells that touch the environment, in order."""
    nature: int = 0
    """Nature tokens."""


def lay(placed: list[tuple[Hex, Tile, int]]) -> Board:
    """A board of these hexes, without tokens."""
    board = Board((), (), (), (), ())
    for cell, tile, turns in placed:
        board = with_tile(board, cell, tile, turns)
    return board


def with_tile(board: Board, cell: Hex, tile: Tile, turns: int) -> Board:
    """The board with one more tile."""
    cells = (*board.cells, cell)
    new = [Hex(cell + step) for step in STEPS]
    still_open = {*board.open, *new}.difference(cells)
    return Board(
        cells,
        (*board.tiles, tile),
        (*board.turns, turns),
        (*board.tokens, None),
        tuple(sorted(still_open)),
        board.nature,
    )


def with_token(board: Board, cell: Hex, species: Species) -> Board:
    """The board with a token on one of its tiles."""
    at = board.cells.index(cell)
    return board._replace(tokens=(*board.tokens[:at], species, *board.tokens[at + 1 :]))


def places_for(board: Board, species: Species) -> Hexes:
    """The cells where a token of the species may lie, in order of placement (rule 7.4)."""
    laid = zip(board.cells, board.tiles, board.tokens, strict=True)
    return tuple([cell for cell, tile, token in laid if token is None and species in SHOWS[tile]])


def matches(board: Board, cell: Hex, tile: Tile, turns: int) -> int:
    """On how many sides a tile would meet its own land."""
    own, found = EDGES[tile][turns], 0
    for side, step in enumerate(STEPS):
        other = Hex(cell + step)
        if other in board.cells:
            at = board.cells.index(other)
            found += EDGES[board.tiles[at]][board.turns[at]][(side + 3) % 6] == own[side]
    return found


def edges_of(cells: Hexes, tiles: tuple[Tile, ...], turns: tuple[int, ...]) -> dict[Hex, Edges]:
    """What each of these hexes shows on its six sides, as it lies."""
    return {cell: EDGES[tile][turned] for cell, tile, turned in zip(cells, tiles, turns, strict=True)}
