"""What ends an action: actions are counted, turns passed on, the play ended (chapters 4 and 10)."""

from functools import lru_cache

from nurselog.games.forage.components import ACTIONS
from nurselog.games.forage.events import Ended, News
from nurselog.games.forage.state import State, points_to_win, side_points, sides
from nurselog.rules.api import Event, Seat, Step
from nurselog.rules.tuples import with_at

Events = tuple[Event[News], ...]


def spend(
    state: State, seat: Seat, events: Events, *, actions: int = 1, undoable: bool = False
) -> Step[State, News]:
    """Takes actions from a seat; once its side has none left, the next side is at turn (rules 4.1, 4.2)."""
    left = with_at(state.actions, seat, state.actions[seat] - actions)
    if any(left):
        return Step(state._replace(actions=left, last=publicly(events)), events, undoable)
    return pass_on(state, events, undoable=undoable)


def pass_on(state: State, events: Events, *, undoable: bool) -> Step[State, News]:
    """The next side is at turn, unless that was the last turn (rule 10.3)."""
    turns = state.turns + (2 if state.teams else 1)
    if turns >= state.turn_limit:
        return end(state._replace(turns=turns), events)
    side = (state.side + 1) % sides(state)
    actions = fresh_actions(side, len(state.hands), state.teams)
    following = state._replace(side=side, actions=actions, turns=turns, last=publicly(events))
    return Step(following, events, undoable)


@lru_cache(maxsize=64)
def fresh_actions(side: int, seat_count: int, teams: bool) -> tuple[int, ...]:  # noqa: FBT001 - a key
    """How many actions each seat has at the beginning of a turn."""
    number = seat_count // 2 if teams else seat_count
    return tuple(ACTIONS if seat % number == side else 0 for seat in range(seat_count))


def has_won(state: State, seat: Seat) -> bool:
    """Whether the seat's points, or its team's, win (rules 10.1 and 11.12)."""
    return would_win(state, seat, 0)


def would_win(state: State, seat: Seat, points: int) -> bool:
    """Whether so many points more win."""
    return side_points(state, seat % sides(state)) + points >= points_to_win(state)


def reason(state: State) -> str:
    """Why the play ended."""
    best = max(side_points(state, side) for side in range(sides(state)))
    if best < points_to_win(state):
        return "turn_limit"
    return "eight_points" if state.teams else "four_points"


def end(state: State, events: Events) -> Step[State, News]:
    """Nobody has anything to decide any more."""
    events = (*events, Event(Ended(reason(state))))
    return Step(state._replace(actions=(0,) * len(state.hands), last=publicly(events)), events)


def publicly(events: Events) -> tuple[News, ...]:
    """What happened, as everybody saw it."""
    return tuple([event.public for event in events])
