"""Which cards are a set, and what it is worth (chapter 9)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final

from nurselog.games.forage.components import RANK, SUIT, Card, Cards
from nurselog.rules.cards import ACE, JACK, KING, QUEEN
from nurselog.rules.enums import QuickEnum

LENGTH: Final = 4
FEWEST: Final = 3


class Worth(QuickEnum):
    """The two kinds of sets, by their points."""

    BASKET = 1
    TROVE = 2

    @property
    def title(self) -> str:
        """`basket` or `trove`."""
        return self.name.lower()


def worth(cards: Cards) -> Worth | None:
    """What kind of set the cards are, if they are one (rules 9.1 and 9.2)."""
    ranks = {RANK[card] for card in cards}
    if 0 in ranks:
        return None
    if len(ranks) == 1:
        return {FEWEST: Worth.BASKET, LENGTH: Worth.TROVE}.get(len(cards))
    if len(cards) != LENGTH or ranks not in ROWS:
        return None
    return Worth.TROVE if len({SUIT[card] for card in cards}) == 1 else Worth.BASKET


def rows() -> Iterator[frozenset[int]]:
    """Four consecutive ranks; an ace is below the 2 or above the king (rule 9.3)."""
    for lowest in range(ACE, KING - LENGTH + 2):
        yield frozenset(range(lowest, lowest + LENGTH))
    yield frozenset({JACK, QUEEN, KING, ACE})


ROWS: Final = frozenset(rows())


@lru_cache(maxsize=1 << 14)
def sets_in(hand: Cards) -> tuple[Cards, ...]:
    """All sets of the hand, each with its cards sorted; three cards before four."""
    ranks = frozenset([RANK[card] for card in hand])
    if len(ranks) == 3 or (len(ranks) == LENGTH and ranks not in ROWS):
        return ()  # most hands are found without a search to have none
    cards = sorted(hand)
    found: list[tuple[Card, ...]] = [*combinations(cards, FEWEST), *combinations(cards, LENGTH)]
    return tuple([one for one in found if worth(one)])


def points_of(cards: Cards) -> int:
    """What the cards are worth as a set; nothing if they are none."""
    kind = worth(cards)
    return 0 if kind is None else kind.value
