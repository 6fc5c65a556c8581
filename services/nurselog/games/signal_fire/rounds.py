"""From trick to trick, from round to round, and to the end (rule 6.5, chapters 9 and 10)."""

from typing import Final

from nurselog.games.signal_fire.components import CLOCKWISE_FROM, TRICKS
from nurselog.games.signal_fire.events import Ended, News, RoundScored
from nurselog.games.signal_fire.scoring import round_points, totals
from nurselog.games.signal_fire.setup import deal, dealt
from nurselog.games.signal_fire.state import Phase, State
from nurselog.rules.api import Chance, Event, Seat, Step

Events = tuple[Event[News], ...]

MOST_ROUNDS: Final = 40


def step(state: State, events: Events, *, undoable: bool = False) -> Step[State, News]:
    """The state with what happened by the last move, and the same as events."""
    last = tuple([event.public for event in events])
    return Step(State(*state[:-1], last), events, undoable)  # `last` is its last field


def begin_trick(state: State, leader: Seat) -> State:
    """The leader plays first, then clockwise (rule 5.1)."""
    return state._replace(
        phase=Phase.PLAY, leader=leader, asked=CLOCKWISE_FROM[leader], trick=(), winner=None, sides=()
    )


def finish_trick(state: State, events: Events, chance: Chance, *, undoable: bool) -> Step[State, News]:
    """The winner leads the next trick; after the ninth the round is over."""
    assert state.winner is not None
    finished = state._replace(
        spent=(*state.spent, *[laid.card for laid in state.last_trick]),
        last_trick=state.trick,
        tricks_done=state.tricks_done + 1,
    )
    following = begin_trick(finished, state.winner)
    if following.tricks_done < TRICKS:
        return step(following, events, undoable=undoable)
    return finish_round(following, events, chance)


def finish_round(state: State, events: Events, chance: Chance) -> Step[State, News]:
    """The round is scored; then the play is over, or all cards are dealt anew (rules 2.5, 10.1 to 10.4)."""
    state = state._replace(phase=Phase.OVER, asked=(), history=(*state.history, state.fires))
    events = (*events, Event(round_scored(state)))
    if is_final(state):
        return step(state, (*events, Event(Ended(totals(state.history)))))
    state = deal(state, chance)
    return step(state, (*events, dealt(state)))


def round_scored(state: State) -> RoundScored:
    """What the last round gave."""
    return RoundScored(len(state.history), round_points(state.history[-1]), totals(state.history))


def is_final(state: State) -> bool:
    """Whether no round follows the last one."""
    played = len(state.history)
    return played in (state.round_limit, MOST_ROUNDS) or target_decides(state)


def target_decides(state: State) -> bool:
    """Whether the target ends the play, is reached, and one team is ahead (rules 10.1 and 10.2)."""
    first, second = totals(state.history)
    return not state.round_limit and max(first, second) >= state.target and first != second
