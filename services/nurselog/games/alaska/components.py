"""The cards and the river (chapter 1). How many cards of a kind there are is kept here alone (rule 1.3)."""

from typing import Final, NewType

Card = NewType("Card", int)
"""A kind of card: its place in `NAME`. Cards of one kind are alike, so nothing tells two of them apart."""

Section = NewType("Section", int)
"""A section of the river, 0-based: it lies between the river card of its index and the next one."""

River = NewType("River", int)
"""A river card, 0-based: river card `k` borders the sections `k - 1` and `k`."""

Cards = tuple[Card, ...]

CASTS: Final = tuple(Card(index) for index in range(10))
SALMON, FLOW, TOURIST, LOCAL, EAGLE, BEAR = (Card(index) for index in range(10, 16))

NAME: Final = (
    *(f"c{value}" for value in range(1, 11)),
    "salmon",
    "flow",
    "tourist",
    "local",
    "eagle",
    "bear",
)
TITLE: Final = (
    *(f"cast {value}" for value in range(1, 11)),
    "salmon",
    "flow",
    "tourist",
    "local",
    "eagle",
    "bear",
)
CARD_NAMED: Final = {name: Card(index) for index, name in enumerate(NAME)}

COUNTS: Final = {
    SALMON: 24,
    FLOW: 8,
    **dict.fromkeys(CASTS, 3),
    TOURIST: 5,
    LOCAL: 5,
    EAGLE: 4,
    BEAR: 4,
}
"""How many of each kind are in the pile before dealing (rule 1.3)."""

PILE: Final = tuple(card for card, count in sorted(COUNTS.items()) for _ in range(count))
"""All cards but the river's, sorted."""

ANGLERS: Final = (TOURIST, LOCAL)
HAND_SIZE: Final = 4

SECTIONS: Final = tuple(Section(index) for index in range(10))
RIVERS: Final = tuple(River(index) for index in range(10))
BESIDE: Final = tuple((SECTIONS[river - 1], SECTIONS[river]) for river in RIVERS)
"""The two sections at a river card, the one before it first (rule 1.2)."""


def is_cast(card: Card) -> bool:
    """Whether the card is a cast."""
    return card < SALMON


def cast_value(card: Card) -> int:
    """The number on a cast."""
    return card + 1


def is_nature(card: Card) -> bool:
    """Whether the card is laid open at the start of a turn (rule 3.2)."""
    return card in {SALMON, FLOW}


def without(cards: Cards, gone: Cards) -> Cards:
    """The cards, less one for each that goes."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def names(cards: Cards) -> tuple[str, ...]:
    """The names of some cards."""
    return tuple([NAME[card] for card in cards])
