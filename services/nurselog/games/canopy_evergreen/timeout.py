"""What is played for a seat that is absent or out of time (chapter 16)."""

from nurselog.games.canopy_evergreen.legal import legal_moves
from nurselog.games.canopy_evergreen.moves import Attract, Grow, Move, Refresh, Say, Use, Word
from nurselog.games.canopy_evergreen.state import Phase, State, asked
from nurselog.rules.api import Seat

_LIKED = (Word.LOOK, Word.KEEP, Word.DRAW, Word.END, Word.SUN)


def timeout_move(state: State, seat: Seat) -> Move:
    """Keeps the first pile, uses every card, no ability; declines the Bee and the Raven (rule 16.1)."""
    return min(legal_moves(state, seat), key=lambda move: cost(state, seat, move))


def cost(state: State, seat: Seat, move: Move) -> int:
    """How little a move suits a seat that is not there; of level ones the first is played."""
    match move:
        case Say(word):
            return cost_of_word(state, word)
        case Grow(space):
            return 1 - state.forests[seat].heights[space]
        case Use() | Refresh() | Attract():
            return 90
        case _:
            return 20


def cost_of_word(state: State, word: Word) -> int:
    """What is liked first; a `no` where giving nothing away is asked, never instead of a tree."""
    if word in _LIKED:
        return 0
    declines = asked(state)[1] in (Phase.BEE, Phase.RAVEN)
    return 5 if word is Word.NO and declines else 50
