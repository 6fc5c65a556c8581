"""Why a move is refused: a code, the number of the rule, a sentence."""

from typing import Final

from nurselog.games.canopy_evergreen.components import COST
from nurselog.games.canopy_evergreen.moves import (
    DRAW,
    KEEP,
    PASS,
    Add,
    Attract,
    Choose,
    Grow,
    Lose,
    LoseWildlife,
    Move,
    Refresh,
    Say,
    Use,
)
from nurselog.games.canopy_evergreen.state import Phase, State
from nurselog.rules.api import Rejection

WRONG_SEAT: Final = Rejection("not_your_decision", "3.6", "Another seat is to decide.")
PLAY_OVER: Final = Rejection("play_over", "11.1", "The play is over.")
TOO_DEAR: Final = Rejection("too_dear", "3.2", "You have not enough food for this wildlife.")
NOT_ON_MAT: Final = Rejection("not_on_mat", "3.2", "This wildlife does not lie on the mat.")
ONLY_AT_START: Final = Rejection("only_at_start", "3.2", "Wildlife come at the start of a turn only.")
MUST_KEEP: Final = Rejection("must_keep", "4.5", "There is no deck and no later pile: keep this one.")
MUST_DRAW: Final = Rejection("must_draw", "4.6", "After three passes the top card of the deck is drawn.")
NO_CARD_LEFT: Final = Rejection("no_card_left", "4.6", "The Season deck is empty.")
NOT_WAITING: Final = Rejection("not_waiting", "5.3", "This card does not wait for you.")
NO_SUCH_SEED: Final = Rejection("not_drawn", "9.2", "This card is not among those drawn.")
NOT_CALLED: Final = Rejection("not_called", "8.10", "This card has another name, or was not drawn.")
ROOT_FIRST: Final = Rejection("root_first", "2.3", "First choose the space of your first Root.")
NO_PLACE: Final = Rejection("no_place", "6.1", "This tree card cannot be used there.")
NOT_THREATENED: Final = Rejection("not_threatened", "7.1", "No threat demands this card, or you have none.")
DEMANDED: Final = Rejection("discard_first", "7.1", "A threat demands a card of you first.")
FIRE_TAKES_PLANTS: Final = Rejection(
    "no_plant", "9.4", "The fire takes plants you have, never Huckleberries."
)
ILLNESS: Final = Rejection("no_such_wildlife", "9.5", "The disease takes a wildlife of your forest.")
ABILITY_CLOSED: Final = Rejection(
    "ability_closed", "8.1", "You cannot use this ability now, or not on this target."
)
PILE_CLOSED: Final = Rejection("pile_closed", "8.5", "This pile cannot be chosen.")
NO_TOKEN: Final = Rejection("no_token", "13.2", "You have no such token to use now.")
NO_MIGRATION: Final = Rejection("no_migration", "14.2", "There is no migration for you now.")
OTHER_QUESTION: Final = Rejection("other_question", "3.6", "Something else is to be decided now.")


_THREATS: Final = (Phase.HEAT, Phase.WILDFIRE, Phase.DISEASE)
_NOT_TO_ADD: Final = {Phase.SEEDS: NO_SUCH_SEED, Phase.ELK: NOT_CALLED}
_NOT_TO_LOSE: Final = {Phase.WILDFIRE: FIRE_TAKES_PLANTS, Phase.DISEASE: ILLNESS}


def refusal(state: State, phase: Phase, move: Move) -> Rejection:
    """The reason against a move that is not in the list."""
    if phase in _THREATS and not isinstance(move, Lose | LoseWildlife | Use):
        return DEMANDED
    match move:
        case Attract():
            return refused_attraction(state, phase, move)
        case Add():
            return _NOT_TO_ADD.get(phase, NOT_WAITING)
        case Lose() | LoseWildlife():
            return _NOT_TO_LOSE.get(phase, NOT_THREATENED)
        case Say():
            return refused_word(state, phase, move)
        case _:
            return refused_target(phase, move)


def refused_target(phase: Phase, move: Grow | Use | Choose | Refresh) -> Rejection:
    """Why a target does not fit."""
    match move:
        case Use():
            return ABILITY_CLOSED
        case Refresh():
            return NO_TOKEN
        case Choose():
            return PILE_CLOSED
        case Grow():
            return NO_PLACE if phase is Phase.GROW else OTHER_QUESTION


def refused_attraction(state: State, phase: Phase, move: Attract) -> Rejection:
    """Why a wildlife does not come."""
    if phase is not Phase.START:
        return ONLY_AT_START
    dear = move.wild in state.market and COST[move.wild] > state.forests[state.active].food
    return TOO_DEAR if dear else NOT_ON_MAT


def refused_word(state: State, phase: Phase, move: Say) -> Rejection:
    """Why a plain answer does not fit."""
    if phase is Phase.ROOT:
        return ROOT_FIRST
    if move is PASS and phase is Phase.LOOK:
        return MUST_KEEP
    if phase is Phase.ALL_PASSED and state.deck and move not in (DRAW, KEEP):
        return MUST_DRAW
    if move is DRAW and not state.deck:
        return NO_CARD_LEFT
    if move.word.value in ("food", "market"):
        return NO_TOKEN
    return NO_MIGRATION if move.word.value == "migrate" else OTHER_QUESTION
