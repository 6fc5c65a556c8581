"""How turns begin and end, and what happens by itself in between (chapters 3, 5, 9 and 10)."""

from typing import Final

from nurselog.games.alaska.components import (
    FLOW,
    HAND_SIZE,
    RIVERS,
    SALMON,
    TOURIST,
    Card,
    Cards,
    River,
    is_nature,
)
from nurselog.games.alaska.events import (
    Drew,
    Ended,
    Flowed,
    LastRound,
    News,
    SalmonSurplus,
    TurnBegan,
)
from nurselog.games.alaska.state import State, left_of, seat_count
from nurselog.rules.api import Event

Told = list[Event[News]]
"""The events of a step so far."""

LAST_SECTION: Final = 9


def with_hand(state: State, hand: Cards) -> State:
    """The state with another hand for the active seat."""
    seat = state.active
    return state._replace(hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def begin_turn(state: State, told: Told) -> State:
    """Salmon and flows of the hand are laid open (rule 3.2); an empty hand is only filled (rule 3.3)."""
    hand = state.hands[state.active]
    if not hand:
        return end_turn(state, told)
    salmon, flows = hand.count(SALMON), hand.count(FLOW)
    told.append(Event(TurnBegan(state.active, salmon, flows)))
    opened = with_hand(state, tuple([card for card in hand if not is_nature(card)]))
    places = min(salmon, opened.salmon.count(False))
    if surplus := salmon - places:
        told.append(Event(SalmonSurplus(surplus)))
        opened = opened._replace(discard=opened.discard + (SALMON,) * surplus)
    opened = opened._replace(to_place=places, to_flow=flows)
    return opened if places else flow(opened, told)


def flow(state: State, told: Told) -> State:
    """All open flows, one after the other (chapter 5); then the active seat acts."""
    while state.to_flow:
        state = flow_once(state._replace(to_flow=state.to_flow - 1, discard=(*state.discard, FLOW)), told)
    return go_on(state, told)


def flow_once(state: State, told: Told) -> State:
    """Each salmon passes one river card, where an angler catches it (rules 5.1 to 5.3)."""
    moved = (state.salmon[LAST_SECTION], *state.salmon[:LAST_SECTION])
    caught = tuple([river for river in RIVERS if moved[river] and state.anglers[river] is not None])
    told.append(Event(Flowed(caught)))
    if not caught:
        return state._replace(salmon=moved)
    leaving = tuple([river for river in caught if state.anglers[river] == TOURIST])
    return state._replace(
        salmon=tuple([moved[river] and river not in caught for river in RIVERS]),
        anglers=without_anglers(state.anglers, leaving),
        discard=(*state.discard, *(SALMON,) * len(caught), *(TOURIST,) * len(leaving)),
    )


def without_anglers(anglers: tuple[Card | None, ...], leaving: tuple[River, ...]) -> tuple[Card | None, ...]:
    """The anglers once those on some river cards have left."""
    return tuple([None if river in leaving else angler for river, angler in enumerate(anglers)])


def go_on(state: State, told: Told) -> State:
    """The active seat acts on, unless its hand is empty: then its turn ends by itself (rule 9.2)."""
    return state if state.hands[state.active] else end_turn(state, told)


def end_turn(state: State, told: Told) -> State:
    """The active seat draws back to four while there is a pile (rule 9.3), and the turn passes."""
    if state.turns_left is not None:
        return pass_turn(state, told)
    hand = state.hands[state.active]
    count = min(HAND_SIZE - len(hand), len(state.pile))
    drawn = tuple(sorted(state.pile[len(state.pile) - count :]))
    drew = Drew(state.active, count)
    told.append(Event(drew, ((state.active, Drew(state.active, count, drawn)),)))
    state = with_hand(state, tuple(sorted(hand + drawn)))._replace(pile=state.pile[: len(state.pile) - count])
    if not state.pile:
        told.append(Event(LastRound(seat_count(state))))
        state = state._replace(turns_left=seat_count(state) + 1)  # the running turn ends now
    return pass_turn(state, told)


def pass_turn(state: State, told: Told) -> State:
    """The next seat's turn begins, or the play is over (rule 10.2)."""
    left = None if state.turns_left is None else state.turns_left - 1
    passed = state._replace(active=left_of(state, state.active), turns_left=left)
    if left == 0:
        told.append(Event(Ended()))
        return passed._replace(over=True)
    return begin_turn(passed, told)
