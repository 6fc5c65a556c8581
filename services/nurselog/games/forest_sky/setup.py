"""Dealing (chapter 2)."""

from dataclasses import replace

from nurselog.games.forest_sky.components import CARDS, HAND_SIZE, Cards
from nurselog.games.forest_sky.events import Dealt, News
from nurselog.games.forest_sky.state import State
from nurselog.rules.api import Chance, Event, Options, Step, seats
from nurselog.rules.chance import shuffle
from nurselog.rules.options import seat_of


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:
    """Three cards for each seat, the rest is the deck (rules 2.1 and 2.2)."""
    cards = shuffle(chance, CARDS)
    hands = tuple(hand_of(cards[seat * HAND_SIZE :]) for seat in range(seat_count))
    state = State(
        idle_limit=options.number("stall_rounds") * seat_count,
        active=seat_of(options, "first_seat", seat_count, chance),
        hands=hands,
        deck=cards[seat_count * HAND_SIZE :],
    )
    return Step(state, (dealt(state),))


def hand_of(cards: Cards) -> Cards:
    """The first three cards, sorted."""
    return tuple(sorted(cards[:HAND_SIZE]))


def dealt(state: State) -> Event[News]:
    """What is learnt from the deal: everybody the sizes, each seat its hand."""
    public = Dealt(state.active, len(state.deck))
    private = tuple((seat, replace(public, hand=state.hands[seat])) for seat in seats(len(state.hands)))
    return Event(public, private)
