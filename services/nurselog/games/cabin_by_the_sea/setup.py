"""Making the piles (chapter 2)."""

from nurselog.games.cabin_by_the_sea.components import ACES, FACES, NUMBERS, NUMBERS_IN_SUPPLY
from nurselog.games.cabin_by_the_sea.events import Dealt, News, Revealed
from nurselog.games.cabin_by_the_sea.state import State
from nurselog.rules.api import Chance, Event, Options, Step
from nurselog.rules.chance import shuffle


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:  # noqa: ARG001 - always one
    """Supply, beach and sea; the first card from the sea is turned up (rules 2.1 to 2.4 and 3.1)."""
    numbers = shuffle(chance, NUMBERS)
    supply = shuffle(chance, (*ACES, *numbers[:NUMBERS_IN_SUPPLY]))
    beach = shuffle(chance, FACES)
    sea = numbers[NUMBERS_IN_SUPPLY:]
    news: tuple[News, ...] = (Dealt(beach, len(supply), len(sea)), Revealed(sea[-1]))
    state = State(
        stack_limit=options.number("stacks"),
        murky_depths=options.flag("murky_depths"),
        stockpiling=options.flag("stockpiling"),
        supply=supply,
        beach=beach,
        sea=sea[:-1],
        revealed=sea[-1],
    )
    return Step(state, tuple(Event(one) for one in news))
