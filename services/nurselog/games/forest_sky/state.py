"""The whole truth of a play, secrets included, and the questions it answers at once."""

from typing import Final, NamedTuple

from nurselog.games.forest_sky.components import (
    FOREST_SIZE,
    HAND_SIZE,
    NAME,
    Card,
    Cards,
    Forest,
    Spot,
    forest_of,
)
from nurselog.games.forest_sky.events import News
from nurselog.rules.api import Decision, Seat, seats
from nurselog.rules.tuples import quick

LOCKS_TO_END: Final = 5

Forests = tuple[Cards, Cards]


@quick
class State(NamedTuple):
    """A position. Hands are sorted, but for the card just drawn or taken: it is the fourth, at the end.

    A named tuple, because each move makes a new one, and it is made four times as fast as a frozen dataclass.
    """

    idle_limit: int
    """The number of turns without a lock that ends the play (rule 7.2)."""
    active: Seat
    hands: tuple[Cards, ...]
    deck: Cards
    """The top is the last."""
    forests: Forests = ((), ())
    discard: Cards = ()
    """The top is the last."""
    locked: tuple[Spot, ...] = ()
    """In the order of locking."""
    taken: Card | None = None
    """The card taken from the discard pile in this turn (rule 4.6)."""
    shown: Cards = ()
    """Cards in hands that everybody saw arrive there (rule 10.3), sorted."""
    idle_turns: int = 0
    last: News | None = None
    """What the last move did, as everybody saw it."""


def is_over(state: State) -> bool:
    """Whether the play has ended (rules 7.1 and 7.2)."""
    return len(state.locked) >= LOCKS_TO_END or state.idle_turns >= state.idle_limit


def must_give(state: State) -> bool:
    """Whether the active seat holds a fourth card and must give one away (rule 3.2)."""
    return len(state.hands[state.active]) > HAND_SIZE


def is_full(state: State, forest: Forest) -> bool:
    """Whether a forest has no empty spot."""
    return len(state.forests[forest]) == FOREST_SIZE


def all_full(state: State) -> bool:
    """Whether no forest has an empty spot."""
    return len(state.forests[0]) + len(state.forests[1]) == 2 * FOREST_SIZE


def card_on(state: State, spot: Spot) -> Card | None:
    """The card on a spot, if there is one."""
    cards = state.forests[forest_of(spot)]
    index = spot % FOREST_SIZE
    return cards[index] if index < len(cards) else None


TURN: Final = tuple((Decision(seat, "turn"),) for seat in seats(4))
GIVE: Final = tuple((Decision(seat, "place"),) for seat in seats(4))


def decisions(state: State) -> tuple[Decision, ...]:
    """What the active seat decides: `turn`, or `place` with four cards in hand; nothing once it is over."""
    if is_over(state):
        return ()
    return (GIVE if must_give(state) else TURN)[state.active]


def every_card(state: State) -> tuple[str, ...]:
    """The names of all cards, wherever they lie, sorted."""
    piles = (*state.hands, *state.forests, state.deck, state.discard)
    return tuple(sorted(NAME[card] for pile in piles for card in pile))
