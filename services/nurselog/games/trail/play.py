"""What a legal move does: the kinds of moves, each by its chapter."""

from nurselog.games.trail.draft import pick, take_ace
from nurselog.games.trail.events import News
from nurselog.games.trail.moves import Attempt, Move, Pay, Pick, Recover, TakeAce, TurnBack
from nurselog.games.trail.state import State
from nurselog.games.trail.trek import attempt, pay_for_target, recover, turn_back
from nurselog.rules.api import Chance, Seat, Step


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, News]:  # noqa: ARG001 - luck ends with the deal
    """The state after a legal move."""
    match move:
        case Pick(card):
            return pick(state, seat, card)
        case Attempt(spot, pay):
            return attempt(state, seat, spot, pay)
        case Pay(cards):
            return pay_for_target(state, seat, cards)
        case Recover(card):
            return recover(state, seat, card)
        case TakeAce(card):
            return take_ace(state, seat, card)
        case TurnBack():
            return turn_back(state, seat)
