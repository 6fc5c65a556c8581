"""The French-suited pack of 52 playing cards, and its two jokers. What beats what is decided by each game.

A card's name is its rank and suit, `th` the Ten of Hearts: ranks a 2 3 4 5 6 7 8 9 t j q k, suits c d h s.
The jokers are `jk1` and `jk2`; they have no rank and no suit, and only games that say so play with them.
"""

from collections.abc import Iterable
from typing import Final, NewType

from nurselog.rules.enums import QuickEnum
from nurselog.rules.notation import named

Card = NewType("Card", int)
"""A playing card: its place in `DECK`, suit by suit, from ace to king."""

Cards = tuple[Card, ...]


class Suit(QuickEnum):
    """The four suits, by the letter in a card's name."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


ACE, JACK, QUEEN, KING = 1, 11, 12, 13
RANKS: Final = range(ACE, KING + 1)
RANK_NAME: Final = dict(zip(RANKS, "a23456789tjqk", strict=True))
RANK_TITLE: Final = {rank: str(rank) for rank in RANKS} | {1: "Ace", 11: "Jack", 12: "Queen", 13: "King"}

DECK: Final = tuple(Card(index) for index in range(len(Suit) * len(RANKS)))
SUIT: Final = tuple(suit for suit in Suit for _ in RANKS)
RANK: Final = tuple(rank for _ in Suit for rank in RANKS)
CARD_NAMED: Final = {f"{RANK_NAME[RANK[card]]}{SUIT[card].value}": card for card in DECK}

JOKERS: Final = (Card(52), Card(53))
DECK_WITH_JOKERS: Final = (*DECK, *JOKERS)
CARD_OR_JOKER_NAMED: Final = CARD_NAMED | dict(zip(("jk1", "jk2"), JOKERS, strict=True))

NAME: Final = tuple(CARD_OR_JOKER_NAMED)
TITLE: Final = (
    *(f"{RANK_TITLE[RANK[card]]} of {SUIT[card].name.capitalize()}" for card in DECK),
    "Joker 1",
    "Joker 2",
)


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    """The names of some cards."""
    return tuple([NAME[card] for card in cards])


read_card: Final = named("card", CARD_NAMED, "cards are named like as, th, qd, 2c")
"""The card of a name. Raises `Unreadable`."""
read_card_or_joker: Final = named("card", CARD_OR_JOKER_NAMED, "cards are named like as, th, qd, 2c, jk1")
"""The same for games that play with the jokers."""
