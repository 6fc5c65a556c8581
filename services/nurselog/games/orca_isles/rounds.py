"""What happens when all orcas are placed: scoring (chapter 7), upkeep (chapter 8), and the end (9.1)."""

from collections.abc import Iterator
from typing import TypeVar

from nurselog.games.orca_isles.components import HAND_SIZE, ISLES, Seats
from nurselog.games.orca_isles.events import DrawnUp, Ended, News, Party, Refilled, Result, Scored
from nurselog.games.orca_isles.piles import Events, draw
from nurselog.games.orca_isles.sets import best_at
from nurselog.games.orca_isles.state import SEATS, State, clockwise_from_first, hunting_cards, is_over
from nurselog.rules.api import Chance, Event, Seat, Step
from nurselog.rules.cards import Card, Cards
from nurselog.rules.tuples import with_at

T = TypeVar("T")


def step(state: State, events: Events, *, undoable: bool = False) -> Step[State, News]:
    """The state with what happened by the last move, and the same as events."""
    last = tuple([event.public for event in events])
    return Step(State(*state[:-1], last), events, undoable)  # `last` is its last field


def finish_round(state: State, events: Events, chance: Chance) -> Step[State, News]:
    """All in the order of the rules; the fifth round ends the play."""
    state, scored = score_isles(state)
    state, drawn = draw_up(state, chance)
    state = clear(state)
    events = (*events, *scored, *drawn)
    if is_over(state):
        return step(state, (*events, Event(Ended(state.hands))))
    state, refilled = refill(state, chance)
    return step(state, (*events, *refilled))


# --- Scoring ------------------------------------------------------------------------------------------------


def score_isles(state: State) -> tuple[State, Events]:
    """All cards at the isles are turned up; winners take the isle cards (rules 7.1 to 7.6)."""
    results = tuple(
        [
            Result(isle, card, parties, winners(card, parties))
            for isle, card, parties in zip(ISLES, state.isles, state.parties, strict=False)
            if card is not None and parties
        ]
    )
    turned_up = hunting_cards(state)
    state = state._replace(
        shown=tuple([tuple([card for card in cards if card not in turned_up]) for cards in state.shown]),
        history=(*state.history, results),
    )
    for result in results:
        state = award(state, result)
    return state, tuple([Event(Scored(result)) for result in results])


def winners(card: Card, parties: tuple[Party, ...]) -> Seats:
    """Who wins an isle, once however many orcas; two seats if they tie (rules 7.2 to 7.5)."""
    keys = [best_at(card, party.cards).key for party in parties]
    best = max(keys)
    return tuple(dict.fromkeys([party.seat for party, key in zip(parties, keys, strict=True) if key == best]))


def award(state: State, result: Result) -> State:
    """The isle card goes to the winner, after a tie to the discard pile (rules 7.2 and 7.5)."""
    isles = with_at(state.isles, result.isle, None)
    if len(result.winners) > 1:
        return state._replace(isles=isles, discard=(*state.discard, result.card))
    (winner,) = result.winners
    return state._replace(
        isles=isles,
        hands=with_card(state.hands, winner, result.card),
        shown=with_card(state.shown, winner, result.card),
    )


# --- Upkeep -------------------------------------------------------------------------------------------------


def draw_up(state: State, chance: Chance) -> tuple[State, Events]:
    """In turn order, hands of fewer than four cards are filled (rule 8.2)."""
    events: Events = ()
    for seat in clockwise_from_first(state):
        missing = HAND_SIZE - len(state.hands[seat])
        if missing > 0:
            state, cards, shuffled = draw(state, missing, chance)
            hand = tuple(sorted((*state.hands[seat], *cards)))
            state = state._replace(hands=with_at(state.hands, seat, hand))
            count = len(cards)
            drawn: Event[News] = Event(DrawnUp(seat, count), ((seat, DrawnUp(seat, count, cards)),))
            events = (*events, *shuffled, drawn)
    return state, events


def clear(state: State) -> State:
    """The cards played to hunt are discarded, the orcas taken back (rule 8.3)."""
    return state._replace(
        discard=(*state.discard, *hunting_cards(state)),
        parties=((),) * len(state.parties),
        gatherers=(None,) * len(state.gatherers),
        drawers=(),
    )


def refill(state: State, chance: Chance) -> tuple[State, Events]:
    """Empty places get cards, isles first; the first-player token goes on (rules 8.4 and 8.5)."""
    missing = [card for card in (*state.isles, *state.gather) if card is None]
    state, cards, shuffled = draw(state, len(missing), chance)
    fresh = iter(cards)
    state = state._replace(
        isles=filled(state.isles, fresh),
        gather=filled(state.gather, fresh),
        first=SEATS[(state.first + 1) % len(state.hands)],
        turn=0,
    )
    begun = Refilled(len(state.history) + 1, state.first, state.isles, state.gather, len(state.deck))
    return state, (*shuffled, Event(begun))


def filled(places: tuple[Card | None, ...], fresh: Iterator[Card]) -> tuple[Card | None, ...]:
    """The places with a fresh card where there was none, as long as there are any."""
    return tuple([next(fresh, None) if card is None else card for card in places])


# --- Small things -------------------------------------------------------------------------------------------


def with_card(hands: tuple[Cards, ...], seat: Seat, card: Card) -> tuple[Cards, ...]:
    """The hands with one more card in one of them."""
    return with_at(hands, seat, tuple(sorted((*hands[seat], card))))
