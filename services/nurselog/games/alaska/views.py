"""What an audience may know of a state (chapter 12), built from nothing else."""

from functools import lru_cache
from typing import Final

from nurselog.api.games.alaska.v1 import alaska_pb2 as pb
from nurselog.games.alaska.components import NAME, Cards, names
from nurselog.games.alaska.state import ALL_SEATS, State, answering
from nurselog.games.alaska.wire.events import event_to_proto
from nurselog.rules.api import Audience, Seat

NONE: Final = -1


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    owners = ALL_SEATS[: len(state.hands)]
    return pb.View(
        phase=phase(state),
        active_seat=NONE if state.over else state.active,
        players=[player(state, seat, visible=seat == audience or state.over) for seat in owners],
        salmon=state.salmon,
        anglers=["" if angler is None else NAME[angler] for angler in state.anglers],
        salmon_to_place=state.to_place,
        flows_to_run=state.to_flow,
        pile_size=len(state.pile),
        discard=names(state.discard),
        turns_left=NONE if state.turns_left is None else state.turns_left,
        answered_seats=answered(state),
        own_bear_used=own_answer(state, audience),
        last_events=[event_to_proto(event) for event in state.last],
    )


def phase(state: State) -> "pb.Phase.ValueType":
    """What is being decided."""
    if state.over:
        return pb.PHASE_OVER
    if state.catch is not None:
        return pb.PHASE_BEAR_WINDOW
    return pb.PHASE_PLACE_SALMON if state.to_place else pb.PHASE_MAIN


def player(state: State, seat: Seat, *, visible: bool) -> pb.Player:
    """A seat: its hand where the audience may see it (rule 12.1), its salmon."""
    hand = state.hands[seat]
    return player_view(seat, len(hand), hand if visible else (), state.tallies[seat].kept)


@lru_cache(maxsize=4096)
def player_view(seat: Seat, hand_size: int, hand: Cards, salmon: int) -> pb.Player:
    """A seat as a message, not to be changed."""
    return pb.Player(seat=seat, hand_size=hand_size, hand=names(hand), salmon=salmon)


def answered(state: State) -> list[int]:
    """The seats that have answered the catch (rule 8.4)."""
    if state.catch is None:
        return []
    return [
        (state.active + 1 + index) % len(state.hands)
        for index, answer in enumerate(state.catch.answers)
        if answer is not None
    ]


def own_answer(state: State, audience: Audience) -> bool:
    """Whether the audience itself said that it uses its bear."""
    if state.catch is None or audience < 0 or audience == state.active:
        return False
    return state.catch.answers[answering(state, ALL_SEATS[audience])] is True
