"""What an audience may know of a state (chapter 10), built from nothing else.

Parts that stay the same from move to move are made once and kept; a view copies them.
"""

from functools import lru_cache
from typing import Final

from nurselog.api.games.forest_sky.v1 import forest_sky_pb2 as pb
from nurselog.games.forest_sky.components import (
    FOREST_NAME,
    FORESTS,
    NAME,
    SPOT_NAME,
    SPOTS_OF,
    Cards,
    Forest,
    names,
)
from nurselog.games.forest_sky.state import State, is_over, must_give
from nurselog.games.forest_sky.wire import event_to_proto
from nurselog.rules.api import Audience

NOBODY: Final = -1


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    over = is_over(state)
    shown = pb.View()
    shown.CopyFrom(table_view(state))
    shown.hands.extend(
        [hand(seat, cards, visible=over or seat == audience) for seat, cards in enumerate(state.hands)]
    )
    return shown


@lru_cache(maxsize=16)
def table_view(state: State) -> pb.View:
    """What everybody sees alike, not to be changed: all audiences are shown the same state in turn."""
    return pb.View(
        phase=phase(state),
        active_seat=NOBODY if is_over(state) else state.active,
        forests=[forest_view(forest, state.forests[forest], locks(state, forest)) for forest in FORESTS],
        deck_size=len(state.deck),
        discard_size=len(state.discard),
        discard_top=NAME[state.discard[-1]] if state.discard else "",
        lock_count=len(state.locked),
        idle_turns=state.idle_turns,
        idle_limit=state.idle_limit,
        last_event=event_to_proto(state.last) if state.last else None,
    )


def phase(state: State) -> "pb.Phase.ValueType":
    """What is being decided."""
    if is_over(state):
        return pb.PHASE_OVER
    return pb.PHASE_PLACE if must_give(state) else pb.PHASE_TURN


def hand(seat: int, cards: Cards, *, visible: bool) -> pb.Hand:
    """A hand: its cards where the audience may see them, else their number (rules 10.1 and 7.3)."""
    return hand_view(seat, len(cards), cards if visible else ())


@lru_cache(maxsize=4096)
def hand_view(seat: int, count: int, cards: Cards) -> pb.Hand:
    """A hand as a message, not to be changed."""
    return pb.Hand(seat=seat, count=count, cards=names(cards))


def locks(state: State, forest: Forest) -> tuple[bool, ...]:
    """For each spot of a forest whether its card is locked."""
    return tuple([spot in state.locked for spot in SPOTS_OF[forest]])


@lru_cache(maxsize=4096)
def forest_view(forest: Forest, cards: Cards, locked: tuple[bool, ...]) -> pb.Forest:
    """A forest as a message, not to be changed."""
    names_or_empty = (*names(cards), "", "", "")
    spots = zip(SPOTS_OF[forest], names_or_empty, locked, strict=False)
    return pb.Forest(
        name=FOREST_NAME[forest],
        spots=[pb.Spot(name=SPOT_NAME[spot], card=card, locked=locked) for spot, card, locked in spots],
    )
