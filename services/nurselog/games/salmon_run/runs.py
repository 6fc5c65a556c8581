"""The objectives of the rounds: which cards make sense together in a run (chapter 4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nurselog.rules.cards import ACE, DECK, JOKERS, KING, RANK, SUIT, Card, Cards, Suit

PAIRS: Final = 3
WINDOW: Final = 8
HIGH_ACE: Final = KING + 1

FIRST_JOKER: Final = min(JOKERS)
SUIT_INDEX: Final = tuple(tuple(Suit).index(SUIT[card]) for card in DECK)
"""Numbers, because a set of them is made faster than one of suits."""


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """What the run of a round must be."""

    name: str
    size: int
    """The cards of a complete run."""
    fits: Callable[[Sequence[Card]], bool]
    """Whether some complete run contains these cards, of which none is a joker."""


@lru_cache(maxsize=16_384)
def completable(objective: Objective, run: Cards) -> bool:
    """Whether some complete run contains these cards, jokers standing for anything (rule 4.8)."""
    return len(run) <= objective.size and objective.fits([card for card in run if card < FIRST_JOKER])


def complete(objective: Objective, run: Cards) -> bool:
    """Whether a completable run needs no more cards (rule 4.9)."""
    return len(run) == objective.size


def fits_sea(cards: Sequence[Card]) -> bool:
    """One suit (rule 4.5)."""
    return len({SUIT_INDEX[card] for card in cards}) <= 1


def fits_river(cards: Sequence[Card]) -> bool:
    """No more than three pairs, begun or finished (rule 4.6)."""
    ranks = [RANK[card] for card in cards]
    return sum([(ranks.count(rank) + 1) // 2 for rank in set(ranks)]) <= PAIRS


def fits_stream(cards: Sequence[Card]) -> bool:
    """Different ranks within eight in a row; an ace is low or high (rule 4.7)."""
    ranks = sorted([RANK[card] for card in cards])
    if len(set(ranks)) < len(ranks):
        return False
    if in_window(ranks):
        return True
    return ranks[0] == ACE and in_window([*ranks[1:], HIGH_ACE])


def in_window(ranks: list[int]) -> bool:
    """Whether sorted ranks lie within eight in a row."""
    return not ranks or ranks[-1] - ranks[0] < WINDOW


SEA: Final = Objective("sea", 4, fits_sea)
RIVER: Final = Objective("river", 2 * PAIRS, fits_river)
STREAM: Final = Objective("stream", WINDOW, fits_stream)

OBJECTIVES: Final = (SEA, RIVER, STREAM)
SCHOOL_OBJECTIVES: Final = (SEA, RIVER)
