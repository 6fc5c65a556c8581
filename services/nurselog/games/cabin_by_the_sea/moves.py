"""What the player can answer: three kinds of moves, each made once and shared."""

from dataclasses import dataclass
from typing import Final

from nurselog.games.cabin_by_the_sea.components import MOST_STACKS, Pile


@dataclass(frozen=True, slots=True)
class Use:
    """Choose the top card of a pile (rules 3.2, 3.3 and 5.1)."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class Place:
    """Build with the chosen card: on a stack by its index, or a new one (chapter 4)."""

    stack: int | None


@dataclass(frozen=True, slots=True)
class Stockpile:
    """Put the card from the sea on the beach (rule 7.3)."""


Move = Use | Place | Stockpile

USE_SEA, USE_SUPPLY, USE_BEACH, USE_TIDE = (Use(pile) for pile in Pile)
PLACE: Final = tuple(Place(stack) for stack in range(MOST_STACKS))
PLACE_NEW: Final = Place(None)
STOCKPILE: Final = Stockpile()

MOVES: Final[tuple[Move, ...]] = (
    USE_SEA,
    USE_SUPPLY,
    USE_BEACH,
    USE_TIDE,
    STOCKPILE,
    *PLACE,
    PLACE_NEW,
)
"""Every move there is, allowed now or not."""
