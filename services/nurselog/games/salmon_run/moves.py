"""What a seat can answer: eight kinds of moves. Cards without an order of their own stand in the pack's."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from nurselog.rules.cards import Card, Cards, Suit

DECKS: Final = range(4)

Pair = tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class ChooseStart:
    """Choose a starting deck by its index (rule 2.3)."""

    deck: int


@dataclass(frozen=True, slots=True)
class EnterRun:
    """Put two cards into the run (rule 4.1)."""

    cards: Pair


class Acclimate(NamedTuple):
    """Take a card on offer for the cards spent, which are in order (rule 5.1).

    A named tuple, as is `UseBonus`, because there are many in a list and it is made three times as fast.
    """

    card: Card
    spend: Cards


class UseBonus(NamedTuple):
    """Use the bonus of a suit with two cards, in order; only diamonds boost a card (rule 6.1)."""

    suit: Suit
    cards: Pair
    boost: Card | None = None


@dataclass(frozen=True, slots=True)
class PutOnTop:
    """Put a card of the own discard pile on top of the own deck, or none (rule 6.5)."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class PutBack:
    """Remove one of the cards looked at, or none, and put back the others, the new top first (rule 6.7)."""

    removed: Card | None
    order: Cards


@dataclass(frozen=True, slots=True)
class EnterAlone:
    """Put one card into the run and end the turn (rule 11.6)."""

    card: Card


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn (rule 3.2)."""


Move = ChooseStart | EnterRun | Acclimate | UseBonus | PutOnTop | PutBack | EnterAlone | EndTurn


def enter_run(one: Card, other: Card) -> EnterRun:
    """The move that puts two cards into the run, whatever their order."""
    return EnterRun((min(one, other), max(one, other)))


def acclimate(card: Card, spend: Iterable[Card]) -> Acclimate:
    """The move that takes a card, whatever the order of the cards spent."""
    return Acclimate(card, tuple(sorted(spend)))


def use_bonus(suit: Suit, one: Card, other: Card, boost: Card | None = None) -> UseBonus:
    """The move that uses a bonus with two cards, whatever their order."""
    return UseBonus(suit, (min(one, other), max(one, other)), boost)


CHOOSE: Final = tuple(ChooseStart(deck) for deck in DECKS)
KEEP_TOP: Final = PutOnTop(None)
END_TURN: Final = EndTurn()
