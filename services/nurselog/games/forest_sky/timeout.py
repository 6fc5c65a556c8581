"""What is played for a seat that is absent or out of time (rule 7.4)."""

from nurselog.games.forest_sky.components import SPOTS, Spot, forest_of
from nurselog.games.forest_sky.legal import legal_giving
from nurselog.games.forest_sky.moves import DRAW, LOCK, Discard, Move, Place
from nurselog.games.forest_sky.play import discard, place
from nurselog.games.forest_sky.scoring import best_appraisal
from nurselog.games.forest_sky.state import State, must_give
from nurselog.rules.api import Seat


def timeout_move(state: State, seat: Seat) -> Move:
    """Draws while there is a deck, then locks; gives the card away that its hand needs least."""
    if must_give(state):
        return best_giving(state, seat)
    return DRAW if state.deck else LOCK[best_lock(state, seat)]


def best_giving(state: State, seat: Seat) -> Place | Discard:
    """The legal move after which the hand scores most; the card that came last goes, where that is level."""
    newest = state.hands[seat][-1]
    return max(legal_giving(state), key=lambda move: (points_after(state, seat, move), move.card == newest))


def points_after(state: State, seat: Seat, move: Place | Discard) -> int:
    """What the hand would score after the move."""
    step = place(state, move.card, move.forest) if isinstance(move, Place) else discard(state, move.card)
    return best_appraisal(step.state.hands[seat], step.state.forests).total


def best_lock(state: State, seat: Seat) -> Spot:
    """The first unlocked spot, in the forest with which the hand scores most if it has one."""
    best = best_appraisal(state.hands[seat], state.forests).forest
    free = [spot for spot in SPOTS if spot not in state.locked]
    return min(free, key=lambda spot: (forest_of(spot) != best, spot))
