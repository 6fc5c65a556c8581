"""What audiences learn from a move; what a move does is in `play`."""

from dataclasses import dataclass

from nurselog.games.signal_fire.components import Cell, Fire, Seats
from nurselog.rules.api import Seat
from nurselog.rules.cards import Card, Cards


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round began; each seat learns its hand. Face-down cards of the map are None."""

    round: int
    map: tuple[Card | None, ...]
    hand: Cards = ()


@dataclass(frozen=True, slots=True)
class CardBid:
    """A seat bid; only the seat learns the card."""

    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class BidsShown:
    """All bids were turned up."""

    bids: Cards
    leader: Seat
    order: Seats


@dataclass(frozen=True, slots=True)
class Placed:
    """A token was placed on a corner."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played; face down, only its owner learns it. With Quickflint the token moved."""

    seat: Seat
    card: Card | None
    face_down: bool
    to: Cell | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards that lay face down in the trick were turned up."""

    cards: tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True)
class Won:
    """A trick was won; sides are the winning or tied seats of each team, the winner's first."""

    winner: Seat
    sides: tuple[Seats, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat said which of two teammates lights."""

    seat: Seat
    lighter: Seat


@dataclass(frozen=True, slots=True)
class Lit:
    """A fire was lit."""

    seat: Seat
    fire: Fire


@dataclass(frozen=True, slots=True)
class Moved:
    """A token moved, or stayed."""

    seat: Seat
    origin: Cell
    to: Cell


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round ended: the points of each team, and their totals."""

    round: int
    points: tuple[int, int]
    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Ended:
    """The play is over."""

    totals: tuple[int, int]


News = (
    Dealt | CardBid | BidsShown | Placed | Played | Shown | Won | Chosen | Lit | Moved | RoundScored | Ended
)
