"""Packing (chapter 3): what picks and aces do. Nothing here asks whether a move is allowed."""

from nurselog.games.trail.components import PACKED
from nurselog.games.trail.events import AceTaken, Events, News, Passed, Picked, for_all, more_for, seen_by_all
from nurselog.games.trail.rounds import begin_round
from nurselog.games.trail.state import TAKING_ACES, State, at_seat, deciding, without
from nurselog.rules.api import Event, Seat, Step, seats
from nurselog.rules.cards import Card, Cards


def pick(state: State, seat: Seat, card: Card) -> Step[State, News]:
    """A card is chosen; when all have chosen, the packs grow and the hands are passed (rules 3.1 to 3.3)."""
    event = more_for(seat, Picked(seat, card), Picked(seat))
    chosen = state._replace(picks=at_seat(state.picks, seat, card), last=(event.public,))
    if deciding(chosen):
        return Step(chosen, (event,), undoable=True)
    passed = pass_on(chosen)
    events = (event, passing(passed))
    if len(passed.drafted[seat]) == PACKED:
        passed = passed._replace(phase=TAKING_ACES)
    return Step(passed._replace(last=seen_by_all(events)), events)


def pass_on(state: State) -> State:
    """What was chosen goes into the packs, the rest to the left; a last card follows by itself (rule 3.3)."""
    left = tuple(
        without(hand, (card,))
        for hand, card in zip(state.hands, state.picks, strict=True)
        if card is not None
    )
    hands = (left[-1], *left[:-1])
    drafted = tuple(
        (*cards, card) for cards, card in zip(state.drafted, state.picks, strict=True) if card is not None
    )
    if len(hands[0]) == 1:
        drafted = tuple(cards + hand for cards, hand in zip(drafted, hands, strict=True))
        hands = ((),) * len(hands)
    return state._replace(
        hands=hands,
        picks=(None,) * len(hands),
        drafted=drafted,
        packs=tuple([tuple(sorted(cards)) for cards in drafted]),
    )


def passing(state: State) -> Event[News]:
    """What is learnt when the hands were passed: the cards each seat has now, the last one packed already."""
    count = len(state.hands[0]) or 1
    private = tuple(
        (seat, Passed(count, state.hands[seat] or state.drafted[seat][-1:]))
        for seat in seats(len(state.hands))
    )
    return Event(Passed(count), private)


def take_ace(state: State, seat: Seat, card: Card) -> Step[State, News]:
    """An ace joins the pack, unseen by the others; after the last seat the trek begins (rule 3.4)."""
    left = without(state.aces, (card,))
    taken = state._replace(
        aces=left,
        aces_taken=(*state.aces_taken, card),
        packs=at_seat(state.packs, seat, with_card(state.packs[seat], card)),
        at=state.at + 1,
    )
    event = more_for(seat, AceTaken(seat, len(left), card), AceTaken(seat, len(left)))
    if taken.at < len(state.packs):
        return Step(taken._replace(last=(event.public,)), (event,))
    packed = taken._replace(aces=(), out=taken.out + left)
    begun, began = begin_round(packed)
    events: Events = (event, for_all(began))
    return Step(begun._replace(last=seen_by_all(events)), events)


def with_card(cards: Cards, card: Card) -> Cards:
    """Sorted, with one more."""
    return tuple(sorted((*cards, card)))
