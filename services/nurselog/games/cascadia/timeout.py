"""What is played for a seat that is absent or out of time (rule 8.4)."""

from nurselog.games.cascadia.board import Board, matches, places_for, with_token
from nurselog.games.cascadia.components import DISPLAY_SIZE, IS_KEYSTONE, ROTATIONS, SHOWS, Species, Tile
from nurselog.games.cascadia.fitting import cells_for_tile, cells_for_token, rotations_at
from nurselog.games.cascadia.labels import held_tile
from nurselog.games.cascadia.moves import PUT_TILE, PUT_TOKEN, RETURN_TOKEN, TAKE_BOTH, TAKE_PAIR, TURN, Move
from nurselog.games.cascadia.scoring.tally import findings
from nurselog.games.cascadia.state import Phase, State, own_board, terms_known_to
from nurselog.games.cascadia.terms import Special, Terms
from nurselog.rules.api import Seat
from nurselog.rules.hexes import Hex


def timeout_move(state: State, seat: Seat) -> Move:
    """Takes a pair it can use, places the tile where it fits best, the token where it scores most."""
    board = own_board(state)
    if state.phase is Phase.MARKET:
        place = first_usable(state, board)
        return TAKE_BOTH[place * (DISPLAY_SIZE + 1)] if state.independent else TAKE_PAIR[place]
    if state.phase is Phase.ROTATE:
        assert state.cell is not None
        return TURN[best_rotation(state, state.cell)]
    if state.tile is not None:
        return PUT_TILE[best_cell(state, state.tile)]
    cell = best_cell_for(state, terms_known_to(state, seat))
    return RETURN_TOKEN if cell is None else PUT_TOKEN[cell]


def first_usable(state: State, board: Board) -> int:
    """The first place of which the token can be placed, on its own tile or elsewhere; else the first."""
    own_tile_counts = state.terms.special is not Special.ANOTHER_TILE
    for place, (tile, token) in enumerate(zip(state.market.tiles, state.market.tokens, strict=True)):
        if tile is None or token is None:
            continue
        if (own_tile_counts and token in SHOWS[tile]) or places_for(board, token):
            return place
    return 0


def best_cell(state: State, tile: Tile) -> Hex:
    """The cell with most matching sides in the best rotation; the first of level ones."""
    board = own_board(state)
    return max(
        cells_for_tile(state),
        key=lambda cell: max(matches(board, cell, tile, turns) for turns in ROTATIONS[tile]),
    )


def best_rotation(state: State, cell: Hex) -> int:
    """The rotation with most matching sides; the first of level ones."""
    board, tile = own_board(state), held_tile(state)
    return max(rotations_at(state, cell), key=lambda turns: matches(board, cell, tile, turns))


def best_cell_for(state: State, terms: Terms) -> Hex | None:
    """The cell where the token is worth most; None if it would cost points everywhere."""
    assert state.token is not None
    board = own_board(state)
    worth = {cell: worth_with(terms, board, state.token, cell) for cell in cells_for_token(state)}
    best = max(worth, key=worth.__getitem__, default=None)
    return None if best is None or worth[best] < worth_of(terms, board) else best


def worth_with(terms: Terms, board: Board, token: Species, cell: Hex) -> int:
    """What the animals are worth with the token there, and the nature token that it earns."""
    earned = IS_KEYSTONE[board.tiles[board.cells.index(cell)]]
    return worth_of(terms, with_token(board, cell, token)) + earned


def worth_of(terms: Terms, board: Board) -> int:
    """What the animals of a board are worth."""
    return sum(finding.points for finding in findings(terms, board))
