"""Laying the map and dealing: at the start, and again for each round (chapter 2)."""

from dataclasses import replace

from nurselog.games.signal_fire.components import CELLS, HAND_SIZE, SEATS
from nurselog.games.signal_fire.events import Dealt, News
from nurselog.games.signal_fire.spec import OPEN
from nurselog.games.signal_fire.state import State, open_map
from nurselog.rules.api import Chance, Event, Options, Step
from nurselog.rules.cards import DECK, Cards
from nurselog.rules.chance import shuffle


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:  # noqa: ARG001 - always four
    """The first round of a session."""
    rounds = options["rounds"]
    empty = State(
        target=options.number("target"),
        round_limit=0 if rounds == OPEN else int(rounds),
        quickflint=options.flag("quickflint"),
        map=(),
        set_aside=(),
        hands=(),
    )
    state = deal(empty, chance)
    event = dealt(state)
    return Step(state._replace(last=(event.public,)), (event,))


def deal(state: State, chance: Chance) -> State:
    """A fresh round: nine cards for the map, ten for each seat, three are set aside (rules 2.1 and 2.5)."""
    cards = shuffle(chance, DECK)
    on_map = len(CELLS)
    dealt_out = on_map + len(SEATS) * HAND_SIZE
    return State(
        target=state.target,
        round_limit=state.round_limit,
        quickflint=state.quickflint,
        map=cards[:on_map],
        set_aside=cards[dealt_out:],
        hands=tuple([hand_of(cards[start:]) for start in range(on_map, dealt_out, HAND_SIZE)]),
        recent=state.recent,
        history=state.history,
    )


def hand_of(cards: Cards) -> Cards:
    """The first ten cards, sorted."""
    return tuple(sorted(cards[:HAND_SIZE]))


def dealt(state: State) -> Event[News]:
    """What is learnt from the deal: everybody the map, each seat its hand."""
    public = Dealt(len(state.history) + 1, open_map(state))
    return Event(public, tuple([(seat, replace(public, hand=state.hands[seat])) for seat in SEATS]))
