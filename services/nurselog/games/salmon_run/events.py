"""What audiences learn from a move; what a move does is in `play`.

Named tuples, because each move makes some, and they are made three times as fast as frozen dataclasses.
"""

from typing import NamedTuple

from nurselog.rules.api import Event, Seat
from nurselog.rules.cards import Card, Cards, Suit


class DecksBuilt(NamedTuple):
    """Four starting decks lie open."""

    decks: tuple[Cards, ...]
    first_chooser: Seat


class DeckChosen(NamedTuple):
    """A seat took a starting deck into its hand."""

    seat: Seat
    deck: int
    cards: Cards


class TurnBegan(NamedTuple):
    """A seat played its whole hand face up."""

    seat: Seat
    cards: Cards


class RunEntered(NamedTuple):
    """Two cards went to a seat's run, or one with dogged determination."""

    seat: Seat
    cards: Cards


class Acclimated(NamedTuple):
    """A seat took a card on offer to its discard pile."""

    seat: Seat
    card: Card
    spent: Cards


class BonusUsed(NamedTuple):
    """A seat used the bonus of a suit; with diamonds on one of its cards."""

    seat: Seat
    suit: Suit
    cards: Cards
    boosted: Card | None = None


class Reshuffled(NamedTuple):
    """A seat's discard pile was shuffled and became its deck, or the lower part of it."""

    seat: Seat
    size: int


class CardPlayed(NamedTuple):
    """A seat drew a card by hearts and played it face up."""

    seat: Seat
    card: Card


class LookedAt(NamedTuple):
    """A seat looked at the top cards of its deck; only the seat learns them, the top first."""

    seat: Seat
    number: int
    cards: Cards = ()


class ToppedUp(NamedTuple):
    """A seat put a card of its discard pile on top of its deck, or did without."""

    seat: Seat
    card: Card | None


class Returned(NamedTuple):
    """A seat put back the cards it had looked at, all but the one it removed from the game."""

    seat: Seat
    number: int
    removed: Card | None


class TurnEnded(NamedTuple):
    """A seat discarded what it had in play, and drew its hand; only the seat learns that."""

    seat: Seat
    discarded: Cards
    drawn: int
    hand: Cards = ()
    reshuffled: bool = False


class HandDrawn(NamedTuple):
    """A seat drew its hand for a new round; only the seat learns the cards."""

    seat: Seat
    number: int
    hand: Cards = ()


class KeptCurrent(NamedTuple):
    """The oldest card of the row went away, and new ones were revealed, at the start only these."""

    left: Card | None
    revealed: Cards
    reshuffled: bool = False


class RoundEnded(NamedTuple):
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
