"""Paying for a card (chapter 5): what a payment is worth, and all payments there are."""

from functools import lru_cache
from itertools import combinations

from nurselog.games.salmon_run.components import BOOST, COST, DEAR, WORTH
from nurselog.games.salmon_run.moves import Acclimate
from nurselog.rules.cards import Card, Cards


def worth(card: Card, boosts: Cards) -> int:
    """What a card pays now: its worth, and two for each boost (rule 6.6)."""
    return WORTH[card] + BOOST * boosts.count(card)


def total_worth(cards: Cards, boosts: Cards) -> int:
    """What some cards pay together."""
    return sum([worth(card, boosts) for card in cards])


def is_needless(spend: Cards, boosts: Cards, cost: int) -> bool:
    """Whether a payment that suffices would suffice without one of its cards, too (rule 5.4)."""
    values = [worth(card, boosts) for card in spend]
    return bool(values) and sum(values) - min(values) >= cost


@lru_cache(maxsize=16384)
def shapes(values: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By cost: every payment from cards of these values that is just enough, as places; small ones first."""
    table: list[list[tuple[int, ...]]] = [[] for _ in range(DEAR + 1)]
    table[0].append(())
    places = [place for place, value in enumerate(values) if value]
    for count in range(1, len(places) + 1):
        for chosen in combinations(places, count):
            paid = [values[place] for place in chosen]
            for cost in range(sum(paid) - min(paid) + 1, min(sum(paid), DEAR) + 1):
                table[cost].append(chosen)
    return tuple(map(tuple, table))


def acquisitions(cards: Cards, free: Cards, boosts: Cards) -> list[Acclimate]:
    """Every way to pay for one of these cards on offer, of which there may be none."""
    if not cards:
        return []
    values = [worth(card, boosts) for card in free] if boosts else [WORTH[card] for card in free]
    table = shapes(tuple(values))
    return [
        Acclimate(card, tuple([free[place] for place in chosen]))
        for card in cards
        for chosen in table[COST[card]]
    ]
