"""What audiences learn from a move; what a move does is in `play`."""

from dataclasses import dataclass

from nurselog.games.alaska.components import Card, Cards, River, Section
from nurselog.rules.api import Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards were dealt; each seat learns its hand."""

    first: Seat
    pile_size: int
    hand: Cards = ()


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began; its seat laid its salmon and flows open (rule 3.2)."""

    seat: Seat
    salmon: int
    flows: int


@dataclass(frozen=True, slots=True)
class SalmonPlaced:
    """A salmon of the active seat was put into a section."""

    seat: Seat
    section: Section


@dataclass(frozen=True, slots=True)
class SalmonSurplus:
    """Salmon found no empty section (rule 4.3)."""

    count: int


@dataclass(frozen=True, slots=True)
class Flowed:
    """Every salmon moved on; those named were caught by the anglers on these river cards (chapter 5)."""

    caught_at: tuple[River, ...]


@dataclass(frozen=True, slots=True)
class CastMade:
    """A seat cast. The section is where it caught; the angler is what it hooked; neither: a miss."""

    seat: Seat
    cards: Cards
    section: Section | None = None
    hooked: Card | None = None


@dataclass(frozen=True, slots=True)
class AnglerPlaced:
    """A seat put an angler on a river card, scaring away the one that is named."""

    seat: Seat
    angler: Card
    river: River
    scared: Card | None = None


@dataclass(frozen=True, slots=True)
class EagleFlew:
    """A seat's eagle took a salmon, an angler or nothing."""

    seat: Seat
    section: Section | None
    river: River | None


@dataclass(frozen=True, slots=True)
class BearRoamed:
    """A seat's bear drove all anglers away."""

    seat: Seat
    anglers: int


@dataclass(frozen=True, slots=True)
class CatchSettled:
    """A catch was settled: a seat's bear took the salmon, or nobody's did."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Answered:
    """A seat answered a catch; nobody else learns how before all have (rule 8.4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SalmonLost:
    """A seat that hooked a local gave a salmon back (rule 6.3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandLost:
    """A seat that hooked a tourist lost the rest of its hand (rule 6.2)."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew; only the seat learns the cards."""

    seat: Seat
    count: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class LastRound:
    """The pile is used up; so many turns are left (rule 10.1)."""

    turns: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The play is over."""


News = (
    Dealt
    | TurnBegan
    | SalmonPlaced
    | SalmonSurplus
    | Flowed
    | CastMade
    | AnglerPlaced
    | EagleFlew
    | BearRoamed
    | CatchSettled
    | Answered
    | SalmonLost
    | HandLost
    | Drew
    | LastRound
    | Ended
)
