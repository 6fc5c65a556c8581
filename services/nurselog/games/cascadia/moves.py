"""What a seat can answer: nine kinds of moves, each made once and shared."""

from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from nurselog.games.cascadia.components import DISPLAY_SIZE, SMALL_DISPLAY_SIZE
from nurselog.games.cascadia.events import Places
from nurselog.rules.hexes import Hex, within

FARTHEST: Final = 21
"""No environment of 23 hexes reaches further from the top hex of its starter."""

CELLS: Final = within(FARTHEST)
"""The cells that moves can name."""


@dataclass(frozen=True, slots=True)
class TakePair:
    """Take the tile and the token of one place (rule 6.1)."""

    place: int


@dataclass(frozen=True, slots=True)
class TakeBoth:
    """Take a tile and a token, each of any place (rule 6.2)."""

    tile_place: int
    token_place: int


@dataclass(frozen=True, slots=True)
class FreeWipe:
    """Replace the three equal tokens (rule 4.2)."""


@dataclass(frozen=True, slots=True)
class PayPick:
    """Spend a nature token for an independent pick (rule 5.2)."""


@dataclass(frozen=True, slots=True)
class PayWipe:
    """Spend a nature token to replace the tokens of these places (rule 5.4)."""

    places: Places


@dataclass(frozen=True, slots=True)
class PutTile:
    """Put the tile on a cell (rule 7.2)."""

    cell: Hex


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn the tile by so many clockwise steps of 60 degrees (rule 7.3)."""

    turns: int


@dataclass(frozen=True, slots=True)
class PutToken:
    """Put the token on a tile (rule 7.4)."""

    cell: Hex


@dataclass(frozen=True, slots=True)
class ReturnToken:
    """Return the token to the bag (rule 7.5)."""


Move = TakePair | TakeBoth | FreeWipe | PayPick | PayWipe | PutTile | Turn | PutToken | ReturnToken

_PLACES: Final = range(DISPLAY_SIZE)

TAKE_PAIR: Final = tuple(TakePair(place) for place in _PLACES)
TAKE_BOTH: Final = tuple(TakeBoth(tile, token) for tile in _PLACES for token in _PLACES)
FREE_WIPE: Final = FreeWipe()
PAY_PICK: Final = PayPick()
PAY_WIPE: Final = tuple(
    PayWipe(places) for count in range(1, DISPLAY_SIZE + 1) for places in combinations(_PLACES, count)
)


class AtMarket(NamedTuple):
    """The moves that name places of a display."""

    take_pair: tuple[TakePair, ...]
    take_both: tuple[TakeBoth, ...]
    pay_wipe: tuple[PayWipe, ...]


def at_market(size: int) -> AtMarket:
    """Those for a display of so many places."""
    return AtMarket(
        TAKE_PAIR[:size],
        tuple(move for move in TAKE_BOTH if max(move.tile_place, move.token_place) < size),
        tuple(move for move in PAY_WIPE if max(move.places) < size),
    )


AT_MARKET: Final = {size: at_market(size) for size in (SMALL_DISPLAY_SIZE, DISPLAY_SIZE)}
PUT_TILE: Final = {cell: PutTile(cell) for cell in CELLS}
TURN: Final = tuple(Turn(turns) for turns in range(6))
PUT_TOKEN: Final = {cell: PutToken(cell) for cell in CELLS}
RETURN_TOKEN: Final = ReturnToken()

MOVES: Final[tuple[Move, ...]] = (
    *TAKE_PAIR,
    *TAKE_BOTH,
    FREE_WIPE,
    PAY_PICK,
    *PAY_WIPE,
    *PUT_TILE.values(),
    *TURN,
    *PUT_TOKEN.values(),
    RETURN_TOKEN,
)
"""Every move there is, allowed now or not."""
