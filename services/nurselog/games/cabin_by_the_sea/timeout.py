"""What is played for a player who is absent or out of time (rule 6.5): careful building, no peeking."""

from typing import Final

from nurselog.games.cabin_by_the_sea.components import Pile
from nurselog.games.cabin_by_the_sea.legal import legal_choices, legal_places
from nurselog.games.cabin_by_the_sea.moves import Move, Place, Use
from nurselog.games.cabin_by_the_sea.play import lies_face_down, take_top
from nurselog.games.cabin_by_the_sea.scoring import COST_OF
from nurselog.games.cabin_by_the_sea.state import State, can_open, stacks_for
from nurselog.rules.api import Seat
from nurselog.rules.cards import ACE, KING, RANK, Card

LOWEST: Final = 2
NEW_STACK: Final = KING
"""What opening a stack wastes: more than any place on a stack."""


def timeout_move(state: State, seat: Seat) -> Move:  # noqa: ARG001 - one player
    """Builds where the fewest ranks are skipped."""
    if state.chosen is not None:
        return best_place(state, state.chosen)
    return best_choice(state)


def best_place(state: State, card: Card) -> Place:
    """The place that wastes least; the first of level ones."""
    return min(legal_places(state, card), key=lambda place: waste_at(state, card, place.stack))


def waste_at(state: State, card: Card, stack: int | None) -> int:
    """The ranks that no card can fill any more; a new stack is the last resort."""
    return NEW_STACK if stack is None else waste(card, state.stacks[stack][-1])


def waste(card: Card, top: Card) -> int:
    """The ranks skipped between a card and the top below it; an ace starts anew, so it is best on a king."""
    if RANK[card] == ACE:
        return KING - RANK[top]
    floor = LOWEST if RANK[top] == ACE else RANK[top] + 1
    return RANK[card] - floor


def best_choice(state: State) -> Use:
    """The pile whose top card is best to use; the first of level ones. Nothing is ever stockpiled."""
    uses = [move for move in legal_choices(state) if isinstance(move, Use)]
    return min(uses, key=lambda move: rank_of(state, move.pile))


def rank_of(state: State, pile: Pile) -> tuple[int, int]:
    """What goes on a stack, by waste; what opens one; the unseen; what is lost, by its cost."""
    if lies_face_down(state, pile):
        return 2, 0
    card, _ = take_top(state, pile)
    wastes = [waste(card, state.stacks[index][-1]) for index in stacks_for(state, card)]
    if wastes:
        return 0, min(wastes)
    return (1, 0) if can_open(state) else (3, COST_OF[card])
