"""Moves as short English sentences."""

from nurselog.games.orca_isles.components import Isle
from nurselog.games.orca_isles.moves import Draw, Gather, Hunt, Move, Pass, Send, Trust
from nurselog.games.orca_isles.state import State
from nurselog.rules.api import Seat
from nurselog.rules.cards import TITLE, Card


def label(state: State, seat: Seat, move: Move) -> str:  # noqa: ARG001 - only one seat has legal moves
    """What a legal move does."""
    match move:
        case Gather(place):
            return f"Gather {titled(state.gather[place])}"
        case Draw():
            return "Gather the top card of the deck, unseen"
        case Hunt(isle):
            return f"Hunt at {isle_title(state, isle)}"
        case Send(cards):
            return f"Hunt with {' and '.join(titled(card) for card in cards)}"
        case Trust(isle):
            return f"Trust your instincts at {isle_title(state, isle)}: the top two cards of the deck"
        case Pass():
            return "Pass, for nothing can be done"


def isle_title(state: State, isle: Isle) -> str:
    """`isle 2, the 6 of Clubs`."""
    return f"isle {isle + 1}, {titled(state.isles[isle])}"


def titled(card: Card | None) -> str:
    """`the 6 of Clubs`, or `Joker 1`; the card is known to be there."""
    assert card is not None
    title = TITLE[card]
    return title if title.startswith("Joker") else f"the {title}"
