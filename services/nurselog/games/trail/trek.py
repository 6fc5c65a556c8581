"""The trek (chapters 4 and 6): what attempts, payments and recoveries do, allowed or not."""

from nurselog.games.trail.components import Spot
from nurselog.games.trail.draft import with_card
from nurselog.games.trail.events import (
    Blazed,
    Events,
    Lost,
    News,
    Recovered,
    Trekked,
    TurnedBack,
    for_all,
    seen_by_all,
)
from nurselog.games.trail.payments import can_pay, declared
from nurselog.games.trail.rounds import end_round, go_on
from nurselog.games.trail.state import PAYING, State, at_seat, without
from nurselog.rules.api import Seat, Step
from nurselog.rules.cards import Card, Cards


def turn_back(state: State, seat: Seat) -> Step[State, News]:
    """The trek of a seat is over, and its pack is kept (rule 4.3)."""
    news = TurnedBack(seat, len(state.packs[seat]))
    turned = state._replace(back=at_seat(state.back, seat, item=True))
    return go_on(turned, (for_all(news),), undoable=True)


def attempt(state: State, seat: Seat, spot: Spot, pay: Cards) -> Step[State, News]:
    """An open card is paid for at once; one that lies face down is turned up first (rules 4.4 and 4.5)."""
    if state.open_spots[spot]:
        return go_on(*passed(state, seat, spot, pay), undoable=True)
    card = state.trail[spot]
    events: Events = (for_all(Blazed(seat, spot, card)),)
    opened = state._replace(open_spots=(*state.open_spots[:spot], True, *state.open_spots[spot + 1 :]))
    if not can_pay(state.packs[seat], card):
        return lose(opened, seat, events)
    paying = opened._replace(phase=PAYING, target=spot, last=seen_by_all(events))
    return Step(paying, events)


def lose(state: State, seat: Seat, events: Events) -> Step[State, News]:
    """Who cannot pay for the card turned up loses the whole pack and turns back (rule 4.6)."""
    pack = state.packs[seat]
    lost = state._replace(
        packs=at_seat(state.packs, seat, ()),
        pool=state.pool + pack,
        recovered=without(state.recovered, pack),
        back=at_seat(state.back, seat, item=True),
    )
    return go_on(lost, (*events, for_all(Lost(seat, pack))))


def pay_for_target(state: State, seat: Seat, cards: Cards) -> Step[State, News]:
    """The card just turned up is paid for; its trailblazer will recover a card (rules 4.5 and 6.1)."""
    assert state.target is not None
    trekked, events = passed(state, seat, state.target, cards)
    return go_on(trekked._replace(blazers=(*state.blazers, seat)), events, undoable=True)


def passed(state: State, seat: Seat, spot: Spot, paid: Cards) -> tuple[State, Events]:
    """The cards paid are discarded, and the seat stands above the card it trekked past (rule 4.7)."""
    card = state.trail[spot]
    news = Trekked(seat, spot, card, paid, declared(paid, card))
    trekked = state._replace(
        packs=at_seat(state.packs, seat, without(state.packs[seat], paid)),
        pool=state.pool + paid,
        recovered=without(state.recovered, paid),
        treks=at_seat(state.treks, seat, (*state.treks[seat], spot)),
    )
    return trekked, (for_all(news),)


def recover(state: State, seat: Seat, card: Card) -> Step[State, News]:
    """A trailblazer takes a discarded card of the round; after the last one the round ends (rule 6.1)."""
    recovered = state._replace(
        pool=without(state.pool, (card,)),
        packs=at_seat(state.packs, seat, with_card(state.packs[seat], card)),
        recovered=(*state.recovered, card),
    )
    events: Events = (for_all(Recovered(seat, card)),)
    if state.at + 1 < len(state.blazers):
        following = recovered._replace(at=state.at + 1, last=seen_by_all(events))
        return Step(following, events, undoable=True)
    return end_round(recovered, events)
