"""What a seat can answer, each move made once and shared."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Final

from nurselog.games.canopy_evergreen.components import (
    BURNING,
    CARDS,
    ELK,
    OTTER,
    PILE_TOKENS,
    SLUG,
    SPACES,
    SPECIES,
    TYPES,
    WILDS,
    WOLF,
    Card,
    Space,
    Wild,
)

MOST_PILES: Final = 5
PILES: Final = range(MOST_PILES)


class Word(StrEnum):
    """Answers that need nothing but their name."""

    LOOK = "look"
    KEEP = "keep"
    PASS = "pass"  # noqa: S105 - a word
    DRAW = "draw"
    DROP = "drop"
    NO = "no"
    END = "end"
    SUN = "sun"
    RAIN = "rain"
    FOOD = "food"
    MARKET = "market"
    MIGRATE = "migrate"


@dataclass(frozen=True, slots=True)
class Say:
    """A plain answer."""

    word: Word


@dataclass(frozen=True, slots=True)
class Grow:
    """Use a tree card, or the first Root, on a space (rules 2.3 and 6.1)."""

    space: Space


@dataclass(frozen=True, slots=True)
class Attract:
    """Pay for a wildlife card of the mat (rule 3.2)."""

    wild: Wild


@dataclass(frozen=True, slots=True)
class Add:
    """Name a card that is added to a forest next (rules 5.3, 8.3, 8.10 and 9.2)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Lose:
    """Discard a forest card to a threat (rules 7.1 and 9.4)."""

    card: Card


@dataclass(frozen=True, slots=True)
class LoseWildlife:
    """Discard a wildlife card to a threat (rules 7.1 and 9.5)."""

    wild: Wild


@dataclass(frozen=True, slots=True)
class Choose:
    """Name a pile inside an ability (rules 8.5 to 8.7)."""

    pile: int


@dataclass(frozen=True, slots=True)
class Use:
    """Use an Active wildlife, or the Otter as one, with its first target (chapter 8)."""

    species: int
    copied: bool = False
    pile: int | None = None
    card: Card | None = None
    wild: Wild | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Refresh:
    """Turn a used wildlife token back by an advanced token (rule 13.2)."""

    species: int


Move = Say | Grow | Attract | Add | Lose | LoseWildlife | Choose | Use | Refresh

SAY: Final = {word: Say(word) for word in Word}
LOOK, KEEP, PASS, DRAW, DROP, NO, END, SUN, RAIN, FOOD, MARKET, MIGRATE = SAY.values()
GROW: Final = tuple(Grow(space) for space in SPACES)
ATTRACT: Final = tuple(Attract(wild) for wild in WILDS)
ADD: Final = tuple(Add(card) for card in CARDS)
LOSE: Final = tuple(Lose(card) for card in CARDS)
LOSE_WILDLIFE: Final = tuple(LoseWildlife(wild) for wild in WILDS)
CHOOSE: Final = tuple(Choose(pile) for pile in PILES)
REFRESH_TOKEN: Final = tuple(Refresh(species) for species in SPECIES)

USE: Final = {
    (species, copied): Use(species, copied)
    for species, copied in product(SPECIES, (False, True))
    if species not in (*PILE_TOKENS, SLUG, ELK, WOLF, OTTER)
}
USE_AT: Final = {
    (species, copied): tuple(Use(species, copied, pile=pile) for pile in PILES)
    for species, copied in product(SPECIES, (False, True))
    if species not in (SLUG, ELK, WOLF, OTTER)
}
USE_CARD: Final = {
    (copied, card): Use(SLUG, copied, card=card) for copied, card in product((False, True), BURNING)
}
USE_WILD: Final = {
    (copied, wild): Use(WOLF, copied, wild=wild) for copied, wild in product((False, True), WILDS)
}
USE_NAME: Final = {
    (copied, name): Use(ELK, copied, name=name) for copied, name in product((False, True), TYPES)
}

MOVES: Final[tuple[Move, ...]] = (
    *SAY.values(),
    *GROW,
    *ATTRACT,
    *ADD,
    *LOSE,
    *LOSE_WILDLIFE,
    *CHOOSE,
    *REFRESH_TOKEN,
    *USE.values(),
    *(use for uses in USE_AT.values() for use in uses),
    *USE_CARD.values(),
    *USE_WILD.values(),
    *USE_NAME.values(),
)
"""Every move there is, allowed now or not."""
