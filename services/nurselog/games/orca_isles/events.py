"""What audiences learn from a move; what a move does is in `play` and `rounds`."""

from dataclasses import dataclass
from typing import NamedTuple

from nurselog.games.orca_isles.components import Isle, Place, Seats
from nurselog.rules.api import Seat
from nurselog.rules.cards import Card, Cards


class Party(NamedTuple):
    """An orca at an isle, with the cards under it."""

    seat: Seat
    cards: Cards
    face_up: bool


class Result(NamedTuple):
    """What was found at an isle: one winner, or two who tied."""

    isle: Isle
    card: Card
    parties: tuple[Party, ...]
    winners: Seats


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards were dealt; each seat learns its hand."""

    first: Seat
    isles: Cards
    gather: Cards
    deck_size: int
    hand: Cards = ()


@dataclass(frozen=True, slots=True)
class Gathered:
    """A seat took a gather card."""

    seat: Seat
    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew from the deck; only the seat learns the card."""

    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Arrived:
    """A seat placed an orca at an isle."""

    seat: Seat
    isle: Isle


@dataclass(frozen=True, slots=True)
class Sent:
    """Cards were put under an orca; from the hand only their owner learns them."""

    seat: Seat
    isle: Isle
    count: int
    cards: Cards = ()
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat could do nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile became the deck."""

    size: int


@dataclass(frozen=True, slots=True)
class Scored:
    """The cards at an isle were turned up and scored."""

    result: Result


@dataclass(frozen=True, slots=True)
class DrawnUp:
    """A seat drew up to four cards; only the seat learns them."""

    seat: Seat
    count: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class Refilled:
    """The next round began."""

    round: int
    first: Seat
    isles: tuple[Card | None, ...]
    gather: tuple[Card | None, ...]
    deck_size: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The play is over and all hands are shown."""

    hands: tuple[Cards, ...]


News = Dealt | Gathered | Drawn | Arrived | Sent | Passed | Reshuffled | Scored | DrawnUp | Refilled | Ended
