"""What a card costs, is worth and counts as here (chapters 1, 5 and 6)."""

from itertools import permutations
from typing import Final

from nurselog.rules.cards import (
    ACE,
    CARD_NAMED,
    DECK,
    DECK_WITH_JOKERS,
    JACK,
    JOKERS,
    RANK,
    SUIT,
    Card,
    Cards,
    Suit,
)

HAND_SIZE: Final = 3
ROW_SIZE: Final = 5
CLUBS_LOOK: Final = 3
BOOST: Final = 2
DEAR: Final = 15
"""What aces and face cards cost."""


def is_joker(card: Card) -> bool:
    """Whether a card is one of the two jokers."""
    return card in JOKERS


def is_face(card: Card) -> bool:
    """Whether a card counts at the end of the play: jack, queen, king or ace (rule 9.4)."""
    return not is_joker(card) and (RANK[card] >= JACK or RANK[card] == ACE)


def cost_of(card: Card) -> int:
    """What a card costs (rule 5.2)."""
    if is_joker(card):
        return 0
    return DEAR if is_face(card) else RANK[card]


def worth_of(card: Card) -> int:
    """What a card pays (rule 5.2)."""
    return 0 if is_joker(card) or RANK[card] >= JACK else RANK[card]


COST: Final = tuple(cost_of(card) for card in DECK_WITH_JOKERS)
WORTH: Final = tuple(worth_of(card) for card in DECK_WITH_JOKERS)

ACES: Final = tuple(card for card in DECK if RANK[card] == ACE)
THREES: Final = tuple(card for card in DECK if RANK[card] == 3)
STARTERS: Final = tuple(card for card in DECK if RANK[card] in {2, 4, 7})


def of_suit(card: Card, suit: Suit) -> bool:
    """Whether a card serves for a bonus of the suit; a joker always does (rule 6.3)."""
    return is_joker(card) or SUIT[card] is suit


SHARED: Final = tuple(
    tuple(
        tuple(suit for suit in Suit if of_suit(one, suit) and of_suit(other, suit))
        for other in DECK_WITH_JOKERS
    )
    for one in DECK_WITH_JOKERS
)
"""By two cards: the suits for whose bonus they serve together."""


def starting_decks(fours: tuple[Suit, ...], sevens: tuple[Suit, ...]) -> tuple[Cards, ...]:
    """Four decks of a 2, a 4 and a 7, the 2s in the order of their suits."""
    return tuple(
        tuple(CARD_NAMED[f"{rank}{suit.value}"] for rank, suit in zip("247", suits, strict=True))
        for suits in zip(Suit, fours, sevens, strict=True)
    )


ARRANGEMENTS: Final = tuple(
    starting_decks(fours, sevens)
    for fours in permutations(Suit)
    for sevens in permutations(Suit)
    if all(len(set(suits)) == 3 for suits in zip(Suit, fours, sevens, strict=True))
)
"""All ways to build four starting decks of three different suits each (rule 2.2)."""
