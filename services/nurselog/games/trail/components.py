"""The trail with its nineteen cards (chapter 1), and what cards are worth here."""

from typing import Final, NamedTuple, NewType

from nurselog.rules.cards import ACE, DECK, JACK, KING, QUEEN, RANK, Card

Spot = NewType("Spot", int)
"""A place for a card on the trail: its place in `SPOTS`, row by row from the top."""

Spots = tuple[Spot, ...]


class Place(NamedTuple):
    """Where a spot is, and what lies there at the start."""

    row: int
    column: int
    is_landmark: bool
    """Face cards lie here, numeric cards elsewhere."""
    is_open: bool
    """Whether the card lies face up from the start."""


MAP: Final = (
    "..f..",
    "FfFfF",
    "nfnfn",
    "F.F.F",
    "nnnnn",
)
"""Row 1 is the top. `f` a face card, `n` a numeric card, a capital one face up."""

PLACES: Final = tuple(
    Place(row, column, sign in "fF", sign.isupper())
    for row, line in enumerate(MAP, start=1)
    for column, sign in enumerate(line, start=1)
    if sign != "."
)
SPOTS: Final = tuple(Spot(index) for index in range(len(PLACES)))
SPOT_NAME: Final = tuple(f"{place.row}{place.column}" for place in PLACES)
SPOT_NAMED: Final = {SPOT_NAME[spot]: spot for spot in SPOTS}
SPOT_TITLE: Final = tuple(f"row {place.row}, column {place.column}" for place in PLACES)

TRAILHEAD: Final = tuple(spot for spot in SPOTS if PLACES[spot].row == len(MAP))
"""Where a trek begins (rule 4.1)."""


def above(spot: Spot) -> Spots:
    """The spots a row further up, in the same column or beside it (rule 4.1)."""
    here = PLACES[spot]
    return tuple(
        other
        for other in SPOTS
        if PLACES[other].row == here.row - 1 and abs(PLACES[other].column - here.column) <= 1
    )


ABOVE: Final = tuple(above(spot) for spot in SPOTS)
LONGEST_TREK: Final = len(MAP)

ACES: Final = tuple(card for card in DECK if RANK[card] == ACE)
FACES: Final = tuple(card for card in DECK if RANK[card] >= JACK)
NUMBERS: Final = tuple(card for card in DECK if ACE < RANK[card] < JACK)

SUPPLIES: Final = tuple(card for card in DECK if RANK[card] < JACK)
"""What can be in a pack, in the pack's order."""

LANDMARKS: Final = tuple(spot for spot in SPOTS if PLACES[spot].is_landmark)
PLAIN: Final = tuple(spot for spot in SPOTS if not PLACES[spot].is_landmark)

PACKED: Final = 7
"""Cards that each seat drafts."""

FACE_VALUE: Final = {JACK: 15, QUEEN: 17, KING: 18}
FACE_POINTS: Final = {JACK: 1, QUEEN: 2, KING: 3}

VALUE: Final = tuple(FACE_VALUE.get(RANK[card], RANK[card]) for card in DECK)
"""What it takes to trek past a card (rule 5.1); an ace never lies on the trail."""

LANDMARK: Final = tuple(FACE_POINTS.get(RANK[card], 0) for card in DECK)
"""The points of a landmark (rule 7.3)."""

HIGHEST: Final = 10


def is_ace(card: Card) -> bool:
    """Whether a card is an ace, which may stand for any number (rule 5.5)."""
    return RANK[card] == ACE


WORTH: Final = tuple(HIGHEST if is_ace(card) else RANK[card] for card in DECK)
"""The most that a card of a pack is worth; no face card is ever in a pack."""
