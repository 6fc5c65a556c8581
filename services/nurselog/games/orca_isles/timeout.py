"""What is played for a seat that is absent or out of time (rule 9.6)."""

from nurselog.games.orca_isles.legal import legal_moves
from nurselog.games.orca_isles.moves import Move, Send
from nurselog.games.orca_isles.sets import best_at
from nurselog.games.orca_isles.state import State
from nurselog.rules.api import Seat


def timeout_move(state: State, seat: Seat) -> Move:
    """Gathers the first card, else draws, else hunts; with the cards that make the best set."""
    moves = legal_moves(state, seat)
    if state.hunting is None:
        return moves[0]
    isle = state.isles[state.hunting]
    assert isle is not None
    hunts = [move for move in moves if isinstance(move, Send)]
    return max(hunts, key=lambda move: (best_at(isle, move.cards).key, -len(move.cards)))
