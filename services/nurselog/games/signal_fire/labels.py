"""Moves as short English sentences."""

from nurselog.games.signal_fire.components import (
    CELL_NAME,
    CELL_TITLE,
    FACE_UP,
    FIRE_TITLE,
    Cell,
    Edge,
    fire_at,
)
from nurselog.games.signal_fire.legal import cell_of
from nurselog.games.signal_fire.moves import Bid, Choose, Go, Light, Move, Place, Play
from nurselog.games.signal_fire.state import State
from nurselog.rules.api import Seat
from nurselog.rules.cards import TITLE


def label(state: State, seat: Seat, move: Move) -> str:
    """What a legal move does."""
    match move:
        case Bid(card):
            return f"Bid the {TITLE[card]}"
        case Place(cell):
            return f"Start {place_label(state, cell)}"
        case Play():
            return play_label(state, seat, move)
        case Choose(chosen):
            return "Light the fire yourself" if chosen == seat else "Let your partner light the fire"
        case Light(edge):
            return light_label(state, seat, edge)
        case Go(cell):
            return step_label(state, seat, cell).capitalize()


def place_label(state: State, cell: Cell) -> str:
    """`at the top (a2), on the 3 of Diamonds`."""
    ground = f"on the {TITLE[state.map[cell]]}" if FACE_UP[cell] else "on a face-down card"
    where = "in" if CELL_TITLE[cell] == "the centre" else "at"
    return f"{where} {CELL_TITLE[cell]} ({CELL_NAME[cell]}), {ground}"


def play_label(state: State, seat: Seat, move: Play) -> str:
    """Names the card, how it is played, and with Quickflint the way of the token."""
    verb = "Play" if state.trick else "Lead"
    card = f"{verb} the {TITLE[move.card]}{' face down' if move.face_down else ''}"
    return card if move.to is None else f"{card} and {step_label(state, seat, move.to)}"


def light_label(state: State, seat: Seat, edge: Edge) -> str:
    """Where the fire burns."""
    return f"Light a fire {FIRE_TITLE[fire_at(edge, cell_of(state, seat))]}"


def step_label(state: State, seat: Seat, to: Cell) -> str:
    """Where a token goes."""
    if to == cell_of(state, seat):
        return "stay where you are"
    return f"move to {CELL_TITLE[to]} ({CELL_NAME[to]})"
