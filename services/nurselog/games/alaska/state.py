"""The whole truth of a play, secrets included, and the questions it answers at once."""

from typing import Final, NamedTuple

from nurselog.games.alaska.components import FLOW, NAME, SALMON, Card, Cards
from nurselog.games.alaska.events import News
from nurselog.rules.api import Decision, Seat, seats
from nurselog.rules.tuples import quick

ALL_SEATS: Final = seats(6)


@quick
class Tally(NamedTuple):
    """How a seat came to its salmon; `kept` is what lies before it."""

    kept: int = 0
    by_cast: int = 0
    by_eagle: int = 0
    to_bears: int = 0
    to_locals: int = 0


class Catch(NamedTuple):
    """A catch that other seats may answer with a bear (rule 8.4)."""

    answers: tuple[bool | None, ...]
    """For each other seat, clockwise from the left: whether it uses a bear; None while it has not said."""


@quick
class State(NamedTuple):
    """A position. Hands are sorted."""

    active: Seat
    hands: tuple[Cards, ...]
    pile: Cards
    """The top is the last."""
    salmon: tuple[bool, ...] = (False,) * 10
    """For each section whether it holds a salmon."""
    anglers: tuple[Card | None, ...] = (None,) * 10
    """For each river card the angler on it."""
    tallies: tuple[Tally, ...] = ()
    to_place: int = 0
    """Salmon of the active seat that lie open, to be placed (rule 4.1)."""
    to_flow: int = 0
    """Flows of the active seat that lie open (rule 5.1)."""
    catch: Catch | None = None
    discard: Cards = ()
    turns_left: int | None = None
    """Once the pile is used up: the turns to come, the running one included (rule 10.1)."""
    over: bool = False
    last: tuple[News, ...] = ()
    """What happened by the last move, as everybody learnt it."""


def seat_count(state: State) -> int:
    """The number of seats."""
    return len(state.hands)


def left_of(state: State, seat: Seat, steps: int = 1) -> Seat:
    """The seat so many steps clockwise (rule 3.1)."""
    return ALL_SEATS[(seat + steps) % len(state.hands)]


def answering(state: State, seat: Seat) -> int:
    """The index of a seat among those that answer a catch of the active one."""
    return (seat - state.active - 1) % len(state.hands)


PLACE: Final = tuple((Decision(seat, "place_salmon"),) for seat in ALL_SEATS)
MAIN: Final = tuple((Decision(seat, "main"),) for seat in ALL_SEATS)
WINDOW: Final = tuple(Decision(seat, "bear_window") for seat in ALL_SEATS)


def decisions(state: State) -> tuple[Decision, ...]:
    """What is to be decided: `place_salmon` by the left neighbour, `main`, `bear_window` by all others.

    In a bear window every other seat is asked at the same time, with or without a bear, so that nobody
    learns who holds one (rule 8.4).
    """
    if state.over:
        return ()
    if state.catch is not None:
        waiting = [
            ALL_SEATS[(state.active + 1 + index) % len(state.hands)]
            for index, answer in enumerate(state.catch.answers)
            if answer is None
        ]
        return tuple([WINDOW[seat] for seat in sorted(waiting)])
    if state.to_place:
        return PLACE[left_of(state, state.active)]
    return MAIN[state.active]


def every_card(state: State) -> tuple[str, ...]:
    """The names of all cards but the river's, wherever they lie, sorted."""
    kept = sum(tally.kept for tally in state.tallies)
    swimming = sum(state.salmon) + state.to_place + kept + (1 if state.catch else 0)
    lying = [card for pile in (*state.hands, state.pile, state.discard) for card in pile]
    lying += [angler for angler in state.anglers if angler is not None]
    lying += [SALMON] * swimming + [FLOW] * state.to_flow
    return tuple(sorted(NAME[card] for card in lying))
