"""What a seat can answer: six kinds of moves, each made once and shared."""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from nurselog.games.orca_isles.components import ISLES, PLACES, Isle, Place
from nurselog.rules.cards import DECK_WITH_JOKERS, Card, Cards


@dataclass(frozen=True, slots=True)
class Gather:
    """Take a gather card (rule 4.1)."""

    place: Place


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the deck (rule 4.3)."""


@dataclass(frozen=True, slots=True)
class Hunt:
    """Place an orca at an isle (rule 5.1)."""

    isle: Isle


@dataclass(frozen=True, slots=True)
class Send:
    """Put one or two cards, sorted, under the orca just placed (rule 5.3)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Trust:
    """Hunt with the top two cards of the deck (rule 10.1)."""

    isle: Isle


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, where nothing else is possible (rule 3.4)."""


Move = Gather | Draw | Hunt | Send | Trust | Pass

GATHER: Final = tuple(Gather(place) for place in PLACES)
DRAW: Final = Draw()
HUNT: Final = tuple(Hunt(isle) for isle in ISLES)
TRUST: Final = tuple(Trust(isle) for isle in ISLES)
PASS: Final = Pass()
SEND_ONE: Final = tuple(Send((card,)) for card in DECK_WITH_JOKERS)
SEND_TWO: Final[dict[tuple[Card, Card], Send]] = {
    pair: Send(pair) for pair in combinations(DECK_WITH_JOKERS, 2)
}

MOVES: Final[tuple[Move, ...]] = (
    *GATHER,
    DRAW,
    *HUNT,
    *TRUST,
    PASS,
    *SEND_ONE,
    *SEND_TWO.values(),
)
"""Every move there is, allowed now or not."""
