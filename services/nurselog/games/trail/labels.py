"""Moves as short English sentences."""

from collections.abc import Iterable

from nurselog.games.trail.components import PLACES, SPOT_TITLE
from nurselog.games.trail.moves import Attempt, Move, Pay, Pick, Recover, TakeAce, TurnBack
from nurselog.games.trail.state import State
from nurselog.rules.api import Seat
from nurselog.rules.cards import TITLE, Card


def label(state: State, seat: Seat, move: Move) -> str:  # noqa: ARG001 - the seat is known by the move
    """What a legal move does."""
    match move:
        case Pick(card):
            return f"Pack the {TITLE[card]}"
        case TakeAce(card) | Recover(card):
            return f"Take the {TITLE[card]} into your pack"
        case TurnBack():
            return "Turn back"
        case Attempt():
            return attempting(state, move)
        case Pay(cards):
            return f"Pay {listed(cards)}"


def attempting(state: State, attempt: Attempt) -> str:
    """`Trek past the 9 of Clubs in row 5, column 3, paying 10 of Clubs`, or what is turned up."""
    where = SPOT_TITLE[attempt.spot]
    if attempt.pay:
        return f"Trek past the {TITLE[state.trail[attempt.spot]]} in {where}, paying {listed(attempt.pay)}"
    kind = "landmark" if PLACES[attempt.spot].is_landmark else "card"
    return f"Blaze the trail: turn up the {kind} in {where}"


def listed(cards: Iterable[Card]) -> str:
    """`2 of Hearts, 4 of Clubs and 7 of Spades`."""
    *most, last = [TITLE[card] for card in cards]
    return f"{', '.join(most)} and {last}" if most else last
