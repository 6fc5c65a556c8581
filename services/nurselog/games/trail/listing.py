"""What a seat may do now: all that `legal` does not reject, listed in the order of the rules."""

from itertools import repeat

from nurselog.games.trail.moves import BLAZE, PICK, RECOVER, TAKE_ACE, TURN_BACK, Attempt, Move, Pay
from nurselog.games.trail.payments import payments
from nurselog.games.trail.state import PACKING, PAYING, RECOVERING, TREKKING, State, deciding, reachable
from nurselog.rules.api import Seat


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the seat."""
    if seat not in deciding(state):
        return ()
    if state.phase is PACKING:
        return tuple([PICK[card] for card in state.hands[seat]])
    if state.phase is TREKKING:
        return legal_turn(state, seat)
    if state.phase is PAYING:
        return legal_payments(state, seat)
    if state.phase is RECOVERING:
        return tuple([RECOVER[card] for card in sorted(state.pool)])
    return tuple([TAKE_ACE[card] for card in state.aces])


def legal_turn(state: State, seat: Seat) -> tuple[Move, ...]:
    """Turning back; then each card ahead, one that lies face up with every payment there is."""
    pack = state.packs[seat]
    moves: list[Move] = [TURN_BACK]
    for spot in reachable(state, seat) if pack else ():
        if state.open_spots[spot]:
            moves += map(Attempt, repeat(spot), payments(pack, state.trail[spot]))
        else:
            moves.append(BLAZE[spot])
    return tuple(moves)


def legal_payments(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every payment for the card just turned up."""
    assert state.target is not None
    return tuple(map(Pay, payments(state.packs[seat], state.trail[state.target])))
