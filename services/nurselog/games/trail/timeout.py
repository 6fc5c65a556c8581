"""What is played for a seat that is absent or out of time (rule 6.6)."""

from collections.abc import Iterable

from nurselog.games.trail.components import LANDMARK, WORTH, is_ace
from nurselog.games.trail.listing import legal_moves, legal_turn
from nurselog.games.trail.moves import PICK, RECOVER, TURN_BACK, Attempt, Move, Pay
from nurselog.games.trail.payments import MOST, payments
from nurselog.games.trail.state import Phase, State
from nurselog.rules.api import Seat
from nurselog.rules.cards import Card, Cards


def timeout_move(state: State, seat: Seat) -> Move:
    """Packs and recovers what is worth most; treks on as long as it cannot lose its pack by it."""
    match state.phase:
        case Phase.PACK:
            return PICK[best(state.hands[seat])]
        case Phase.TREK:
            return safe_turn(state, seat)
        case Phase.PAY:
            assert state.target is not None
            return Pay(cheapest(payments(state.packs[seat], state.trail[state.target])))
        case Phase.RECOVER:
            return RECOVER[best(state.pool)]
        case _:
            return legal_moves(state, seat)[0]


def best(cards: Iterable[Card]) -> Card:
    """An ace, else the highest number; the first of level ones in the pack's order."""
    return min(cards, key=lambda card: (not is_ace(card), -WORTH[card], card))


def cheapest(ways: Iterable[Cards]) -> Cards:
    """The fewest cards, of these what is worth least, aces last."""
    return min(ways, key=price)


def price(cards: Cards) -> tuple[int, int, int]:
    """How hard it is to part with some cards."""
    return len(cards), sum(is_ace(card) for card in cards), sum(WORTH[card] for card in cards)


def safe_turn(state: State, seat: Seat) -> Move:
    """The best landmark for one or two cards, else a hidden card, else one for three; else it turns back."""
    moves = [move for move in legal_turn(state, seat) if isinstance(move, Attempt)]
    safe = [move for move in moves if move.pay or len(state.packs[seat]) >= MOST]

    def merit(move: Attempt) -> tuple[bool, bool, int, tuple[int, int, int]]:
        paid = bool(move.pay)
        return len(move.pay) == MOST, not paid, -LANDMARK[state.trail[move.spot]] * paid, price(move.pay)

    return min(safe, key=merit, default=TURN_BACK)
