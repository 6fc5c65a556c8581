"""Sets: what cards make, with jokers read in the best way (chapter 6)."""

from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from nurselog.games.orca_isles.components import HIGH_ACE, SUIT_OF, VALUE, is_joker
from nurselog.rules.cards import Card, Cards


class Kind(IntEnum):
    """The kinds of sets, from worthless to best."""

    NONE = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


POINTS: Final = (0, 1, 3, 4, 5, 8)
"""By kind."""
TITLE: Final = ("no set", "pair", "flush", "straight", "three of a kind", "straight flush")

Values = tuple[int, ...]

RUNS: Final = (*((top, top - 1, top - 2) for top in range(HIGH_ACE, 3, -1)), (3, 2, HIGH_ACE))
"""The straights, the highest first; the ace counts one in the last (rule 6.5)."""


class Found(NamedTuple):
    """The best set among the cards at an isle. Found sets compare by their keys."""

    kind: Kind
    values: Values
    """What tells sets of a kind apart."""
    others: Values
    """The values of the cards outside the set, falling."""
    cards: Cards
    """The set."""

    @property
    def key(self) -> tuple[Kind, Values, Values]:
        """What is compared (rule 7.4); a missing card is lower than any."""
        return self.kind, self.values, self.others

    @property
    def points(self) -> int:
        """What the set gives."""
        return POINTS[self.kind]


@lru_cache(maxsize=65536)
def set_of_three(first: Card, second: Card, third: Card) -> tuple[Kind, Values] | None:
    """The best set that needs all three cards (rules 6.3 to 6.8), and what tells it from others."""
    cards = (first, second, third)
    values = tuple([VALUE[card] for card in cards if not is_joker(card)])
    if len(set(values)) == 1:
        return Kind.THREE_OF_A_KIND, values[:1]
    top = straight_top(values)
    if one_suit(cards):
        if top and len(values) == len(cards):
            return Kind.STRAIGHT_FLUSH, (top,)
        if not top:
            return Kind.FLUSH, falling(cards)
    return (Kind.STRAIGHT, (top,)) if top else None


@lru_cache(maxsize=4096)
def straight_top(values: Values) -> int:
    """The highest value of the best straight of these, jokers filling the gaps; 0 if there is none."""
    for run in RUNS:
        if all(value in run for value in values) and len(set(values)) == len(values):
            return run[0]
    return 0


def one_suit(cards: Cards) -> bool:
    """Whether all cards but jokers are of one suit."""
    return len({SUIT_OF[card] for card in cards if not is_joker(card)}) == 1


@lru_cache(maxsize=4096)
def falling(cards: Cards) -> Values:
    """The values of cards, the highest first; a joker counts nothing (rule 6.6)."""
    return tuple(sorted([VALUE[card] for card in cards], reverse=True))


def pair_value(one: Card, other: Card) -> int:
    """The value of a pair, a joker being what the other card is, two of them aces; 0 if it is none."""
    if is_joker(one) and is_joker(other):
        return HIGH_ACE
    if is_joker(one) or is_joker(other) or VALUE[one] == VALUE[other]:
        return max(VALUE[one], VALUE[other])
    return 0


@lru_cache(maxsize=65536)
def best_at(isle: Card, cards: Cards) -> Found:
    """The best set of the isle card with one or two cards of an orca (rules 6.2 and 6.9)."""
    if len(cards) == 2:
        three = set_of_three(isle, *cards)
        if three is not None:
            return Found(*three, (), (isle, *cards))
    return max([with_one(isle, card, cards) for card in cards], key=lambda found: found.key)


def with_one(isle: Card, card: Card, cards: Cards) -> Found:
    """The pair of the isle card and one card, if it is one."""
    value = pair_value(isle, card)
    if not value:
        return Found(Kind.NONE, (), falling(cards), ())
    others = falling(tuple([other for other in cards if other != card]))
    return Found(Kind.PAIR, (value,), others, (isle, card))
