"""What is played for a seat that is absent or out of time (rule 9.4)."""

from nurselog.games.alaska.legal import legal_moves, within_reach
from nurselog.games.alaska.moves import Cast, EndTurn, Move, Pass, PlayAngler, PlayEagle
from nurselog.games.alaska.state import State
from nurselog.rules.api import Seat


def timeout_move(state: State, seat: Seat) -> Move:
    """Ends the turn when it may; else catches, else gives cards away at the least cost; answers no catch."""
    return min(legal_moves(state, seat), key=lambda move: cost(state, move))


def cost(state: State, move: Move) -> int:
    """How little a move suits a seat that is not there; of level ones the first is played."""
    match move:
        case EndTurn() | Pass():
            return 0
        case Cast(cards):
            return 1 if within_reach(state, cards) else 4 + hooks(state, cards)
        case PlayEagle():
            return 2
        case PlayAngler():
            return 3
        case _:
            return 9


def hooks(state: State, cards: tuple[int, ...]) -> int:
    """1 if the cast would hook an angler."""
    value = sum(card + 1 for card in cards)
    return int(value <= len(state.anglers) and state.anglers[value - 1] is not None)
