"""Moves as text (chapter 10): an operation, a spot or cards, with dots between."""

from collections.abc import Sequence
from typing import Final

from nurselog.games.trail.components import SPOT_NAME, SPOT_NAMED, Spot
from nurselog.games.trail.moves import (
    BLAZE,
    PICK,
    RECOVER,
    TAKE_ACE,
    TURN_BACK,
    Attempt,
    Move,
    Pay,
    Pick,
    Recover,
    TakeAce,
    TurnBack,
    in_order,
)
from nurselog.games.trail.payments import MOST
from nurselog.rules.api import Notation, Unreadable
from nurselog.rules.cards import CARD_NAMED, NAME, Cards, names

EXAMPLES: Final = (
    "d.9c, k.ah, b, a.53, a.43.7h.8h, p.9c or r.9c, cards of a payment by suit (c d h s) and rank"
)


def written(move: Move) -> str:
    """The one text of a move."""
    match move:
        case Pick(card):
            return f"d.{NAME[card]}"
        case TakeAce(card):
            return f"k.{NAME[card]}"
        case TurnBack():
            return "b"
        case Attempt(spot, pay):
            return ".".join(("a", SPOT_NAME[spot], *names(pay)))
        case Pay(cards):
            return ".".join(("p", *names(cards)))
        case Recover(card):
            return f"r.{NAME[card]}"


UNPAID: Final[tuple[Move, ...]] = (*PICK.values(), *TAKE_ACE.values(), TURN_BACK, *BLAZE, *RECOVER)
LISTED: Final = {written(move): move for move in UNPAID}
"""All moves without a payment, by their texts."""


def parse(text: str) -> Move:
    """The move of a text. Raises `Unreadable`."""
    move = LISTED.get(text) or read(text.split("."))
    if move is None or written(move) != text:
        raise Unreadable(f"{text[:40]!r} is no move of Trail; moves are written like {EXAMPLES}.")
    return move


def read(parts: Sequence[str]) -> Move | None:
    """The move with a payment, if it is one."""
    match parts:
        case "p", *found:
            cards = payment_of(found)
            return Pay(cards) if cards else None
        case "a", spot, *found:
            return attempt_of(SPOT_NAMED.get(spot), payment_of(found))
        case _:
            return None


def attempt_of(spot: Spot | None, cards: Cards | None) -> Attempt | None:
    """The attempt at a spot that is paid for at once, if both exist."""
    return None if spot is None or not cards else Attempt(spot, cards)


def payment_of(found: Sequence[str]) -> Cards | None:
    """One to three different cards by their names, in order; None if they are not that."""
    cards = in_order(CARD_NAMED[name] for name in found if name in CARD_NAMED)
    return cards if 1 <= len(set(cards)) == len(found) <= MOST else None


class TrailNotation:
    """Moves as text, and back."""

    parse = staticmethod(parse)
    format = staticmethod(written)


NOTATION: Final[Notation[Move]] = TrailNotation()
