"""What audiences learn from a move; what a move does is in `play`."""

from dataclasses import dataclass

from nurselog.rules.api import Event, Seat
from nurselog.rules.cards import Card, Cards, Suit


@dataclass(frozen=True, slots=True)
class DecksBuilt:
    """Four starting decks lie open."""

    decks: tuple[Cards, ...]
    first_chooser: Seat


@dataclass(frozen=True, slots=True)
class DeckChosen:
    """A seat took a starting deck into its hand."""

    seat: Seat
    deck: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A seat played its whole hand face up."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class RunEntered:
    """Two cards went to a seat's run, or one with dogged determination."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Acclimated:
    """A seat took a card on offer to its discard pile."""

    seat: Seat
    card: Card
    spent: Cards


@dataclass(frozen=True, slots=True)
class BonusUsed:
    """A seat used the bonus of a suit; with diamonds on one of its cards."""

    seat: Seat
    suit: Suit
    cards: Cards
    boosted: Card | None = None


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """A seat's discard pile was shuffled and became its deck, or the lower part of it."""

    seat: Seat
    size: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat drew a card by hearts and played it face up."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A seat looked at the top cards of its deck; only the seat learns them, the top first."""

    seat: Seat
    count: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """A seat put a card of its discard pile on top of its deck, or did without."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class Returned:
    """A seat put back the cards it had looked at, all but the one it removed from the game."""

    seat: Seat
    count: int
    removed: Card | None


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat discarded what it had in play, and drew its hand; only the seat learns that."""

    seat: Seat
    discarded: Cards
    drawn: int
    hand: Cards = ()
    reshuffled: bool = False


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """A seat drew its hand for a new round; only the seat learns the cards."""

    seat: Seat
    count: int
    hand: Cards = ()


@dataclass(frozen=True, slots=True)
class KeptCurrent:
    """The oldest card of the row went away, and new ones were revealed, at the start only these."""

    left: Card | None
    revealed: Cards
    reshuffled: bool = False


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round was scored: its index, its points by seat, and who finished the run, if somebody did."""

    round: int
    points: tuple[int, int]
    finisher: Seat | None


News = (
    DecksBuilt
    | DeckChosen
    | TurnBegan
    | RunEntered
    | Acclimated
    | BonusUsed
    | Reshuffled
    | CardPlayed
    | LookedAt
    | ToppedUp
    | Returned
    | TurnEnded
    | HandDrawn
    | KeptCurrent
    | RoundEnded
)


def for_all(news: News) -> Event[News]:
    """What all learn alike."""
    return Event(news)


def more_for(seat: Seat, private: News, public: News) -> Event[News]:
    """What one seat learns more of than all others."""
    return Event(public, ((seat, private),))
