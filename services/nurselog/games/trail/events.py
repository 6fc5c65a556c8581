"""What audiences learn from a move; what a move does is in `draft` and `trek`.

Named tuples, because each move makes some, and they are made three times as fast as frozen dataclasses.
"""

from typing import NamedTuple

from nurselog.games.trail.components import Spot
from nurselog.rules.api import Event, Seat
from nurselog.rules.cards import Card, Cards


class Dealt(NamedTuple):
    """The trail lies there; each seat learns the cards to draft from."""

    first: Seat
    open_cards: Cards
    """Those that lie face up, row by row from the top."""
    hand: Cards = ()


class Picked(NamedTuple):
    """A seat has chosen a card for its pack; only the seat knows which."""

    seat: Seat
    card: Card | None = None


class Passed(NamedTuple):
    """All have chosen, and the other cards went to the left; each seat learns those it has now."""

    left: int
    """The number of cards each seat has now; the last one goes into the pack by itself."""
    hand: Cards = ()


class AceTaken(NamedTuple):
    """A seat took an ace; only the seat knows which."""

    seat: Seat
    left: int
    card: Card | None = None


class TrekBegan(NamedTuple):
    """A round of the trek began: the seats still on the trail, in their order."""

    round: int
    order: tuple[Seat, ...]


class Blazed(NamedTuple):
    """A seat attempted a card that lay face down; now it is known to all."""

    seat: Seat
    spot: Spot
    card: Card


class Trekked(NamedTuple):
    """A seat paid and trekked past a card: what it paid, and what numbers its cards stood for."""

    seat: Seat
    spot: Spot
    card: Card
    paid: Cards
    declared: tuple[int, ...]


class Lost(NamedTuple):
    """A seat could not pay for the card it turned up: it lost its pack and turned back."""

    seat: Seat
    pack: Cards


class TurnedBack(NamedTuple):
    """A seat turned back with so many cards left; by itself, or at the end of the trail."""

    seat: Seat
    left: int


class Recovered(NamedTuple):
    """A trailblazer took a discarded card of the round."""

    seat: Seat
    card: Card


class Ended(NamedTuple):
    """Everybody has turned back, and all packs are shown."""

    packs: tuple[Cards, ...]


News = (
    Dealt | Picked | Passed | AceTaken | TrekBegan | Blazed | Trekked | Lost | TurnedBack | Recovered | Ended
)

Events = tuple[Event[News], ...]


def for_all(news: News) -> Event[News]:
    """What all learn alike."""
    return Event(news)


def more_for(seat: Seat, private: News, public: News) -> Event[News]:
    """What one seat learns more of than all others."""
    return Event(public, ((seat, private),))


def seen_by_all(events: Events) -> tuple[News, ...]:
    """What everybody learns of some events."""
    return tuple([event.public for event in events])
