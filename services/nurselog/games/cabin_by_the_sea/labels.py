"""Moves as short English sentences."""

from nurselog.games.cabin_by_the_sea.components import Pile
from nurselog.games.cabin_by_the_sea.moves import Move, Place, Stockpile, Use
from nurselog.games.cabin_by_the_sea.play import lies_face_down, take_top
from nurselog.games.cabin_by_the_sea.state import State
from nurselog.rules.api import Seat
from nurselog.rules.cards import TITLE, Card


def label(state: State, seat: Seat, move: Move) -> str:  # noqa: ARG001 - one player
    """What a legal move does."""
    match move:
        case Use(pile):
            return use_label(state, pile)
        case Place(stack):
            return place_label(state, stack)
        case Stockpile():
            return f"Put the {titled(state.revealed)} from the sea on the beach"


def use_label(state: State, pile: Pile) -> str:
    """Names the card, unless it is still unseen, and what becomes of the one from the sea."""
    if lies_face_down(state, pile):
        chosen = f"Use the unseen top card of the {pile.value}"
    else:
        chosen = f"Use the {TITLE[take_top(state, pile)[0]]} from the {pile.value}"
    if pile is Pile.SEA or state.revealed is None:
        return chosen
    return f"{chosen}; the {TITLE[state.revealed]} goes to the tide"


def place_label(state: State, stack: int | None) -> str:
    """Names the card and where it goes."""
    if stack is None:
        return f"Open a new stack with the {titled(state.chosen)}"
    return f"Put the {titled(state.chosen)} on the {TITLE[state.stacks[stack][-1]]}"


def titled(card: Card | None) -> str:
    """A card that is known to be there."""
    assert card is not None
    return TITLE[card]
