"""How rounds of the trek begin and end (chapter 6)."""

from nurselog.games.trail.components import ABOVE
from nurselog.games.trail.events import Ended, Events, News, TrekBegan, TurnedBack, for_all, seen_by_all
from nurselog.games.trail.state import OVER, RECOVERING, TREKKING, State, clockwise
from nurselog.rules.api import Seat, Step


def begin_round(state: State) -> tuple[State, TrekBegan]:
    """All that are still on the trail take turns, from the first-player token on (rule 4.2)."""
    order = tuple([seat for seat in clockwise(state.first, len(state.packs)) if not state.back[seat]])
    begun = state._replace(phase=TREKKING, order=order, at=0, round=state.round + 1)
    return begun, TrekBegan(begun.round, order)


def go_on(state: State, events: Events, *, undoable: bool = False) -> Step[State, News]:
    """The next seat's turn; after the last, trailblazers recover, and then the round ends (rule 6.1)."""
    if state.at + 1 < len(state.order):
        following = state._replace(phase=TREKKING, at=state.at + 1, target=None, last=seen_by_all(events))
        return Step(following, events, undoable)
    if state.blazers:
        following = state._replace(phase=RECOVERING, at=0, target=None, last=seen_by_all(events))
        return Step(following, events, undoable)
    return end_round(state, events)


def end_round(state: State, events: Events) -> Step[State, News]:
    """Who is at the end of the trail turns back; a round begins, or the play is over (rules 6.2 to 6.5)."""
    arrived = tuple([seat for seat in state.order if not state.back[seat] and has_arrived(state, seat)])
    back = tuple([gone or seat in arrived for seat, gone in enumerate(state.back)])
    events = (*events, *(for_all(TurnedBack(seat, len(state.packs[seat]))) for seat in arrived))
    ended = state._replace(
        back=back, blazers=(), target=None, pool=(), gone=state.gone + state.pool, order=(), at=0
    )
    if all(back):
        events = (*events, for_all(Ended(state.packs)))
        return Step(ended._replace(phase=OVER, last=seen_by_all(events)), events)
    begun, began = begin_round(ended._replace(first=next_first(ended)))
    events = (*events, for_all(began))
    return Step(begun._replace(last=seen_by_all(events)), events)


def has_arrived(state: State, seat: Seat) -> bool:
    """Whether a seat stands at the top or in a dead end (rule 6.2)."""
    trek = state.treks[seat]
    return bool(trek) and not ABOVE[trek[-1]]


def next_first(state: State) -> Seat:
    """The token goes clockwise to the next seat still on the trail (rule 6.4)."""
    others = clockwise(state.first, len(state.packs))
    return next(seat for seat in (*others[1:], others[0]) if not state.back[seat])
