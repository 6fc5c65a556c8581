"""Moves as text (chapter 13): an operation, then cards, with dots between."""

from collections.abc import Iterable
from typing import Final

from nurselog.games.salmon_run.moves import (
    CHOOSE,
    END_TURN,
    KEEP_TOP,
    Acclimate,
    ChooseStart,
    EndTurn,
    EnterAlone,
    EnterRun,
    Move,
    PutBack,
    PutOnTop,
    UseBonus,
    acclimate,
    enter_run,
    use_bonus,
)
from nurselog.rules.api import Notation, Unreadable
from nurselog.rules.cards import CARD_OR_JOKER_NAMED, NAME, Cards, Suit, names

EXAMPLES: Final = (
    "p.1, e, r.4h.7h, a.kc.7h.8h, h.2h.8h, d.2d.7d.kc, t.kc, b.2c.9h, x.4s.2c or g.4h, each card once, "
    "those of a pair or a payment by suit (c d h s) and rank (a first)"
)


def written(move: Move) -> str:
    """The one text of a move."""
    return ".".join(parts_of(move))


def parts_of(move: Move) -> tuple[str, ...]:  # noqa: C901, PLR0911 - one case per kind
    """What stands between the dots."""
    match move:
        case ChooseStart(deck):
            return "p", str(deck + 1)
        case EnterRun(cards):
            return "r", *names(cards)
        case Acclimate(card, spend):
            return "a", NAME[card], *names(spend)
        case UseBonus(suit, cards, boost):
            return suit.value, *names(cards if boost is None else (*cards, boost))
        case PutOnTop(card):
            return ("t",) if card is None else ("t", NAME[card])
        case PutBack(removed, order):
            return ("b", *names(order)) if removed is None else ("x", NAME[removed], *names(order))
        case EnterAlone(card):
            return "g", NAME[card]
        case EndTurn():
            return ("e",)


def parse(text: str) -> Move:
    """The move of a text. Raises `Unreadable`."""
    operation, *parts = text.split(".")
    move = CHOICES.get(text) or read(operation, cards_of(parts))
    if move is None or written(move) != text:
        raise Unreadable(f"{text[:40]!r} is no move of Salmon Run; moves are written like {EXAMPLES}.")
    return move


BOOSTING: Final = Suit.DIAMONDS.value
"""The operation whose last card may be one of the others, too (rule 6.6)."""

CHOICES: Final = {written(move): move for move in CHOOSE}


def cards_of(found: Iterable[str]) -> Cards | None:
    """The cards of these names; None if one is no card."""
    parts = tuple(found)
    cards = tuple([CARD_OR_JOKER_NAMED[part] for part in parts if part in CARD_OR_JOKER_NAMED])
    return cards if len(cards) == len(parts) else None


def read(operation: str, cards: Cards | None) -> Move | None:  # noqa: C901, PLR0911 - one case per kind
    """The move of an operation and its cards, if there is one; none is named twice."""
    *pair, last = cards or (None,)
    distinct = pair if operation == BOOSTING else [*pair, last]
    if len(set(distinct)) < len(distinct):
        return None
    match operation, cards:
        case "r", (one, other):
            return enter_run(one, other)
        case "a", (card, *spend):
            return acclimate(card, spend)
        case "d", (one, other, boost):
            return use_bonus(Suit.DIAMONDS, one, other, boost)
        case (("c" | "h" | "s"), (one, other)):
            return use_bonus(Suit(operation), one, other)
        case "t", ():
            return KEEP_TOP
        case "t", (card,):
            return PutOnTop(card)
        case "b", (_, *_):
            return PutBack(None, cards)
        case "x", (removed, *order):
            return PutBack(removed, tuple(order))
        case "g", (card,):
            return EnterAlone(card)
        case "e", ():
            return END_TURN
        case _:
            return None


class SalmonRunNotation:
    """Moves as text, and back."""

    parse = staticmethod(parse)
    format = staticmethod(written)


NOTATION: Final[Notation[Move]] = SalmonRunNotation()
