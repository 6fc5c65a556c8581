"""What a legal move does (chapters 4 to 8). Nothing here asks whether the move is allowed."""

from typing import TypeVar

from nurselog.games.cascadia.board import with_tile, with_token
from nurselog.games.cascadia.components import IS_KEYSTONE, Tile
from nurselog.games.cascadia.events import (
    CellChosen,
    News,
    Picked,
    Places,
    Spent,
    TilePlaced,
    TokenPlaced,
    TokenReturned,
)
from nurselog.games.cascadia.market import equal_places, put, replace
from nurselog.games.cascadia.moves import (
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
from nurselog.games.cascadia.state import Phase, State, own_board, with_own_board
from nurselog.games.cascadia.terms import price
from nurselog.games.cascadia.turns import finish_turn, reveal
from nurselog.rules.api import Chance, Event, Seat, Step
from nurselog.rules.hexes import Hex

GameStep = Step[State, News]
T = TypeVar("T")


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> GameStep:  # noqa: ARG001, C901, PLR0911 - one case per kind
    """The state after a legal move of the active seat."""
    match move:
        case TakePair(place):
            return take(state, place, place)
        case TakeBoth(tile_place, token_place):
            return take(state, tile_place, token_place)
        case FreeWipe():
            return wipe_for_free(state, chance)
        case PayPick():
            return pay_pick(state)
        case PayWipe(places):
            return pay_wipe(state, places, chance)
        case PutTile(cell):
            return put_tile(state, cell, chance)
        case Turn(turns):
            return turn_tile(state, turns, chance)
        case PutToken(cell):
            return put_token(state, cell, chance)
        case ReturnToken():
            return return_token(state, chance)


def told(state: State, *news: News, undoable: bool = False) -> GameStep:
    """A step of which everybody learns this."""
    return Step(state._replace(last=news), tuple([Event(one) for one in news]), undoable)


# --- At the market ----------------------------------------------------------------------------------------


def take(state: State, tile_place: int, token_place: int) -> GameStep:
    """A tile and a token leave the display (chapter 6)."""
    market = state.market
    tile, token = market.tiles[tile_place], market.tokens[token_place]
    assert tile is not None
    assert token is not None
    following = state._replace(
        market=market._replace(
            tiles=without(market.tiles, tile_place), tokens=without(market.tokens, token_place)
        ),
        phase=Phase.PLACE,
        tile=tile,
        token=token,
    )
    return told(following, Picked(state.active, tile_place, tile, token_place, token), undoable=True)


def without(display: tuple[T | None, ...], place: int) -> tuple[T | None, ...]:
    """The display with one place empty."""
    return (*display[:place], None, *display[place + 1 :])


def wipe_for_free(state: State, chance: Chance) -> GameStep:
    """The three equal tokens are replaced (rule 4.2)."""
    places = equal_places(state.market, 3)
    market, news = replace(state.market, places, "free", state.active, chance)
    return told(state._replace(market=market, wiped=True), *news)


def pay_pick(state: State) -> GameStep:
    """A nature token buys an independent pick (rule 5.2). What shows a card cannot be taken back."""
    following, shown = reveal(pay(state)._replace(independent=True), state.active)
    return told(following, Spent(state.active), *shown, undoable=not shown)


def pay_wipe(state: State, places: Places, chance: Chance) -> GameStep:
    """A nature token buys new tokens for some places (rule 5.4)."""
    paid, shown = reveal(pay(state), state.active)
    market, news = replace(paid.market, places, "paid", state.active, chance)
    return told(paid._replace(market=market), *shown, *news)


def pay(state: State) -> State:
    """What an effect costs the active seat goes back to the supply (rules 5.1 and 23.8)."""
    board, market, cost = own_board(state), state.market, price(state.terms)
    return state._replace(
        boards=with_own_board(state, board._replace(nature=board.nature - cost)),
        market=market._replace(nature=market.nature + cost),
        spent=True,
    )


# --- Placing ----------------------------------------------------------------------------------------------


def put_tile(state: State, cell: Hex, chance: Chance) -> GameStep:
    """The tile lies on a cell, and is yet to be turned unless it is a keystone (rules 7.2 and 7.3)."""
    tile = held_tile(state)
    if IS_KEYSTONE[tile]:
        return place_tile(state, cell, 0, chance)
    following = state._replace(cell=cell, phase=Phase.ROTATE)
    return told(following, CellChosen(state.active, tile, cell), undoable=True)


def turn_tile(state: State, turns: int, chance: Chance) -> GameStep:
    """The tile lies as it will lie (rule 7.3)."""
    assert state.cell is not None
    return place_tile(state, state.cell, turns, chance)


def place_tile(state: State, cell: Hex, turns: int, chance: Chance) -> GameStep:
    """The tile is part of the environment."""
    tile = held_tile(state)
    board = with_tile(own_board(state), cell, tile, turns)
    following = state._replace(boards=with_own_board(state, board), tile=None, cell=None, phase=Phase.PLACE)
    return go_on(following, TilePlaced(state.active, tile, cell, turns), chance)


def held_tile(state: State) -> Tile:
    """The tile that is to be placed."""
    assert state.tile is not None
    return state.tile


def put_token(state: State, cell: Hex, chance: Chance) -> GameStep:
    """The token lies on a tile; on a keystone it earns a nature token, if there is one (rules 7.4 to 7.6)."""
    token, market = state.token, state.market
    assert token is not None
    board = with_token(own_board(state), cell, token)
    earned = IS_KEYSTONE[board.tiles[board.cells.index(cell)]] and market.nature > 0
    following = state._replace(
        boards=with_own_board(state, board._replace(nature=board.nature + earned)),
        market=market._replace(nature=market.nature - earned),
        token=None,
    )
    return go_on(following, TokenPlaced(state.active, token, cell, earned), chance)


def return_token(state: State, chance: Chance) -> GameStep:
    """The token goes back to the bag before anything is drawn (rule 7.5)."""
    token, market = state.token, state.market
    assert token is not None
    following = state._replace(market=market._replace(bag=put(market.bag, token)), token=None)
    return go_on(following, TokenReturned(state.active, token), chance)


def go_on(state: State, news: News, chance: Chance) -> GameStep:
    """The turn is over once tile and token are placed (rule 7.1)."""
    if state.tile is not None or state.token is not None:
        return told(state, news, undoable=True)
    following, more = finish_turn(state, chance)
    return told(following, news, *more)
