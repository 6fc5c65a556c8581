"""What is played for a seat that is absent or out of time (rule 10.6)."""

from nurselog.games.signal_fire.components import TEAM, VALUE, Cell, fire_at
from nurselog.games.signal_fire.legal import cell_of, legal_moves
from nurselog.games.signal_fire.moves import CHOOSE, LIGHT_RIDGE, LIGHT_VALLEY, Bid, Light, Move, Play
from nurselog.games.signal_fire.state import Phase, State
from nurselog.rules.api import Seat


def timeout_move(state: State, seat: Seat) -> Move:
    """Keeps high cards, follows face up with low ones, lights where it is dark, and stays where it may."""
    match state.phase:
        case Phase.BID | Phase.PLAY:
            here = state.tokens[seat]
            return min(legal_moves(state, seat), key=lambda move: cost(move, here))
        case Phase.CHOOSE:
            return CHOOSE[seat]
        case Phase.LIGHT:
            return darker_edge(state, seat)
        case Phase.MOVE:
            return least_step(state, seat)
        case _:
            return legal_moves(state, seat)[0]


def cost(move: Move, here: Cell | None) -> tuple[bool, int, bool]:
    """Face up before face down, low before high, staying before going (with Quickflint)."""
    if isinstance(move, Play):
        return move.face_down, VALUE[move.card], move.to != here
    assert isinstance(move, Bid)
    return False, VALUE[move.card], False


def darker_edge(state: State, seat: Seat) -> Light:
    """Where the team has fewer fires; the ridge if both have as many."""
    fires, cell = state.fires[TEAM[seat]], cell_of(state, seat)
    return min(LIGHT_RIDGE, LIGHT_VALLEY, key=lambda light: fires[fire_at(light.edge, cell)])


def least_step(state: State, seat: Seat) -> Move:
    """Stays if that is allowed, else takes the first way."""
    ways = legal_moves(state, seat)
    here = cell_of(state, seat)
    return next((way for way in ways if getattr(way, "to", None) == here), ways[0])
