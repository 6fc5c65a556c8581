"""What a seat can answer: six kinds of moves, each made once and shared."""

from dataclasses import dataclass
from typing import Final

from nurselog.games.signal_fire.components import CELLS, SEATS, Cell, Edge
from nurselog.rules.api import Seat
from nurselog.rules.cards import DECK, Card


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid a card of the hand (rule 3.1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Place:
    """Place the token on a corner (rule 3.5)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card of the hand (chapter 5); with Quickflint, the token moves at once (rule 11.1)."""

    card: Card
    face_down: bool
    to: Cell | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """Say which of two tied teammates lights the fire (rule 7.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Light:
    """Light a fire (rule 7.3)."""

    edge: Edge


@dataclass(frozen=True, slots=True)
class Go:
    """Move the token, or stay where that is allowed (rule 8.2)."""

    to: Cell


Move = Bid | Place | Play | Choose | Light | Go

BID: Final = tuple(Bid(card) for card in DECK)
PLACE: Final = tuple(Place(cell) for cell in CELLS)
UP: Final = tuple(Play(card, face_down=False) for card in DECK)
DOWN: Final = tuple(Play(card, face_down=True) for card in DECK)
UP_TO: Final = tuple(tuple(Play(card, face_down=False, to=cell) for cell in CELLS) for card in DECK)
DOWN_TO: Final = tuple(tuple(Play(card, face_down=True, to=cell) for cell in CELLS) for card in DECK)
CHOOSE: Final = tuple(Choose(seat) for seat in SEATS)
LIGHT_RIDGE, LIGHT_VALLEY = Light(Edge.RIDGE), Light(Edge.VALLEY)
GO: Final = tuple(Go(cell) for cell in CELLS)

MOVES: Final[tuple[Move, ...]] = (
    *BID,
    *PLACE,
    *UP,
    *DOWN,
    *(move for moves in UP_TO for move in moves),
    *(move for moves in DOWN_TO for move in moves),
    *CHOOSE,
    LIGHT_RIDGE,
    LIGHT_VALLEY,
    *GO,
)
"""Every move there is, allowed now or not."""
