"""What a seat can answer: six kinds of moves, each made once and shared."""

from dataclasses import dataclass
from typing import Final

from nurselog.games.forest_sky.components import CARDS, FORESTS, SPOTS, Card, Forest, Spot


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the deck (rule 4.1)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the discard pile (rule 4.2)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place a card of the hand in a forest (rule 4.3)."""

    card: Card
    forest: Forest


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card of the hand on the discard pile (rule 4.5)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Swap:
    """Give a card of the hand for the one on a spot (rule 5.1)."""

    card: Card
    spot: Spot


@dataclass(frozen=True, slots=True)
class Lock:
    """Lock the card on a spot (rule 6.1)."""

    spot: Spot


Move = Draw | Take | Place | Discard | Swap | Lock

DRAW: Final = Draw()
TAKE: Final = Take()
PLACE: Final = tuple(tuple(Place(card, forest) for forest in FORESTS) for card in CARDS)
DISCARD: Final = tuple(Discard(card) for card in CARDS)
SWAP: Final = tuple(tuple(Swap(card, spot) for spot in SPOTS) for card in CARDS)
LOCK: Final = tuple(Lock(spot) for spot in SPOTS)

MOVES: Final[tuple[Move, ...]] = (
    DRAW,
    TAKE,
    *(move for moves in PLACE for move in moves),
    *DISCARD,
    *(move for moves in SWAP for move in moves),
    *LOCK,
)
"""Every move there is, allowed now or not."""
