"""What a seat may do now: `reject` is the truth, `legal_moves` lists what it accepts."""

from typing import Final

from nurselog.games.cascadia.components import SHOWS
from nurselog.games.cascadia.fitting import cells_for_tile, cells_for_token, rotations_at
from nurselog.games.cascadia.market import equal_places
from nurselog.games.cascadia.moves import (
    AT_MARKET,
    FREE_WIPE,
    PAY_PICK,
    PUT_TILE,
    PUT_TOKEN,
    RETURN_TOKEN,
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
from nurselog.games.cascadia.terms import Special, price
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
NO_PLACE: Final = Rejection("no_place", "23.5", "The display has no such place.")
TOO_DEAR: Final = Rejection("too_dear", "23.8", "You need two nature tokens for that.")
SAME_TURN: Final = Rejection("same_turn", "23.9", "The tile of this turn may not get the token of this turn.")
MISFIT: Final = {
    Special.MATCH: Rejection("must_match", "23.1", "The tile must match a neighbour on one side or more."),
    Special.NO_MATCH: Rejection("must_not_match", "23.2", "The tile must match no neighbour on any side."),
}
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
        return reject_turn(state, move)
    return reject_placing(state, move)


def reject_at_market(state: State, move: Move) -> Rejection | None:
    """Chapters 4 to 6."""
    match move:
        case TakePair(place):
            return NAME_BOTH if state.independent else reject_places(state, place)
        case TakeBoth(tile_place, token_place):
            return reject_places(state, tile_place, token_place) if state.independent else NOT_PAID
        case FreeWipe():
            return reject_free_wipe(state)
        case PayPick():
            return PAID_ALREADY if state.independent else reject_spending(state)
        case PayWipe(places):
            return reject_spending(state) or reject_places(state, *places)
        case _:
            return TAKE_FIRST


def reject_places(state: State, *places: int) -> Rejection | None:
    """Rules 2.5 and 23.5."""
    return None if max(places) < len(state.market.tiles) else NO_PLACE


def reject_spending(state: State) -> Rejection | None:
    """Rules 5.1 and 23.8."""
    nature = own_board(state).nature
    if nature >= price(state.terms):
        return None
    return TOO_DEAR if nature else NO_NATURE


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
    if cell not in own_board(state).open:
        return NOT_OPEN
    return None if cell in cells_for_tile(state) else MISFIT[state.terms.special]


def reject_turn(state: State, move: Move) -> Rejection | None:
    """Rules 7.3, 23.1 and 23.2."""
    if not isinstance(move, Turn):
        return TURN_FIRST
    assert state.cell is not None
    return None if move.turns in rotations_at(state, state.cell) else MISFIT[state.terms.special]


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
    if state.token not in SHOWS[board.tiles[at]]:
        return NOT_SHOWN
    return None if cell in cells_for_token(state) else SAME_TURN


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the seat, in the order of the rules."""
    if seat != state.active or state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.MARKET:
        return market_moves(state)
    return turnings(state) if state.phase is Phase.ROTATE else placings(state)


def market_moves(state: State) -> tuple[Move, ...]:
    """What is taken, then what is replaced or paid before."""
    every = AT_MARKET[len(state.market.tiles)]
    moves: list[Move] = [*(every.take_both if state.independent else every.take_pair)]
    if reject_free_wipe(state) is None:
        moves.append(FREE_WIPE)
    if reject_spending(state) is None:
        moves += every.pay_wipe if state.independent else (PAY_PICK, *every.pay_wipe)
    return tuple(moves)


def turnings(state: State) -> tuple[Move, ...]:
    """Rotations of the tile on its cell."""
    assert state.cell is not None
    return tuple([TURN[turns] for turns in rotations_at(state, state.cell)])


def placings(state: State) -> tuple[Move, ...]:
    """Cells for the tile, then cells for the token, then the bag."""
    moves: list[Move] = []
    if state.tile is not None:
        moves += [PUT_TILE[cell] for cell in cells_for_tile(state)]
    if state.token is not None:
        moves += [PUT_TOKEN[cell] for cell in cells_for_token(state)]
        moves.append(RETURN_TOKEN)
    return tuple(moves)
