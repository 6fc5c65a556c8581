"""The map, the fires and what a card means here (chapters 1 and 2); the pack itself is the kernel's."""

from typing import Final, NewType

from nurselog.rules.api import Seat, seats
from nurselog.rules.cards import ACE, DECK, JACK, RANK, SUIT, Card, Suit
from nurselog.rules.enums import QuickEnum

Cell = NewType("Cell", int)
"""A place on the map: its place in `CELLS`, row by row."""

Fire = NewType("Fire", int)
"""A place for fires of a team: its place in `FIRES`, the ridge first."""

Cells = tuple[Cell, ...]
Seats = tuple[Seat, ...]


class Edge(QuickEnum):
    """The two sides of a team's corner; its letter stands in notation."""

    RIDGE = "r"
    VALLEY = "v"


SIDE: Final = 3
CELLS: Final = tuple(Cell(index) for index in range(SIDE * SIDE))
CELL_NAME: Final = tuple(f"{row}{column}" for row in "abc" for column in "123")
CELL_NAMED: Final = {CELL_NAME[cell]: cell for cell in CELLS}
CELL_TITLE: Final = (
    "the top left",
    "the top",
    "the top right",
    "the left",
    "the centre",
    "the right",
    "the bottom left",
    "the bottom",
    "the bottom right",
)
FACE_DOWN_CELLS: Final = (Cell(0), Cell(4), Cell(8))
FACE_UP: Final = tuple(cell not in FACE_DOWN_CELLS for cell in CELLS)
CORNERS: Final = (Cell(0), Cell(2), Cell(6), Cell(8))

FIRES: Final = tuple(Fire(index) for index in range(2 * SIDE))
FIRE_NAME: Final = ("r1", "r2", "r3", "va", "vb", "vc")
FIRE_TITLE: Final = (
    "on the ridge, left column",
    "on the ridge, middle column",
    "on the ridge, right column",
    "in the valley, top row",
    "in the valley, middle row",
    "in the valley, bottom row",
)

SEATS: Final = seats(4)
TEAMS: Final = ((SEATS[0], SEATS[2]), (SEATS[1], SEATS[3]))
TEAM: Final = (0, 1, 0, 1)
"""The team of each seat, as its place in `TEAMS`; people count from 1."""
CLOCKWISE_FROM: Final = tuple((*SEATS[seat:], *SEATS[:seat]) for seat in SEATS)

HAND_SIZE: Final = 10
TRICKS: Final = 9

HIGH_ACE: Final = 14
VALUE: Final = tuple(HIGH_ACE if RANK[card] == ACE else RANK[card] for card in DECK)
SUITS: Final = tuple(Suit)
IN_SUIT: Final = {suit: frozenset(card for card in DECK if SUIT[card] is suit) for suit in Suit}


def fire_at(edge: Edge, cell: Cell) -> Fire:
    """Where a token on a cell lights a fire: the ridge's column or the valley's row (rule 7.3)."""
    return FIRES[cell % SIDE] if edge is Edge.RIDGE else FIRES[SIDE + cell // SIDE]


def along_the_ridge(cell: Cell) -> Cells:
    """The neighbours to the left and right (rule 8.2)."""
    row, column = divmod(cell, SIDE)
    return tuple([CELLS[row * SIDE + other] for other in range(SIDE) if abs(other - column) == 1])


def along_the_valley(cell: Cell) -> Cells:
    """The neighbours above and below (rule 8.2)."""
    row, column = divmod(cell, SIDE)
    return tuple([CELLS[other * SIDE + column] for other in range(SIDE) if abs(other - row) == 1])


def duty(card: Card, cell: Cell) -> Cells:
    """Where a card played face up sends a token (rule 8.2)."""
    if RANK[card] >= JACK:
        return (cell,)
    return along_the_valley(cell) if VALUE[card] % 2 == 0 and RANK[card] != ACE else along_the_ridge(cell)


DUTY: Final = tuple(tuple(duty(card, cell) for cell in CELLS) for card in DECK)
"""By card and cell."""
FREE: Final = tuple(tuple(sorted((cell, *along_the_ridge(cell), *along_the_valley(cell)))) for cell in CELLS)
"""Where a card played face down may send a token, by cell."""
