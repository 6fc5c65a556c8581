"""Setting the table (chapter 2)."""

from typing import Final

from nurselog.games.cascadia.board import Board, lay
from nurselog.games.cascadia.components import (
    DISPLAY_SIZE,
    NATURE_TOKENS,
    SMALL_DISPLAY_SIZE,
    SPECIES,
    SPECIES_NAME,
    STARTERS,
    TILES,
    TOKENS_OF_A_SPECIES,
    Species,
    Tile,
    starter_cells,
)
from nurselog.games.cascadia.events import News, Opened
from nurselog.games.cascadia.market import refill, settle
from nurselog.games.cascadia.state import Market, State, terms_known_to
from nurselog.games.cascadia.terms import Special, Terms, agreed
from nurselog.rules.api import SPECTATORS, Audience, Chance, Event, Options, Step, seats
from nurselog.rules.chance import sample, shuffle
from nurselog.rules.hexes import ORIGIN, hex_at
from nurselog.rules.options import RANDOM, seat_of

TILES_IN_PLAY: Final = {1: 43, 2: 43, 3: 63, 4: 83}


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:
    """Cards, starters, display and first seat (rules 2.1 to 2.6)."""
    terms = agreed(options, chance)
    boards, market = beginnings(terms, seat_count, chance)
    first = seat_of(options, "first_seat", seat_count, chance)
    hidden = hidden_cards(options, terms, chance, seat_count)
    state = State(terms, market, boards, first, hidden=hidden)
    settled, wiped = settle(market, first, chance)
    last = (opening(state, SPECTATORS), *wiped)
    return Step(
        state._replace(market=settled, last=last),
        (opened(state, hidden), *[Event(one) for one in wiped]),
    )


def opened(state: State, hidden: tuple[Species | None, ...]) -> Event[News]:
    """Seats that hold a card hidden know it."""
    holders = seats(len(hidden))
    return Event(opening(state, SPECTATORS), tuple([(seat, opening(state, seat)) for seat in holders]))


def opening(state: State, audience: Audience) -> Opened:
    """How the table was set up, as an audience sees it."""
    terms, market = terms_known_to(state, audience), state.market
    return Opened(
        first=state.active,
        starters=tuple(board.tiles[0] for board in state.boards),
        tiles=tuple(tile for tile in market.tiles if tile is not None),
        tokens=tuple(token for token in market.tokens if token is not None),
        stack_size=len(market.stack),
        cards=terms.cards,
        others=terms.others,
        hidden=state.hidden,
    )


def beginnings(terms: Terms, seat_count: int, chance: Chance) -> tuple[tuple[Board, ...], Market]:
    """The boards with a starter each, or two tiles (rule 23.7); then the display."""
    if terms.special is Special.NO_STARTERS:
        market = stacked(tiles_in_play(terms, seat_count), DISPLAY_SIZE, chance)
        dealt, stack = market.stack[: 2 * seat_count], market.stack[2 * seat_count :]
        boards = tuple(two_tiles(dealt[2 * at], dealt[2 * at + 1]) for at in range(seat_count))
        return boards, refill(market._replace(stack=stack), chance).market
    starters = sample(chance, STARTERS, seat_count)
    size = SMALL_DISPLAY_SIZE if terms.special is Special.THREE_PAIRS else DISPLAY_SIZE
    market = refill(stacked(tiles_in_play(terms, seat_count), size, chance), chance).market
    return tuple(board_of(starter) for starter in starters), market


def tiles_in_play(terms: Terms, seat_count: int) -> int:
    """As many as let each seat have all its turns and leave one unseen, if one plays alone."""
    fewer_in_display = terms.special is Special.THREE_PAIRS
    fewer_turns_alone = terms.special is Special.NO_STARTERS and seat_count == 1
    return TILES_IN_PLAY[seat_count] - fewer_in_display - 2 * fewer_turns_alone


def stacked(in_play: int, display_size: int, chance: Chance) -> Market:
    """The tiles in play, shuffled, and a display that is empty yet (rules 2.1 and 2.5)."""
    tiles = shuffle(chance, TILES)
    return Market(
        tiles=(None,) * display_size,
        tokens=(None,) * display_size,
        stack=tiles[:in_play],
        box=tiles[in_play:],
        bag=(TOKENS_OF_A_SPECIES,) * len(SPECIES),
        nature=NATURE_TOKENS,
    )


def board_of(starter: tuple[Tile, Tile, Tile]) -> Board:
    """An environment that begins with this starter (rule 2.2)."""
    return lay([(cell, tile, 0) for cell, tile in zip(starter_cells(0, ORIGIN), starter, strict=True)])


def two_tiles(west: Tile, east: Tile) -> Board:
    """An environment that begins with two tiles side by side (rule 23.7)."""
    return lay([(ORIGIN, west, 0), (hex_at(1, 0), east, 0)])


def hidden_cards(options: Options, terms: Terms, chance: Chance, owners: int) -> tuple[Species | None, ...]:
    """The species whose card each seat gets into its hand: of those left to luck (rule 23.10)."""
    if terms.special is not Special.HIDDEN_CARDS or not terms.cards:
        return ()
    unnamed = [species for species in SPECIES if options[SPECIES_NAME[species]] == RANDOM]
    dealt = sample(chance, unnamed, min(owners, len(unnamed)))
    return (*dealt, *(None,) * (owners - len(dealt)))
