"""What a seat may do now: `reject` is the truth, `legal_moves` lists what it accepts."""

from typing import Final

from nurselog.games.cascadia.board import places_for
from nurselog.games.cascadia.components import SHOWS
from nurselog.games.cascadia.market import equal_places
from nurselog.games.cascadia.moves import (
    FREE_WIPE,
    PAY_PICK,
    PAY_WIPE,
    PUT_TILE,
    PUT_TOKEN,
    RETURN_TOKEN,
    TAKE_BOTH,
    TAKE_PAIR,
    TURN,
    FreeWipe,
    Move,
    PayPick,
    PayWipe,
    PutTile,
    PutToken,
    ReturnToken,
    TakeBoth,
    TakePair,
    Turn,
)
from nurselog.games.cascadia.state import Phase, State, own_board
from nurselog.rules.api import Rejection, Seat
from nurselog.rules.hexes import Hex

PLAY_OVER: Final = Rejection("play_over", "8.2", "The play is over.")
NOT_YOUR_TURN: Final = Rejection("not_your_turn", "3.1", "It is another seat's turn.")
TAKE_FIRST: Final = Rejection("take_first", "3.2", "Take a tile and a token first.")
TAKEN_ALREADY: Final = Rejection("taken_already", "3.2", "You have taken a tile and a token: place them.")
TURN_FIRST: Final = Rejection("turn_first", "7.3", "Turn the tile on its cell first.")
NO_THREE_EQUAL: Final = Rejection(
    "no_three_equal", "4.2", "Only exactly three equal tokens are replaced for free."
)
WIPED_ALREADY: Final = Rejection(
    "wiped_already", "4.3", "Three equal tokens are replaced for free once in a turn."
)
SPENT_BEFORE: Final = Rejection(
    "spent_before", "4.4", "At this table nothing is replaced for free once a nature token was spent."
)
NO_NATURE: Final = Rejection("no_nature_token", "5.1", "You have no nature token.")
PAID_ALREADY: Final = Rejection("paid_already", "5.3", "You have paid for an independent pick already.")
NOT_PAID: Final = Rejection(
    "not_paid", "6.1", "Tile and token are those of one place, unless an independent pick was paid."
)
NAME_BOTH: Final = Rejection("name_both", "6.2", "You have paid to pick independently: name two places.")
TILE_PLACED: Final = Rejection("tile_placed", "7.1", "You have placed your tile.")
NOT_OPEN: Final = Rejection("not_open", "7.2", "A tile goes to an empty cell that touches your environment.")
NOTHING_TO_TURN: Final = Rejection("nothing_to_turn", "7.3", "No tile of yours waits to be turned.")
TOKEN_PLACED: Final = Rejection("token_placed", "7.1", "You have placed or returned your token.")
NO_TILE_THERE: Final = Rejection("no_tile_there", "7.4", "There is no tile of yours on that cell.")
TOKEN_THERE: Final = Rejection("token_there", "7.4", "There is a token on that tile already.")
NOT_SHOWN: Final = Rejection("not_shown", "7.4", "That tile does not show this animal.")


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why the seat may not do this now, if it may not."""
    if state.phase is Phase.OVER:
        return PLAY_OVER
    if seat != state.active:
        return NOT_YOUR_TURN
    if state.phase is Phase.MARKET:
        return reject_at_market(state, move)
    if state.phase is Phase.ROTATE:
        return None if isinstance(move, Turn) else TURN_FIRST
    return reject_placing(state, move)


def reject_at_market(state: State, move: Move) -> Rejection | None:
    """Chapters 4 to 6."""
    match move:
        case TakePair():
            return NAME_BOTH if state.independent else None
        case TakeBoth():
            return None if state.independent else NOT_PAID
        case FreeWipe():
            return reject_free_wipe(state)
        case PayPick() if state.independent:
            return PAID_ALREADY
        case PayPick() | PayWipe():
            return None if own_board(state).nature else NO_NATURE
        case _:
            return TAKE_FIRST


def reject_free_wipe(state: State) -> Rejection | None:
    """Rules 4.2 to 4.4."""
    if not equal_places(state.market, 3):
        return NO_THREE_EQUAL
    if state.wiped:
        return WIPED_ALREADY
    return SPENT_BEFORE if state.spent and not state.terms.free_wipe_after_spend else None


def reject_placing(state: State, move: Move) -> Rejection | None:
    """Chapter 7."""
    match move:
        case PutTile(cell):
            return reject_tile(state, cell)
        case PutToken(cell):
            return reject_token(state, cell)
        case ReturnToken():
            return TOKEN_PLACED if state.token is None else None
        case Turn():
            return NOTHING_TO_TURN
        case _:
            return TAKEN_ALREADY


def reject_tile(state: State, cell: Hex) -> Rejection | None:
    """Rule 7.2."""
    if state.tile is None:
        return TILE_PLACED
    return None if cell in own_board(state).open else NOT_OPEN


def reject_token(state: State, cell: Hex) -> Rejection | None:
    """Rule 7.4."""
    if state.token is None:
        return TOKEN_PLACED
    board = own_board(state)
    if cell not in board.cells:
        return NO_TILE_THERE
    at = board.cells.index(cell)
    if board.tokens[at] is not None:
        return TOKEN_THERE
    return None if state.token in SHOWS[board.tiles[at]] else NOT_SHOWN


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the seat, in the order of the rules."""
    if seat != state.active or state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.MARKET:
        return market_moves(state)
    return TURN if state.phase is Phase.ROTATE else placings(state)


def market_moves(state: State) -> tuple[Move, ...]:
    """What is taken, then what is replaced or paid before."""
    moves: list[Move] = [*(TAKE_BOTH if state.independent else TAKE_PAIR)]
    if reject_free_wipe(state) is None:
        moves.append(FREE_WIPE)
    if own_board(state).nature:
        moves += PAY_WIPE if state.independent else (PAY_PICK, *PAY_WIPE)
    return tuple(moves)


def placings(state: State) -> tuple[Move, ...]:
    """Cells for the tile, then cells for the token, then the bag."""
    board = own_board(state)
    moves: list[Move] = []
    if state.tile is not None:
        moves += [PUT_TILE[cell] for cell in board.open]
    if state.token is not None:
        moves += [PUT_TOKEN[cell] for cell in places_for(board, state.token)]
        moves.append(RETURN_TOKEN)
    return tuple(moves)
