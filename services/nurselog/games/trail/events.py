"""What audiences learn from a move; what a move does is in `draft` and `trek`."""

from dataclasses import dataclass

from nurselog.games.trail.components import Spot
from nurselog.rules.api import Event, Seat
from nurselog.rules.cards import Card, Cards


@dataclass(frozen=True, slots=True)
class Dealt:
    """The trail lies there; each seat learns the cards to draft from."""

    first: Seat
    open_cards: Cards
    """Those that lie face up, row by row from the top."""
    hand: Cards = ()


@dataclass(frozen=True, slots=True)
class Picked:
    """A seat has chosen a card for its pack; only the seat knows which."""

    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Passed:
    """All have chosen, and the other cards went to the left; each seat learns those it has now."""

    left: int
    """The number of cards each seat has now; the last one goes into the pack by itself."""
    hand: Cards = ()


@dataclass(frozen=True, slots=True)
class AceTaken:
    """A seat took an ace; only the seat knows which."""

    seat: Seat
    left: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class TrekBegan:
    """A round of the trek began: the seats still on the trail, in their order."""

    round: int
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Blazed:
    """A seat attempted a card that lay face down; now it is known to all."""

    seat: Seat
    spot: Spot
    card: Card


@dataclass(frozen=True, slots=True)
class Trekked:
    """A seat paid and trekked past a card: what it paid, and what numbers its cards stood for."""

    seat: Seat
    spot: Spot
    card: Card
    paid: Cards
    declared: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """A seat could not pay for the card it turned up: it lost its pack and turned back."""

    seat: Seat
    pack: Cards


@dataclass(frozen=True, slots=True)
class TurnedBack:
    """A seat turned back with so many cards left; by itself, or at the end of the trail."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class Recovered:
    """A trailblazer took a discarded card of the round."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Ended:
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
