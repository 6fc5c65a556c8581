"""Moves as short English sentences."""

from collections.abc import Sequence

from nurselog.games.cascadia.components import (
    EDGES,
    HABITAT_NAME,
    LAND,
    SHOWS,
    SPECIES_NAME,
    TILE_TITLE,
    Species,
    Tile,
)
from nurselog.games.cascadia.market import equal_places
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
from nurselog.games.cascadia.state import State, own_board
from nurselog.games.cascadia.terms import price
from nurselog.rules.api import Seat
from nurselog.rules.hexes import DIRECTION_NAMES, Hex, name


def label(state: State, seat: Seat, move: Move) -> str:  # noqa: ARG001, C901, PLR0911 - one case per kind; only one seat has legal moves
    """What a legal move does."""
    match move:
        case TakePair(place):
            token = token_at(state, place)
            return f"Take the {tile_at(state, place)} and the {token} token of place {place + 1}"
        case TakeBoth(tile_place, token_place):
            token = f"{token_at(state, token_place)} token of place {token_place + 1}"
            return f"Take the {tile_at(state, tile_place)} of place {tile_place + 1} and the {token}"
        case FreeWipe():
            places = equal_places(state.market, 3)
            return f"Replace the three {token_at(state, places[0])} tokens"
        case PayPick():
            return f"Spend {cost(state)} to pick a tile and a token of any two places"
        case PayWipe(places):
            replaced = listed([f"{token_at(state, place)} {place + 1}" for place in places])
            return f"Spend {cost(state)} to replace the token{'s' * (len(places) > 1)} {replaced}"
        case PutTile(cell):
            return f"Put the {TILE_TITLE[held_tile(state)]} tile on cell {name(cell)}"
        case Turn(turns):
            return turning(held_tile(state), turns)
        case PutToken(cell):
            return f"Put the {held_token(state)} on the {tile_on(state, cell)} at {name(cell)}"
        case ReturnToken():
            return f"Return the {held_token(state)} to the bag"


def cost(state: State) -> str:
    """What an effect costs, in words (rules 5.1 and 23.8)."""
    return "a nature token" if price(state.terms) == 1 else "two nature tokens"


def turning(tile: Tile, turns: int) -> str:
    """`Turn the tile: mountain to NE, E and SE, forest to the rest`."""
    first = LAND[tile][0]
    sides = [DIRECTION_NAMES[side] for side in range(6) if EDGES[tile][turns][side] == first]
    return (
        f"Turn the tile: {HABITAT_NAME[first]} to {listed(sides)}, {HABITAT_NAME[LAND[tile][1]]} to the rest"
    )


def tile_at(state: State, place: int) -> str:
    """`mountain-forest tile (bear, elk)`."""
    tile = state.market.tiles[place]
    assert tile is not None
    return f"{TILE_TITLE[tile]} tile ({', '.join(SPECIES_NAME[species] for species in SHOWS[tile])})"


def token_at(state: State, place: int) -> str:
    """The animal of a token of the display."""
    return animal(state.market.tokens[place])


def held_tile(state: State) -> Tile:
    """The tile that is to be placed."""
    assert state.tile is not None
    return state.tile


def held_token(state: State) -> str:
    """The animal that is to be placed."""
    return animal(state.token)


def animal(token: Species | None) -> str:
    """The name of a token's animal."""
    assert token is not None
    return SPECIES_NAME[token]


def tile_on(state: State, cell: Hex) -> str:
    """`mountain-forest tile`."""
    board = own_board(state)
    return f"{TILE_TITLE[board.tiles[board.cells.index(cell)]]} tile"


def listed(words: Sequence[str]) -> str:
    """`NE, E and SE`."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
