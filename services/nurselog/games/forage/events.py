"""What audiences learn from a move; what a move does is in `play`.

Named tuples, because each move makes some, and they are made three times as fast as frozen dataclasses.
"""

from typing import NamedTuple

from nurselog.games.forage.components import Card, Cards
from nurselog.games.forage.layout import Cell
from nurselog.rules.api import Seat


class Dealt(NamedTuple):
    """The cards were laid out and dealt; each seat learns its hidden cards."""

    first: Seat
    revealed: Cards
    """By seat."""
    hidden: Cards = ()


class Moved(NamedTuple):
    """A token moved; `turned_up` is seen by all, `seen` by its owner."""

    seat: Seat
    token: int
    cell: Cell
    turned_up: Card | None = None
    seen: Cards = ()


class Swapped(NamedTuple):
    """A seat gave a card for the single one, or the top one, where its token stands."""

    seat: Seat
    token: int
    cell: Cell
    revealed: bool
    """Whether the card given lay open in the hand; so does the one taken."""
    given: Card | None = None
    taken: Card | None = None


class Trading(NamedTuple):
    """A seat is choosing what to exchange with a cache or its partner."""

    seat: Seat
    cell: Cell
    partner: Seat | None
    size: int
    given: Cards = ()
    taken: Cards = ()


class Traded(NamedTuple):
    """A seat exchanged cards with a cache or its partner. All learn which of them lay or lie open."""

    seat: Seat
    cell: Cell
    partner: Seat | None
    size: int
    given: Cards
    taken: Cards
    revealed: Cards
    """Of those taken, the ones that now lie open."""
    partner_revealed: Cards
    """Of those given, the ones that now lie open."""


class JokerPlayed(NamedTuple):
    """A seat discarded a joker and took an open card; its owner drew another, face up."""

    seat: Seat
    joker: Card
    victim: Seat
    taken: Card
    drawn: Card | None


class SetPlayed(NamedTuple):
    """A seat laid out a set."""

    seat: Seat
    cards: Cards
    points: int


class Refilled(NamedTuple):
    """After a set a seat returned to a centre, drew, and turned up cards."""

    seat: Seat
    centre: Cell
    size: int
    """How many cards were drawn."""
    revealed: Cards
    """What now lies open and did not before."""
    hidden: Cards = ()
    """The other cards drawn; only who sees the hand is told."""


class TurnEnded(NamedTuple):
    """A seat gave up the rest of its actions."""

    seat: Seat


class Ended(NamedTuple):
    """The play is over."""

    reason: str


News = Dealt | Moved | Swapped | Trading | Traded | JokerPlayed | SetPlayed | Refilled | TurnEnded | Ended
