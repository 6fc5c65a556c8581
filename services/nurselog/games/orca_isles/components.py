"""Isles, gather places and what a card is worth here (chapters 1 and 2); the pack itself is the kernel's."""

from typing import Final, NewType

from nurselog.rules.api import Seat
from nurselog.rules.cards import ACE, DECK, JOKERS, RANK, SUIT, Card, Suit

Isle = NewType("Isle", int)
"""An isle: its place in `ISLES`; people count from 1."""

Place = NewType("Place", int)
"""A place for a gather card: its place in `PLACES`; people count from 1."""

Seats = tuple[Seat, ...]

FEWEST_SEATS, MOST_SEATS = 3, 6
ISLES: Final = tuple(Isle(index) for index in range(MOST_SEATS - 1))
PLACES: Final = tuple(Place(index) for index in range(MOST_SEATS))

ROUNDS: Final = 5
HAND_SIZE: Final = 4
ORCAS: Final = 2
"""The tokens of each seat, and the most that stand at an isle."""
WIN: Final = 2
"""The points for an isle."""
MOST_IN_HAND: Final = HAND_SIZE + ORCAS * ROUNDS
"""Four cards, and one more for each orca ever placed (rule 4.5)."""

HIGH_ACE: Final = 14
FIRST_JOKER: Final = JOKERS[0]
VALUE: Final = (*(HIGH_ACE if RANK[card] == ACE else RANK[card] for card in DECK), 0, 0)
"""By card; jokers have none of their own."""
SUIT_OF: Final[tuple[Suit | None, ...]] = (*SUIT, None, None)


def is_joker(card: Card) -> bool:
    """Whether a card is one of the two jokers."""
    return card >= FIRST_JOKER
