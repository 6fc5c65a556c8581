"""Moves as short English sentences."""

from typing import Final

from nurselog.games.forage.components import TITLE, Cards, titles
from nurselog.games.forage.layout import CELL_NAME, STACK, Cell, Kind
from nurselog.games.forage.moves import (
    EndTurn,
    Give,
    GivePartner,
    Move,
    MoveToken,
    PlayJoker,
    PlaySet,
    Reveal,
    Swap,
    Take,
)
from nurselog.games.forage.plays import owner_of
from nurselog.games.forage.sets import Worth, points_of
from nurselog.games.forage.state import Stage, State, is_face_up, layout_of
from nurselog.rules.api import Seat

TOKENS: Final = ("first", "second")


def label(state: State, seat: Seat, move: Move) -> str:  # noqa: C901, PLR0911 - one case per kind
    """What a legal move does."""
    match move:
        case MoveToken(token, cell):
            return f"Move {token_of(state, seat, token)} to {place(state, cell)}"
        case Swap(token, card):
            cell = state.tokens[seat][token].cell
            return f"Swap your {TITLE[card]} for {target(state, cell)}{by(state, seat, token)}"
        case Give(token, cards):
            cell = state.tokens[seat][token].cell
            return f"Give {titles(cards)} to the cache at {CELL_NAME[cell]}{by(state, seat, token)}"
        case GivePartner(cards):
            return f"Give your partner {titles(cards)}"
        case Take(cards):
            return f"Take {titles(cards)}"
        case Reveal(cards):
            return revealing(state, cards)
        case PlayJoker(joker, card):
            return f"Discard {TITLE[joker]} and take the {TITLE[card]} of seat {owner_of(state, card)}"
        case PlaySet(cards, home):
            back = "" if home is None else f", back to {CELL_NAME[home]}"
            return f"Play a {Worth(points_of(cards)).title}: {titles(cards)}{back}"
        case EndTurn():
            return "End your turn"


def token_of(state: State, seat: Seat, token: int) -> str:
    """`your token`, or which of two."""
    return "your token" if len(state.tokens[seat]) == 1 else f"your {TOKENS[token]} token"


def by(state: State, seat: Seat, token: int) -> str:
    """Which of two tokens does it."""
    return "" if len(state.tokens[seat]) == 1 else f", {TOKENS[token]} token"


def target(state: State, cell: Cell) -> str:
    """What is swapped there."""
    at_centre = layout_of(state).kinds[cell] is STACK
    return f"the top card of {place(state, cell)}" if at_centre else place(state, cell)


def place(state: State, cell: Cell) -> str:
    """`the 7 of Hearts at r2c3`, `the cache of 3 at r1c4`, `the centre at r3c4`."""
    name = CELL_NAME[cell]
    match layout_of(state).kinds[cell]:
        case Kind.CACHE:
            return f"the cache of {len(state.ground[cell])} at {name}"
        case Kind.STACK:
            return f"the centre at {name}" if state.ground[cell] else f"the empty centre at {name}"
        case Kind.SINGLE if is_face_up(state, cell):
            return f"the {TITLE[state.ground[cell][0]]} at {name}"
        case Kind.SINGLE:
            return f"the hidden card at {name}"


def revealing(state: State, cards: Cards) -> str:
    """Whose cards will lie open."""
    assert state.trade is not None
    if state.trade.stage is Stage.PARTNER_REVEAL:
        return f"Your partner lays open {titles(cards)}"
    return f"Lay open {titles(cards)}"
