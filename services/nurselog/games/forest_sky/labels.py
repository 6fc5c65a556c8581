"""Moves as short English sentences."""

from nurselog.games.forest_sky.components import FOREST_NAME, FOREST_SIZE, TITLE, Spot, forest_of
from nurselog.games.forest_sky.moves import Discard, Draw, Lock, Move, Place, Swap, Take
from nurselog.games.forest_sky.state import State
from nurselog.rules.api import Seat


def label(state: State, seat: Seat, move: Move) -> str:  # noqa: ARG001 - only one seat has legal moves
    """What a legal move does."""
    match move:
        case Draw():
            return "Draw the top card of the deck"
        case Take():
            return f"Take the {TITLE[state.discard[-1]]} from the discard pile"
        case Place(card, forest):
            return f"Place the {TITLE[card]} in forest {FOREST_NAME[forest]}"
        case Discard(card):
            return f"Discard the {TITLE[card]}"
        case Swap(card, spot):
            return f"Swap your {TITLE[card]} for the {card_on_spot(state, spot)}"
        case Lock(spot):
            return f"Lock the {card_on_spot(state, spot)}"


def card_on_spot(state: State, spot: Spot) -> str:
    """`Crow 4 in forest b`."""
    forest = forest_of(spot)
    return f"{TITLE[state.forests[forest][spot % FOREST_SIZE]]} in forest {FOREST_NAME[forest]}"
