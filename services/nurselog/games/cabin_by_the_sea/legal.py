"""What the player may do now: `reject` is the truth, `legal_moves` lists what it accepts."""

from typing import Final

from nurselog.games.cabin_by_the_sea.components import FITS, Pile
from nurselog.games.cabin_by_the_sea.moves import (
    PLACE,
    PLACE_NEW,
    STOCKPILE,
    USE_BEACH,
    USE_SEA,
    USE_SUPPLY,
    USE_TIDE,
    Move,
    Place,
    Stockpile,
    Use,
)
from nurselog.games.cabin_by_the_sea.state import PLAYER, State, can_open, is_over, stacks_for
from nurselog.rules.api import Rejection, Seat
from nurselog.rules.cards import SUIT, Card

PLAY_OVER: Final = Rejection("play_over", "6.1", "The play is over.")
NOT_YOUR_TURN: Final = Rejection("not_your_turn", "1.1", "There is one player only.")
CHOOSE_FIRST: Final = Rejection("choose_first", "3.5", "A card is built only after it was chosen.")
PLACE_FIRST: Final = Rejection("place_first", "3.5", "Build with the chosen card first.")
SEA_EMPTY: Final = Rejection("sea_empty", "5.1", "The sea is used up.")
TIDE_CLOSED: Final = Rejection("tide_closed", "5.3", "The tide is not used while there are cards in the sea.")
SUPPLY_EMPTY: Final = Rejection("supply_empty", "3.4", "The supply is empty.")
BEACH_EMPTY: Final = Rejection("beach_empty", "3.4", "The beach is empty.")
TIDE_EMPTY: Final = Rejection("tide_empty", "3.4", "The tide is empty.")
STACKS_FULL: Final = Rejection("stacks_full", "4.1", "There may be no more stacks.")
NO_SUCH_STACK: Final = Rejection("no_such_stack", "4.2", "There is no such stack.")
WRONG_SUIT: Final = Rejection("wrong_suit", "4.2", "That stack is of another suit.")
NOT_HIGHER: Final = Rejection("not_higher", "4.3", "The card is not higher than the top of that stack.")
NO_STOCKPILING: Final = Rejection("no_stockpiling", "7.3", "This table plays without stockpiling.")


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why the player may not do this now, if so."""
    if seat != PLAYER:
        return NOT_YOUR_TURN
    if is_over(state):
        return PLAY_OVER
    match move:
        case Place(stack):
            return reject_place(state, stack)
        case _ if state.chosen is not None:
            return PLACE_FIRST
        case Use(pile):
            return reject_use(state, pile)
        case Stockpile():
            return reject_stockpile(state)


def reject_use(state: State, pile: Pile) -> Rejection | None:
    """Rules 3.2 to 3.4 and chapter 5."""
    match pile:
        case Pile.SEA:
            return SEA_EMPTY if state.revealed is None else None
        case Pile.SUPPLY:
            return None if state.supply else SUPPLY_EMPTY
        case Pile.BEACH:
            return None if state.beach else BEACH_EMPTY
        case Pile.TIDE if state.revealed is not None:
            return TIDE_CLOSED
        case Pile.TIDE:
            return None if state.tide else TIDE_EMPTY


def reject_stockpile(state: State) -> Rejection | None:
    """Rule 7.3."""
    if not state.stockpiling:
        return NO_STOCKPILING
    return SEA_EMPTY if state.revealed is None else None


def reject_place(state: State, stack: int | None) -> Rejection | None:
    """Chapter 4."""
    if state.chosen is None:
        return CHOOSE_FIRST
    if stack is None:
        return None if can_open(state) else STACKS_FULL
    return reject_stack(state, state.chosen, stack)


def reject_stack(state: State, card: Card, stack: int) -> Rejection | None:
    """Rules 4.2 to 4.4."""
    if not 0 <= stack < len(state.stacks):
        return NO_SUCH_STACK
    top = state.stacks[stack][-1]
    if FITS[card][top]:
        return None
    return WRONG_SUIT if SUIT[card] is not SUIT[top] else NOT_HIGHER


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the player, in the order of the rules."""
    if seat != PLAYER:
        return ()
    if state.chosen is not None:
        return legal_places(state, state.chosen)
    return legal_choices(state)


def legal_choices(state: State) -> tuple[Move, ...]:
    """Sea, supply, beach, stockpiling; once the sea is used up supply, beach, tide."""
    at_sea = state.revealed is not None
    moves: list[Move] = []
    if at_sea:
        moves.append(USE_SEA)
    if state.supply:
        moves.append(USE_SUPPLY)
    if state.beach:
        moves.append(USE_BEACH)
    if state.tide and not at_sea:
        moves.append(USE_TIDE)
    if at_sea and state.stockpiling:
        moves.append(STOCKPILE)
    return tuple(moves)


def legal_places(state: State, card: Card) -> tuple[Place, ...]:
    """The stacks by number, then a new one."""
    places = [PLACE[index] for index in stacks_for(state, card)]
    if can_open(state):
        places.append(PLACE_NEW)
    return tuple(places)
