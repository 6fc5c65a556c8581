"""What audiences learn from a move, in the words of the wire: names of cards, numbers of piles from 1.

The fields of an event are the fields of its message.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeasonBegan:
    """The piles were dealt (rule 2.6)."""

    season: int
    first_seat: int
    shift: str


@dataclass(frozen=True, slots=True)
class WildlifeDealt:
    """A seat got its starting wildlife (rule 2.4)."""

    seat: int
    wildlife: str


@dataclass(frozen=True, slots=True)
class Attracted:
    """A wildlife came to a forest."""

    seat: int
    wildlife: str


@dataclass(frozen=True, slots=True)
class TreeGrown:
    """A tree got sections."""

    seat: int
    space: str
    height: int


@dataclass(frozen=True, slots=True)
class TreeCompleted:
    """A tree got its Canopy."""

    seat: int
    space: str
    height: int
    points: int


@dataclass(frozen=True, slots=True)
class TokenUnlocked:
    """The token of a path was gained, or removed if both trees are low (rule 6.6)."""

    seat: int
    path: str
    token: str
    gained: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """A seat looked at a pile; only it learns the cards."""

    seat: int
    pile: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PilePassed:
    """A seat passed a pile, which got so many cards."""

    seat: int
    pile: int
    cards_added: int


@dataclass(frozen=True, slots=True)
class PileKept:
    """A seat kept a pile: its cards are shown to all (rule 5.2)."""

    seat: int
    pile: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew cards that only it sees."""

    seat: int
    count: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnDropped:
    """The drawn card was discarded unseen (rule 4.7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardAdded:
    """A card came to a forest."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CardLost:
    """A forest card was discarded."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class WildlifeLost:
    """A wildlife left a forest, or the mat, for the bottom of its deck."""

    seat: int
    wildlife: str


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """An Active wildlife was used; `pile` is 0 where none was named."""

    seat: int
    species: str
    copied: bool
    pile: int


@dataclass(frozen=True, slots=True)
class TokenActed:
    """The token on a kept pile acted (rule 8.2)."""

    species: str
    owner: int
    keeper: int


@dataclass(frozen=True, slots=True)
class NameCalled:
    """The Elk named a card; `kept` is empty if none was there (rule 8.10)."""

    seat: int
    name: str
    kept: str
    put_back: int


@dataclass(frozen=True, slots=True)
class PilesSwapped:
    """The Raven swapped two piles."""

    seat: int
    pile: int
    other: int


@dataclass(frozen=True, slots=True)
class MatReplaced:
    """The face-up wildlife went under their deck and others came."""

    seat: int


@dataclass(frozen=True, slots=True)
class WeatherChosen:
    """What a sun/rain token counts as (rule 9.6)."""

    seat: int
    counts_as: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A seat got points, or lost them."""

    seat: int
    category: str
    points: int


@dataclass(frozen=True, slots=True)
class SeasonEnded:
    """A Season's last pile was taken."""

    season: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The play is over."""


News = (
    SeasonBegan
    | WildlifeDealt
    | Attracted
    | TreeGrown
    | TreeCompleted
    | TokenUnlocked
    | Looked
    | PilePassed
    | PileKept
    | Drew
    | DrawnDropped
    | CardAdded
    | CardLost
    | WildlifeLost
    | AbilityUsed
    | TokenActed
    | NameCalled
    | PilesSwapped
    | MatReplaced
    | WeatherChosen
    | Scored
    | SeasonEnded
    | Ended
)
