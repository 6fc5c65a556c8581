"""Where a tile may lie, and on which tiles a token: chapter 7, and the special rules that narrow it."""

from functools import lru_cache
from typing import Final

from nurselog.games.cascadia.board import Board, matches, places_for
from nurselog.games.cascadia.components import ROTATIONS, Tile
from nurselog.games.cascadia.state import State, own_board
from nurselog.games.cascadia.terms import Special
from nurselog.rules.hexes import Hex, Hexes

EVERY_TURN: Final = tuple(range(6))
PARTICULAR: Final = (Special.MATCH, Special.NO_MATCH)

Spots = dict[Hex, tuple[int, ...]]
"""Cells, and the rotations in which a tile may lie there."""


def cells_for_tile(state: State) -> Hexes:
    """The cells where the tile may be placed (rules 7.2, 23.1 and 23.2)."""
    return tuple(spots(state)) if state.terms.special in PARTICULAR else own_board(state).open


def rotations_at(state: State, cell: Hex) -> tuple[int, ...]:
    """The rotations in which the tile may lie there (rules 7.3, 23.1 and 23.2)."""
    return spots(state)[cell] if state.terms.special in PARTICULAR else EVERY_TURN


def cells_for_token(state: State) -> Hexes:
    """The tiles on which the token may be placed (rules 7.4 and 23.9)."""
    if state.token is None:
        return ()
    board = own_board(state)
    places = places_for(board, state.token)
    if state.terms.special is Special.ANOTHER_TILE and state.tile is None:
        return tuple([cell for cell in places if cell != board.cells[-1]])
    return places


def spots(state: State) -> Spots:
    """Where the tile may lie if it must match a neighbour, or none."""
    assert state.tile is not None
    board = own_board(state)
    bare = board._replace(tokens=(None,) * len(board.cells), nature=0)
    return _spots(bare, state.tile, state.terms.special)


@lru_cache(maxsize=1024)
def _spots(board: Board, tile: Tile, special: Special) -> Spots:
    """Everywhere, if the rule cannot be kept anywhere."""
    wants_match = special is Special.MATCH
    fitting = {
        cell: tuple(
            [turns for turns in ROTATIONS[tile] if bool(matches(board, cell, tile, turns)) == wants_match]
        )
        for cell in board.open
    }
    kept = {cell: turns for cell, turns in fitting.items() if turns}
    return kept or dict.fromkeys(board.open, EVERY_TURN)
