"""What the player and the spectators learn from a move: all the same."""

from dataclasses import dataclass

from nurselog.games.cabin_by_the_sea.components import Pile
from nurselog.rules.cards import Card, Cards


@dataclass(frozen=True, slots=True)
class Dealt:
    """The piles were made."""

    beach: Cards
    supply_size: int
    sea_size: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The top card of the sea was turned up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Used:
    """A card was chosen."""

    pile: Pile
    card: Card


@dataclass(frozen=True, slots=True)
class Ebbed:
    """The card from the sea was left to the tide."""

    card: Card


@dataclass(frozen=True, slots=True)
class Placed:
    """A card was built into the cabin, on the stack of that index."""

    card: Card
    stack: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The chosen card fitted nowhere and was lost."""

    card: Card


@dataclass(frozen=True, slots=True)
class Stockpiled:
    """The card from the sea was put on the beach."""

    card: Card


@dataclass(frozen=True, slots=True)
class TideTurned:
    """The tide was shuffled and turned face down."""

    size: int


News = Dealt | Revealed | Used | Ebbed | Placed | Lost | Stockpiled | TideTurned
