"""The whole truth of a play, secrets included, and the questions it answers at once."""

from typing import Final, NamedTuple

from nurselog.games.cascadia.board import Board
from nurselog.games.cascadia.components import SPECIES, SPECIES_NAME, TILE_NAME, Species, Tile
from nurselog.games.cascadia.events import News
from nurselog.games.cascadia.terms import UNKNOWN, Terms
from nurselog.rules.api import Audience, Decision, Seat, seats
from nurselog.rules.enums import QuickEnum
from nurselog.rules.hexes import Hex
from nurselog.rules.tuples import quick

Bag = tuple[int, ...]
"""How many tokens of each species there are in the bag; all know that, and none what comes next."""


class Phase(QuickEnum):
    """What the active seat decides; also the kinds of decisions."""

    MARKET = "market"
    """What to take, and whether to replace tokens before."""
    PLACE = "place"
    """Where the tile goes, where the token goes, in either order."""
    ROTATE = "rotate"
    """How the tile on its cell is turned."""
    OVER = "over"


@quick
class Market(NamedTuple):
    """What lies between the seats: the display, where the next things come from, where others went."""

    tiles: tuple[Tile | None, ...]
    """The display, left to right; a place is empty between a pick and the end of the turn."""
    tokens: tuple[Species | None, ...]
    stack: tuple[Tile, ...]
    """Secret, like the box; the top is the last."""
    box: tuple[Tile, ...]
    """Tiles that are not in play (rule 2.1)."""
    bag: Bag
    nature: int
    """The supply of nature tokens."""
    gone_tiles: tuple[Tile, ...] = ()
    """Solo: what left the game (rule 8.3)."""
    gone_tokens: tuple[Species, ...] = ()


@quick
class State(NamedTuple):
    """A position.

    A named tuple, because each move makes a new one, and it is made four times as fast as a frozen dataclass.
    """

    terms: Terms
    market: Market
    boards: tuple[Board, ...]
    active: Seat
    phase: Phase = Phase.MARKET
    turn: int = 0
    """How many turns of all seats are finished."""
    tile: Tile | None = None
    """The tile that the active seat has taken and not yet placed."""
    token: Species | None = None
    """Likewise the token."""
    cell: Hex | None = None
    """The cell on which the tile lies and is yet to be turned."""
    wiped: bool = False
    """Whether the free replacement of this turn is used up (rule 4.3)."""
    spent: bool = False
    """Whether a nature token was spent in this turn (rule 4.4)."""
    independent: bool = False
    """Whether an independent pick was paid in this turn (rule 5.2)."""
    hidden: tuple[Species | None, ...] = ()
    """Whose card each seat holds hidden; empty where none ever is (rule 23.10)."""
    last: tuple[News, ...] = ()
    """What the last move did."""


def own_board(state: State) -> Board:
    """The board of the active seat."""
    return state.boards[state.active]


def with_own_board(state: State, board: Board) -> tuple[Board, ...]:
    """The boards with another one for the active seat."""
    return (*state.boards[: state.active], board, *state.boards[state.active + 1 :])


def terms_known_to(state: State, audience: Audience) -> Terms:
    """The terms as an audience knows them: without the cards that others hold hidden (rule 23.10)."""
    secret = [held for seat, held in enumerate(state.hidden) if held is not None and seat != audience]
    if not secret:
        return state.terms
    cards = "".join(
        UNKNOWN if species in secret else letter
        for species, letter in zip(SPECIES, state.terms.cards, strict=True)
    )
    return state.terms._replace(cards=cards)


def is_solo(state: State) -> bool:
    """Whether one seat plays alone (rule 8.3)."""
    return len(state.boards) == 1


_DECISIONS: Final = {
    phase: tuple((Decision(seat, phase.value),) for seat in seats(4))
    for phase in (Phase.MARKET, Phase.PLACE, Phase.ROTATE)
} | {Phase.OVER: ((),) * 4}


def decisions(state: State) -> tuple[Decision, ...]:
    """What the active seat decides: `market`, `place` or `rotate`; nothing once the play is over."""
    return _DECISIONS[state.phase][state.active]


def every_component(state: State) -> tuple[str, ...]:
    """The names of all tiles, tokens and nature tokens, wherever they lie, sorted."""
    market = state.market
    boards = state.boards
    tiles = (
        *market.tiles,
        *market.stack,
        *market.box,
        *market.gone_tiles,
        state.tile,
        *(tile for board in boards for tile in board.tiles),
    )
    tokens = (
        *market.tokens,
        *market.gone_tokens,
        state.token,
        *(token for board in boards for token in board.tokens),
        *(species for species in SPECIES for _ in range(market.bag[species])),
    )
    nature = market.nature + sum(board.nature for board in boards)
    names = [
        *(TILE_NAME[tile] for tile in tiles if tile is not None),
        *(SPECIES_NAME[token] for token in tokens if token is not None),
        *("nature" for _ in range(nature)),
    ]
    return tuple(sorted(names))
