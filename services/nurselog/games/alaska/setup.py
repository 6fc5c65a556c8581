"""Dealing (chapter 2)."""

from dataclasses import replace

from nurselog.games.alaska.components import HAND_SIZE, PILE
from nurselog.games.alaska.events import Dealt, News
from nurselog.games.alaska.state import State, Tally
from nurselog.games.alaska.turns import begin_turn
from nurselog.rules.api import Chance, Event, Options, Step, seats
from nurselog.rules.chance import shuffle
from nurselog.rules.options import seat_of


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:
    """Four cards for each seat, the rest is the pile (rules 2.1 to 2.3); then the first turn begins."""
    cards = shuffle(chance, PILE)
    hands = tuple(
        tuple(sorted(cards[seat * HAND_SIZE : (seat + 1) * HAND_SIZE])) for seat in range(seat_count)
    )
    dealt = State(
        active=seat_of(options, "first_player", seat_count, chance),
        hands=hands,
        pile=cards[seat_count * HAND_SIZE :],
        tallies=(Tally(),) * seat_count,
    )
    events = [dealing(dealt)]
    state = begin_turn(dealt, events)
    return Step(state._replace(last=tuple([event.public for event in events])), tuple(events))


def dealing(state: State) -> Event[News]:
    """What is learnt from the deal: everybody the sizes, each seat its hand."""
    public = Dealt(state.active, len(state.pile))
    private = tuple((seat, replace(public, hand=state.hands[seat])) for seat in seats(len(state.hands)))
    return Event(public, private)
