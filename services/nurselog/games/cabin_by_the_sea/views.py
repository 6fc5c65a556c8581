"""What the player and the spectators may know of a state (chapter 8), built from nothing else.

Stacks stay the same from move to move, so their messages are made once and kept; a view copies them.
"""

from functools import lru_cache

from nurselog.api.games.cabin_by_the_sea.v1 import cabin_by_the_sea_pb2 as pb
from nurselog.games.cabin_by_the_sea.scoring import cost
from nurselog.games.cabin_by_the_sea.state import State, is_over
from nurselog.games.cabin_by_the_sea.wire import event_to_proto
from nurselog.rules.api import Audience
from nurselog.rules.cards import NAME, Card, Cards, names


def view(state: State, audience: Audience) -> pb.View:  # noqa: ARG001 - all see the same
    """The table as everybody sees it."""
    return pb.View(
        phase=phase(state),
        stacks=[stack_view(stack) for stack in state.stacks],
        stack_limit=state.stack_limit,
        sea_card=name_of(state.revealed),
        chosen_card=name_of(state.chosen),
        sea_size=len(state.sea),
        supply_size=len(state.supply),
        beach=names(state.beach),
        tide_size=len(state.tide),
        tide=() if state.tide_face_down else names(state.tide),
        tide_face_down=state.tide_face_down,
        lost=names(state.lost),
        lost_points=cost(state.lost),
        last_events=[event_to_proto(one) for one in state.last],
    )


def phase(state: State) -> "pb.Phase.ValueType":
    """What is being decided."""
    if state.chosen is not None:
        return pb.PHASE_PLACE
    return pb.PHASE_OVER if is_over(state) else pb.PHASE_CHOOSE


def name_of(card: Card | None) -> str:
    """A card's name; empty for none."""
    return "" if card is None else NAME[card]


@lru_cache(maxsize=4096)
def stack_view(cards: Cards) -> pb.Stack:
    """A stack as a message, not to be changed."""
    return pb.Stack(cards=names(cards))
