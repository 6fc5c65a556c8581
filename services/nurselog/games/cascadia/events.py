"""What everybody learns from a move; what a move does is in `play` and `market`."""

from dataclasses import dataclass

from nurselog.games.cascadia.components import Species, Tile
from nurselog.rules.api import Seat
from nurselog.rules.hexes import Hex

Places = tuple[int, ...]
"""Places of the display, from 0 on the left."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was set up (chapter 2)."""

    first: Seat
    starters: tuple[Tile, ...]
    """The top hex of each seat's starter."""
    tiles: tuple[Tile, ...]
    """The display, left to right."""
    tokens: tuple[Species, ...]
    stack_size: int
    cards: str
    """The letters of the five cards, `?` for one that others hold hidden."""
    others: str = ""
    """Those of the second cards (rule 23.6)."""
    hidden: tuple[Species | None, ...] = ()
    """Whose card each seat holds hidden, if any ever is (rule 23.10)."""


@dataclass(frozen=True, slots=True)
class Wiped:
    """Tokens of the display were replaced (chapters 4 and 5)."""

    seat: Seat
    why: str
    """`automatic`, `free` or `paid`."""
    places: Places
    removed: tuple[Species, ...]
    drawn: tuple[Species, ...]


@dataclass(frozen=True, slots=True)
class Spent:
    """A seat paid a nature token for an independent pick (rule 5.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Revealed:
    """The card that a seat held hidden is seen by all (rule 23.10)."""

    seat: int
    species: Species
    letter: str


@dataclass(frozen=True, slots=True)
class Picked:
    """A seat took a tile and a token (chapter 6)."""

    seat: Seat
    tile_place: int
    tile: Tile
    token_place: int
    token: Species


@dataclass(frozen=True, slots=True)
class CellChosen:
    """A seat put its tile on a cell and has yet to turn it (rule 7.3)."""

    seat: Seat
    tile: Tile
    cell: Hex


@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A seat placed its tile (rule 7.2)."""

    seat: Seat
    tile: Tile
    cell: Hex
    turns: int


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """A seat placed its token, and earned a nature token or not (rules 7.4 and 7.6)."""

    seat: Seat
    token: Species
    cell: Hex
    earned: bool


@dataclass(frozen=True, slots=True)
class TokenReturned:
    """A seat returned its token to the bag (rule 7.5)."""

    seat: Seat
    token: Species


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Solo: the rightmost tile and token left the game (rule 8.3)."""

    tile: Tile
    token: Species


@dataclass(frozen=True, slots=True)
class Refilled:
    """The display was made complete (rules 8.1 and 8.3); it is told as it lies now."""

    tiles: tuple[Tile, ...]
    tokens: tuple[Species, ...]
    stack_size: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The play is over (rule 8.2)."""


News = (
    Opened
    | Wiped
    | Spent
    | Revealed
    | Picked
    | CellChosen
    | TilePlaced
    | TokenPlaced
    | TokenReturned
    | LeftOver
    | Refilled
    | Ended
)
