"""The piles and what a card means here (chapters 1 and 4); the pack itself is the kernel's."""

from typing import Final

from nurselog.rules.cards import ACE, DECK, JACK, RANK, SUIT, Card
from nurselog.rules.enums import QuickEnum

ACES: Final = tuple(card for card in DECK if RANK[card] == ACE)
FACES: Final = tuple(card for card in DECK if RANK[card] >= JACK)
NUMBERS: Final = tuple(card for card in DECK if ACE < RANK[card] < JACK)

NUMBERS_IN_SUPPLY: Final = 12
FEWEST_STACKS, MOST_STACKS = 7, 9


class Pile(QuickEnum):
    """A pile from which cards are chosen."""

    SEA = "sea"
    SUPPLY = "supply"
    BEACH = "beach"
    TIDE = "tide"


def fits(card: Card, top: Card) -> bool:
    """Whether a card may go on a stack with that top: same suit and higher, an ace being both (4.2 to 4.4).

    An ace counts one here, so that all others are higher; that it is the highest as well is the exception.
    """
    return SUIT[card] is SUIT[top] and (RANK[card] > RANK[top] or RANK[card] == ACE)


FITS: Final = tuple(tuple(fits(card, top) for top in DECK) for card in DECK)
"""By card and top."""
