"""The 18 bird cards and the places they lie in (rules 1.2 to 1.4); what a card scores is in `effects`."""

from dataclasses import dataclass
from typing import Final, NewType

from nurselog.rules.enums import QuickEnum

Card = NewType("Card", int)
"""A bird card: its place in `FACES`, hawks first, by value within a bird."""

Forest = NewType("Forest", int)
"""One of the two forests: its place in `FORESTS`."""

Spot = NewType("Spot", int)
"""A place for a card in a forest: its place in `SPOTS`."""

Cards = tuple[Card, ...]


class Bird(QuickEnum):
    """The type of a bird; its letter is the first half of a card's name."""

    HAWK = "h"
    OWL = "o"
    CROW = "c"
    EAGLE = "e"


class Mark(QuickEnum):
    """The sign beside a scoring rule: of each sign only one rule counts (rule 8.2)."""

    NONE = ""
    TALON = "talon"
    FEATHER = "feather"


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card, its scoring rule apart."""

    bird: Bird
    value: int
    mark: Mark = Mark.NONE

    @property
    def name(self) -> str:
        """The card's name in notation and messages: `h7`."""
        return f"{self.bird.value}{self.value}"

    @property
    def title(self) -> str:
        """The card's name for people: `Hawk 7`."""
        return f"{self.bird.name.capitalize()} {self.value}"


FACES: Final = (
    Face(Bird.HAWK, 3, Mark.FEATHER),
    Face(Bird.HAWK, 4),
    Face(Bird.HAWK, 5),
    Face(Bird.HAWK, 6),
    Face(Bird.HAWK, 7, Mark.TALON),
    Face(Bird.OWL, 5),
    Face(Bird.OWL, 6, Mark.TALON),
    Face(Bird.OWL, 7),
    Face(Bird.OWL, 8, Mark.FEATHER),
    Face(Bird.CROW, 2),
    Face(Bird.CROW, 3),
    Face(Bird.CROW, 4, Mark.FEATHER),
    Face(Bird.CROW, 5, Mark.TALON),
    Face(Bird.CROW, 6),
    Face(Bird.CROW, 7, Mark.TALON),
    Face(Bird.EAGLE, 7, Mark.TALON),
    Face(Bird.EAGLE, 8),
    Face(Bird.EAGLE, 9),
)

CARDS: Final = tuple(Card(index) for index in range(len(FACES)))
H3, H4, H5, H6, H7, O5, O6, O7, O8, C2, C3, C4, C5, C6, C7, E7, E8, E9 = CARDS

VALUE: Final = tuple(face.value for face in FACES)
BIRD: Final = tuple(face.bird for face in FACES)
MARK: Final = tuple(face.mark for face in FACES)
NAME: Final = tuple(face.name for face in FACES)
TITLE: Final = tuple(face.title for face in FACES)
CARD_NAMED: Final = {NAME[card]: card for card in CARDS}

HAND_SIZE: Final = 3
FOREST_SIZE: Final = 3

FORESTS: Final = (Forest(0), Forest(1))
A, B = FORESTS
FOREST_NAME: Final = ("a", "b")
FOREST_NAMED: Final = {FOREST_NAME[forest]: forest for forest in FORESTS}

SPOTS: Final = tuple(Spot(index) for index in range(len(FORESTS) * FOREST_SIZE))
SPOT_NAME: Final = tuple(f"{forest}{number}" for forest in FOREST_NAME for number in (1, 2, 3))
SPOT_NAMED: Final = {SPOT_NAME[spot]: spot for spot in SPOTS}

SPOTS_OF: Final = (SPOTS[:FOREST_SIZE], SPOTS[FOREST_SIZE:])


def forest_of(spot: Spot) -> Forest:
    """The forest in which a spot lies."""
    return FORESTS[spot // FOREST_SIZE]


def spot_at(forest: Forest, index: int) -> Spot:
    """The spot of a forest by its index, 0 to 2."""
    return SPOTS[forest * FOREST_SIZE + index]


def names(cards: Cards) -> tuple[str, ...]:
    """The names of some cards."""
    return tuple(NAME[card] for card in cards)
