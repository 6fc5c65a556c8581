"""Laying the trail and dealing (chapter 2)."""

from nurselog.games.trail.components import (
    ACES,
    FACES,
    LANDMARKS,
    NUMBERS,
    PACKED,
    PLACES,
    PLAIN,
    SPOTS,
)
from nurselog.games.trail.events import Dealt, News
from nurselog.games.trail.state import Phase, State
from nurselog.rules.api import Chance, Event, Options, Step, seats
from nurselog.rules.cards import Cards
from nurselog.rules.chance import shuffle
from nurselog.rules.options import seat_of


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:
    """The trail from two shuffled piles, seven numeric cards for each seat (rules 2.1 to 2.4)."""
    faces, numbers = shuffle(chance, FACES), shuffle(chance, NUMBERS)
    dealt = numbers[len(PLAIN) :]
    hands = tuple(tuple(sorted(dealt[seat * PACKED :][:PACKED])) for seat in range(seat_count))
    first = seat_of(options, "first_player", seat_count, chance)
    nothing: tuple[Cards, ...] = ((),) * seat_count
    state = State(
        phase=Phase.PACK,
        opener=first,
        first=first,
        trail=laid(faces, numbers),
        open_spots=tuple(place.is_open for place in PLACES),
        hands=hands,
        picks=(None,) * seat_count,
        drafted=nothing,
        packs=nothing,
        treks=((),) * seat_count,
        out=(*faces[len(LANDMARKS) :], *dealt[seat_count * PACKED :]),
        aces=ACES,
        back=(False,) * seat_count,
    )
    event = told(state)
    return Step(state._replace(last=(event.public,)), (event,))


def laid(faces: Cards, numbers: Cards) -> Cards:
    """The cards of the trail by spot, from the tops of both piles (rule 2.2)."""
    rest = {True: iter(faces), False: iter(numbers)}
    return tuple(next(rest[place.is_landmark]) for place in PLACES)


def told(state: State) -> Event[News]:
    """What is learnt from the deal: everybody the open cards, each seat its hand."""
    shown = tuple(state.trail[spot] for spot in SPOTS if state.open_spots[spot])
    private = tuple((seat, Dealt(state.first, shown, state.hands[seat])) for seat in seats(len(state.hands)))
    return Event(Dealt(state.first, shown), private)
