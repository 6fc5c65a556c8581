"""Moves as text (chapter 14): an operation, then what it is about, with dots between."""

from itertools import chain
from typing import Final

from nurselog.games.forage.components import CARD_NAMED, NAME, Cards, names
from nurselog.games.forage.layout import CELL_NAME, CELL_NAMED
from nurselog.games.forage.moves import (
    END_TURN,
    MOST_TOKENS,
    MOVE,
    SWAP,
    EndTurn,
    Give,
    GivePartner,
    Move,
    MoveToken,
    PlayJoker,
    PlaySet,
    Reveal,
    Swap,
    Take,
)
from nurselog.rules.api import Notation, Unreadable

EXAMPLES: Final = (
    "m0.r2c3, s0.7h, g0.8d+7h, x.7h, t.3c+4s, v.3c, j.jk1.7h, p.7c+7d+7h, p.7c+7d+7h.r3c10 or e; "
    "cards in order of deck, suit (c d h s) and rank (a first)"
)


def written(move: Move) -> str:  # noqa: C901, PLR0911 - one case per kind
    """The one text of a move."""
    match move:
        case MoveToken(token, cell):
            return f"m{token}.{CELL_NAME[cell]}"
        case Swap(token, card):
            return f"s{token}.{NAME[card]}"
        case Give(token, cards):
            return f"g{token}.{joined(cards)}"
        case GivePartner(cards):
            return f"x.{joined(cards)}"
        case Take(cards):
            return f"t.{joined(cards)}"
        case Reveal(cards):
            return f"v.{joined(cards)}"
        case PlayJoker(joker, card):
            return f"j.{NAME[joker]}.{NAME[card]}"
        case PlaySet(cards, home):
            return f"p.{joined(cards)}" if home is None else f"p.{joined(cards)}.{CELL_NAME[home]}"
        case EndTurn():
            return "e"


def joined(cards: Cards) -> str:
    """`8d+7h`."""
    return "+".join(names(cards))


def parse(text: str) -> Move:
    """The move of a text. Raises `Unreadable`."""
    move = LISTED.get(text) or read(text.split("."))
    if move is None or written(move) != text:
        raise Unreadable(f"{text[:40]!r} is no move of Forage; moves are written like {EXAMPLES}.")
    return move


SHARED: Final[tuple[Move, ...]] = (*chain.from_iterable(MOVE), *chain.from_iterable(SWAP), END_TURN)
LISTED: Final = {written(move): move for move in SHARED}

GIFTS: Final = {f"g{token}": token for token in range(MOST_TOKENS)}


def read(parts: list[str]) -> Move | None:
    """The move of an operation and its words, if there is one."""
    operation, cards, home = parts[0], cards_of(parts[1]) if len(parts) > 1 else None, parts[2:]
    if cards is None or len(home) > 1:
        return None
    if not home:
        return read_cards(operation, cards)
    if operation == "p":
        return PlaySet(cards, CELL_NAMED[home[0]]) if home[0] in CELL_NAMED else None
    target = CARD_NAMED.get(home[0])
    return PlayJoker(cards[0], target) if operation == "j" and target is not None else None


def read_cards(operation: str, cards: Cards) -> Move | None:
    """The move of an operation with cards alone."""
    match operation:
        case "x":
            return GivePartner(cards)
        case "t":
            return Take(cards)
        case "v":
            return Reveal(cards)
        case "p":
            return PlaySet(cards)
        case _:
            return Give(GIFTS[operation], cards) if operation in GIFTS else None


def cards_of(text: str) -> Cards | None:
    """The cards of `8d+7h`, if they are cards, sorted and all different."""
    cards = [CARD_NAMED.get(name) for name in text.split("+")]
    known = [card for card in cards if card is not None]
    return tuple(known) if known == cards and known == sorted(set(known)) else None


class ForageNotation:
    """Moves as text, and back."""

    parse = staticmethod(parse)
    format = staticmethod(written)


NOTATION: Final[Notation[Move]] = ForageNotation()
