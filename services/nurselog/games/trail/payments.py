"""What pays for a card of the trail (chapter 5)."""

from functools import lru_cache
from itertools import combinations
from typing import Final

from nurselog.games.trail.components import HIGHEST, SUPPLIES, VALUE, WORTH, is_ace
from nurselog.rules.cards import DECK, RANK, SUIT, Card, Cards

MOST: Final = 3


def pays(cards: Cards, target: Card) -> bool:
    """Whether these cards are enough, aces being read as is best (rules 5.2 to 5.5)."""
    match cards:
        case (one,):
            return SUIT[one] is SUIT[target] and WORTH[one] >= VALUE[target]
        case one, other:
            return two_pay(one, other, target)
        case _:
            return len(cards) == MOST


def two_pay(one: Card, other: Card, target: Card) -> bool:
    """One of the suit, and together worth enough or a pair (rules 5.2 and 5.3)."""
    suit = SUIT[target]
    if SUIT[one] is not suit and SUIT[other] is not suit:
        return False
    return WORTH[one] + WORTH[other] >= VALUE[target] or is_pair(one, other)


def is_pair(one: Card, other: Card) -> bool:
    """Two cards of a number; an ace makes a pair with any card (rule 5.5)."""
    return RANK[one] == RANK[other] or is_ace(one) or is_ace(other)


@lru_cache(maxsize=16384)
def payments(pack: Cards, target: Card) -> tuple[Cards, ...]:
    """Every payment from a pack: one card, two, three, each in the pack's order."""
    suit, value = SUIT[target], VALUE[target]
    ones = [(card,) for card in pack if SUIT[card] is suit and WORTH[card] >= value]
    enough = paying_pairs(target)
    twos = [pair for pair in combinations(pack, 2) if pair in enough]
    return (*ones, *twos, *combinations(pack, MOST))


@lru_cache(maxsize=len(DECK))
def paying_pairs(target: Card) -> frozenset[tuple[Card, Card]]:
    """All two cards that pay for a card, to look them up."""
    return frozenset(pair for pair in combinations(SUPPLIES, 2) if two_pay(*pair, target))


def can_pay(pack: Cards, target: Card) -> bool:
    """Whether there is any payment."""
    return len(pack) >= MOST or bool(payments(pack, target))


def declared(cards: Cards, target: Card) -> tuple[int, ...]:
    """The numbers the cards stand for: an ace for ten, or for its partner's number in a pair (rule 5.5)."""
    values = tuple(WORTH[card] for card in cards)
    if len(cards) == 2 and sum(values) < VALUE[target]:
        number = min(values) if any(map(is_ace, cards)) else HIGHEST
        return tuple(number if is_ace(card) else WORTH[card] for card in cards)
    return values
