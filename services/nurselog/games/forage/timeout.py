"""What is played for a seat that is absent or out of time (rule 4.5)."""

from nurselog.games.forage.components import ACTIONS
from nurselog.games.forage.menu import choices_in_trade, sets
from nurselog.games.forage.moves import END_TURN, Move, PlaySet
from nurselog.games.forage.sets import points_of
from nurselog.games.forage.state import State, cards_of
from nurselog.rules.api import Seat


def timeout_move(state: State, seat: Seat) -> Move:
    """Plays the best set if there is one, else ends the turn; finishes an exchange with the first choice."""
    if state.trade is not None:
        return choices_in_trade(state, state.trade)[0]
    best = best_set(state, seat) if state.actions[seat] == ACTIONS else None
    return END_TURN if best is None else best


def best_set(state: State, seat: Seat) -> PlaySet | None:
    """The set with most points, the first of these."""
    found = sets(state, seat, cards_of(state.hands[seat]))
    return max(found, key=lambda move: points_of(move.cards), default=None)
