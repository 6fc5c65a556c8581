"""What a seat can answer: six kinds of moves. The cards of a payment stand in the pack's order."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from nurselog.games.trail.components import ACES, NUMBERS, SPOTS, Spot
from nurselog.rules.cards import DECK, Card, Cards


@dataclass(frozen=True, slots=True)
class Pick:
    """Put a card of the draft hand into the pack (rule 3.1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class TakeAce:
    """Take one of the aces (rule 3.4)."""

    card: Card


@dataclass(frozen=True, slots=True)
class TurnBack:
    """End the own trek (rule 4.3)."""


class Attempt(NamedTuple):
    """Try to trek past a card; an open one is paid for at once (rules 4.4 and 4.5).

    A named tuple, as is `Pay`, because lists of payments are long and it is made three times as fast.
    """

    spot: Spot
    pay: Cards = ()


class Pay(NamedTuple):
    """Pay for the card just turned up (rule 4.5)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Recover:
    """Take a discarded card of the round into the pack (rule 6.1)."""

    card: Card


Move = Pick | TakeAce | TurnBack | Attempt | Pay | Recover

PICK: Final = {card: Pick(card) for card in NUMBERS}
TAKE_ACE: Final = {card: TakeAce(card) for card in ACES}
TURN_BACK: Final = TurnBack()
BLAZE: Final = tuple(Attempt(spot) for spot in SPOTS)
RECOVER: Final = tuple(Recover(card) for card in DECK)


def in_order(cards: Iterable[Card]) -> Cards:
    """The cards of a payment in the pack's order."""
    return tuple(sorted(cards))
