"""The cards of up to three decks (chapter 1); the map they lie on is in `layout`."""

from collections.abc import Iterable
from typing import Final, NewType

from nurselog.rules import cards as pack
from nurselog.rules.api import seats
from nurselog.rules.cards import Suit

Card = NewType("Card", int)
"""A card: 54 to a deck, each deck in the order of the kernel's pack, its jokers last."""

Cards = tuple[Card, ...]

MOST_SEATS: Final = 8
SEATS: Final = seats(MOST_SEATS)
DECKS_FOR: Final = (0, 0, 1, 2, 2, 2, 3, 3, 3)
"""By number of seats (rule 1.2)."""

HAND_SIZE: Final = 4
ACTIONS: Final = 2
DECK_SIZE: Final = len(pack.DECK_WITH_JOKERS)
JOKERS_IN_DECK: Final = len(pack.JOKERS)

CARDS: Final = tuple(Card(index) for index in range(max(DECKS_FOR) * DECK_SIZE))
FACE: Final = tuple(pack.DECK_WITH_JOKERS[card % DECK_SIZE] for card in CARDS)
"""Rank and suit, the same for equal cards of several decks."""


def deck_of(card: Card) -> int:
    """Which deck a card is of, from 0."""
    return card // DECK_SIZE


def is_joker(card: Card) -> bool:
    """Whether a card is a joker."""
    return FACE[card] in pack.JOKERS


def joker_number(card: Card) -> int:
    """Jokers are numbered through all decks, from 1."""
    return deck_of(card) * JOKERS_IN_DECK + pack.JOKERS.index(FACE[card]) + 1


def name_of(card: Card) -> str:
    """`7h`, `7h2` for the one of the second deck, `jk3` (rule 1.3)."""
    if is_joker(card):
        return f"jk{joker_number(card)}"
    deck = deck_of(card)
    return pack.NAME[FACE[card]] + (str(deck + 1) if deck else "")


def title_of(card: Card) -> str:
    """`7 of Hearts`, `7 of Hearts #2`, `Joker 3`."""
    if is_joker(card):
        return f"Joker {joker_number(card)}"
    deck = deck_of(card)
    return pack.TITLE[FACE[card]] + (f" #{deck + 1}" if deck else "")


JOKER: Final = tuple(is_joker(card) for card in CARDS)
RANK: Final = tuple(0 if JOKER[card] else pack.RANK[FACE[card]] for card in CARDS)
"""1 to 13, 0 for jokers."""
SUIT: Final[tuple[Suit | None, ...]] = tuple(None if JOKER[card] else pack.SUIT[FACE[card]] for card in CARDS)
NAME: Final = tuple(name_of(card) for card in CARDS)
TITLE: Final = tuple(title_of(card) for card in CARDS)
CARD_NAMED: Final = {NAME[card]: card for card in CARDS}


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    """The names of some cards."""
    return tuple([NAME[card] for card in cards])


def titles(cards: Iterable[Card]) -> str:
    """`7 of Hearts, Joker 3`."""
    return ", ".join([TITLE[card] for card in cards])
