"""What a seat can answer. Moves of one or two words are made once and shared."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, repeat
from typing import Final, NamedTuple

from nurselog.games.forage.components import CARDS, Card, Cards
from nurselog.games.forage.layout import CELLS, Cell

MOST_TOKENS: Final = 2


@dataclass(frozen=True, slots=True)
class MoveToken:
    """Move a token to an adjacent cell (chapter 5)."""

    token: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Swap:
    """Give a card for the one where a token stands: a single card, or the top of a stack (chapter 6)."""

    token: int
    card: Card


class Give(NamedTuple):
    """Begin an exchange with the cache under a token by choosing what to give (rule 7.1).

    A named tuple, because there are many in a menu, and they are made twice as fast as the others.
    """

    token: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class GivePartner:
    """Begin an exchange with the partner by choosing what to give (rule 11.10)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Take:
    """Choose what to get for the cards given (rule 7.3)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Reveal:
    """Choose which of the exchanged cards lie open (rule 7.4)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class PlayJoker:
    """Discard a joker for an open card of an opponent (chapter 8)."""

    joker: Card
    card: Card


@dataclass(frozen=True, slots=True)
class PlaySet:
    """Lay out a set (chapter 9); `home` is chosen where there are two centres to return to (rule 11.6)."""

    cards: Cards
    home: Cell | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Give up the remaining actions (rule 4.4)."""


Move = MoveToken | Swap | Give | GivePartner | Take | Reveal | PlayJoker | PlaySet | EndTurn

END_TURN: Final = EndTurn()
MOVE: Final = tuple(tuple(MoveToken(token, cell) for cell in CELLS) for token in range(MOST_TOKENS))
SWAP: Final = tuple(tuple(Swap(token, card) for card in CARDS) for token in range(MOST_TOKENS))


@lru_cache(maxsize=1 << 14)
def choices(cards: Cards, fewest: int, most: int) -> tuple[Cards, ...]:
    """All selections of so many of the cards, each sorted, the smaller ones first."""
    ordered = sorted(cards)
    return tuple(chain.from_iterable(combinations(ordered, count) for count in range(fewest, most + 1)))


@lru_cache(maxsize=1 << 14)
def gifts(token: int, cards: Cards, most: int) -> tuple[Give, ...]:
    """Every way to begin an exchange with the cache under a token."""
    return tuple(map(Give, repeat(token), choices(cards, 1, most)))


@lru_cache(maxsize=1 << 12)
def gifts_to_partner(cards: Cards, most: int) -> tuple[GivePartner, ...]:
    """Every way to begin an exchange with the partner."""
    return tuple([GivePartner(chosen) for chosen in choices(cards, 1, most)])
