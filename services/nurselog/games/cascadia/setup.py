"""Setting the table (chapter 2)."""

from typing import Final

from nurselog.games.cascadia.board import Board, lay
from nurselog.games.cascadia.components import (
    DISPLAY_SIZE,
    NATURE_TOKENS,
    SPECIES,
    STARTERS,
    TILES,
    TOKENS_OF_A_SPECIES,
    Tile,
    starter_cells,
)
from nurselog.games.cascadia.events import News, Opened
from nurselog.games.cascadia.market import refill, settle
from nurselog.games.cascadia.state import Market, State
from nurselog.games.cascadia.terms import RANDOM, agreed
from nurselog.rules.api import Chance, Event, Options, Seat, Step, seats
from nurselog.rules.chance import sample, shuffle
from nurselog.rules.hexes import ORIGIN

TILES_IN_PLAY: Final = {1: 43, 2: 43, 3: 63, 4: 83}


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:
    """Cards, starters, display and first seat (rules 2.1 to 2.6)."""
    terms = agreed(options, chance)
    starters = sample(chance, STARTERS, seat_count)
    market = full_display(seat_count, chance)
    first = first_seat(options, seat_count, chance)
    opened = Opened(
        first=first,
        starters=tuple(top for top, *_ in starters),
        tiles=tuple(tile for tile in market.tiles if tile is not None),
        tokens=tuple(token for token in market.tokens if token is not None),
        stack_size=len(market.stack),
        cards=terms.cards,
    )
    market, wiped = settle(market, first, chance)
    news = (opened, *wiped)
    state = State(terms, market, tuple(board_of(starter) for starter in starters), first, last=news)
    return Step(state, tuple(Event(one) for one in news))


def full_display(seat_count: int, chance: Chance) -> Market:
    """The tiles in play, shuffled, and the first four pairs (rules 2.1 and 2.5)."""
    tiles = shuffle(chance, TILES)
    in_play = TILES_IN_PLAY[seat_count]
    empty = Market(
        tiles=(None,) * DISPLAY_SIZE,
        tokens=(None,) * DISPLAY_SIZE,
        stack=tiles[:in_play],
        box=tiles[in_play:],
        bag=(TOKENS_OF_A_SPECIES,) * len(SPECIES),
        nature=NATURE_TOKENS,
    )
    return refill(empty, chance).market


def board_of(starter: tuple[Tile, Tile, Tile]) -> Board:
    """An environment that begins with this starter (rule 2.2)."""
    return lay([(cell, tile, 0) for cell, tile in zip(starter_cells(0, ORIGIN), starter, strict=True)])


def first_seat(options: Options, seat_count: int, chance: Chance) -> Seat:
    """The seat the option names, or one by luck (rule 2.6)."""
    chosen = options["first_seat"]
    return seats(seat_count)[chance.below(seat_count) if chosen == RANDOM else int(chosen)]
