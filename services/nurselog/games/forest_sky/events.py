"""What audiences learn from a move; what a move does is in `play`."""

from dataclasses import dataclass

from nurselog.games.forest_sky.components import Card, Cards, Spot
from nurselog.rules.api import Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards were dealt; each seat learns its hand."""

    first: Seat
    deck_size: int
    hand: Cards = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew from the deck; only the seat learns the card."""

    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat took the top card of the discard pile."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat placed a card in a forest."""

    seat: Seat
    card: Card
    spot: Spot


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat put a card on the discard pile."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Swapped:
    """A seat gave a card of its hand for one in a forest."""

    seat: Seat
    given: Card
    got: Card
    spot: Spot


@dataclass(frozen=True, slots=True)
class Locked:
    """A seat locked a card in a forest."""

    seat: Seat
    card: Card
    spot: Spot


@dataclass(frozen=True, slots=True)
class Ended:
    """The play is over and all hands are shown (rule 7.3)."""

    hands: tuple[Cards, ...]


News = Dealt | Drawn | Taken | Placed | Discarded | Swapped | Locked | Ended
