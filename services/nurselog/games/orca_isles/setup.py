"""Dealing (chapter 2)."""

from dataclasses import replace

from nurselog.games.orca_isles.components import HAND_SIZE
from nurselog.games.orca_isles.events import Dealt, News
from nurselog.games.orca_isles.state import State
from nurselog.rules.api import Chance, Event, Options, Step, seats
from nurselog.rules.cards import DECK_WITH_JOKERS
from nurselog.rules.chance import shuffle
from nurselog.rules.options import seat_of


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:
    """Isle cards, gather cards, four cards for each seat; the rest is the deck (rule 2.1)."""
    cards = shuffle(chance, DECK_WITH_JOKERS)
    isles, gather = cards[: seat_count - 1], cards[seat_count - 1 : 2 * seat_count - 1]
    hands = cards[2 * seat_count - 1 :]
    dealt_out = seat_count * HAND_SIZE
    state = State(
        good_instincts=options.flag("good_instincts"),
        first=seat_of(options, "first_seat", seat_count, chance),
        hands=tuple(
            [tuple(sorted(hands[start : start + HAND_SIZE])) for start in range(0, dealt_out, HAND_SIZE)]
        ),
        deck=tuple(reversed(hands[dealt_out:])),
        isles=isles,
        gather=gather,
        gatherers=(None,) * seat_count,
        parties=((),) * (seat_count - 1),
        shown=((),) * seat_count,
    )
    public = Dealt(state.first, isles, gather, len(state.deck))
    told = tuple([(seat, replace(public, hand=state.hands[seat])) for seat in seats(seat_count)])
    return Step(state._replace(last=(public,)), (Event(public, told),))
