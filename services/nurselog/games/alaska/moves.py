"""What a seat can answer, each move made once and shared."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from nurselog.games.alaska.components import ANGLERS, CASTS, RIVERS, SECTIONS, Card, Cards, River, Section


@dataclass(frozen=True, slots=True)
class PlaceSalmon:
    """Put a salmon of the active seat into a section (rule 4.1)."""

    section: Section


@dataclass(frozen=True, slots=True)
class Cast:
    """Discard one or two casts; a section is named only where two salmon are within reach (rule 6.4)."""

    cards: Cards
    section: Section | None = None


@dataclass(frozen=True, slots=True)
class PlayAngler:
    """Put a tourist or a local on a river card (rules 7.1 and 7.2)."""

    angler: Card
    river: River


@dataclass(frozen=True, slots=True)
class PlayEagle:
    """Discard an eagle for a salmon or an angler, or for nothing if there is neither (rules 8.1 and 8.2)."""

    section: Section | None = None
    river: River | None = None


@dataclass(frozen=True, slots=True)
class PlayBear:
    """Discard a bear in one's own turn: all anglers go (rule 8.3)."""


@dataclass(frozen=True, slots=True)
class UseBear:
    """Discard a bear against a catch of another seat (rule 8.4)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Let a catch be (rule 8.4)."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn with one card in hand (rule 9.1)."""


Move = PlaceSalmon | Cast | PlayAngler | PlayEagle | PlayBear | UseBear | Pass | EndTurn

PAIRS: Final = tuple(combinations_with_replacement(CASTS, 2))
CAST_SETS: Final[tuple[Cards, ...]] = (*((card,) for card in CASTS), *PAIRS)

PLACE_SALMON: Final = tuple(PlaceSalmon(section) for section in SECTIONS)
CAST: Final = {cards: Cast(cards) for cards in CAST_SETS}
CAST_AT: Final = {(cards, section): Cast(cards, section) for cards in CAST_SETS for section in SECTIONS}
PLAY_ANGLER: Final = {(angler, river): PlayAngler(angler, river) for angler in ANGLERS for river in RIVERS}
EAGLE_AT_SALMON: Final = tuple(PlayEagle(section=section) for section in SECTIONS)
EAGLE_AT_ANGLER: Final = tuple(PlayEagle(river=river) for river in RIVERS)
EAGLE_AT_NOTHING: Final = PlayEagle()
PLAY_BEAR: Final = PlayBear()
USE_BEAR: Final = UseBear()
PASS: Final = Pass()
END_TURN: Final = EndTurn()

MOVES: Final[tuple[Move, ...]] = (
    *PLACE_SALMON,
    *CAST.values(),
    *CAST_AT.values(),
    *PLAY_ANGLER.values(),
    *EAGLE_AT_SALMON,
    *EAGLE_AT_ANGLER,
    EAGLE_AT_NOTHING,
    PLAY_BEAR,
    USE_BEAR,
    PASS,
    END_TURN,
)
"""Every move there is, allowed now or not."""
