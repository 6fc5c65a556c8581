"""Dealing again what an audience cannot know (rule 12.4): for the leak test and for bots that search."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from nurselog.games.signal_fire.components import CELLS, FACE_UP, SEATS
from nurselog.games.signal_fire.state import Laid, Phase, State, can_see
from nurselog.rules.api import Audience, Chance, Seat
from nurselog.rules.cards import SUIT, Card, Cards, Suit

PASSES: Final = 3
"""Exchanges are repeated where voids forbid some, so that all worlds are about equally likely."""


class Slot(NamedTuple):
    """A hidden card, and the suits that cannot lie in its place."""

    card: Card
    barred: tuple[Suit, ...] = ()


def redeal(state: State, audience: Audience, chance: Chance) -> State:
    """Exchanges the cards the audience has never seen, but for suits a seat is known to lack."""
    slots = hidden_slots(state, audience)
    return refill(state, audience, iter(exchanged(slots, chance)))


def hidden_slots(state: State, audience: Audience) -> list[Slot]:
    """Every hidden card, in the order in which `refill` takes them."""
    unseen = [slot for seat in others(audience) for slot in hidden_of(state, seat)]
    laid = [
        Slot(laid.card, state.voids[laid.seat]) for laid in state.trick if not can_see(state, audience, laid)
    ]
    on_map = [Slot(state.map[cell]) for cell in CELLS if not FACE_UP[cell]]
    return [*unseen, *laid, *on_map, *[Slot(card) for card in state.set_aside]]


def others(audience: Audience) -> list[Seat]:
    """All seats but the audience's own."""
    return [seat for seat in SEATS if seat != audience]


def hidden_of(state: State, seat: Seat) -> list[Slot]:
    """The hand of a seat, and its bid while it is not turned up."""
    voids = state.voids[seat]
    hand = [Slot(card, voids) for card in state.hands[seat]]
    bid = state.bids[seat]
    return [*hand, Slot(bid, voids)] if bid is not None and state.phase is Phase.BID else hand


def exchanged(slots: list[Slot], chance: Chance) -> Cards:
    """The cards, exchanged by luck where both places allow it (a plain shuffle where nothing is barred)."""
    cards = [slot.card for slot in slots]
    bound = any(slot.barred for slot in slots)
    for _ in range(PASSES if bound else 1):
        for one in range(len(cards) - 1, 0, -1):
            other = chance.below(one + 1)
            if allows(slots[one], cards[other]) and allows(slots[other], cards[one]):
                cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def allows(slot: Slot, card: Card) -> bool:
    """Whether a card may lie in a place."""
    return SUIT[card] not in slot.barred


def refill(state: State, audience: Audience, fresh: Iterator[Card]) -> State:
    """The state with other hidden cards, taken in the order of `hidden_slots`."""
    hands, bids = list(state.hands), list(state.bids)
    for seat in others(audience):
        hands[seat] = tuple(sorted([next(fresh) for _ in state.hands[seat]]))
        if bids[seat] is not None and state.phase is Phase.BID:
            bids[seat] = next(fresh)
    return state._replace(
        hands=tuple(hands),
        bids=tuple(bids),
        trick=tuple([relaid(state, audience, laid, fresh) for laid in state.trick]),
        map=tuple([state.map[cell] if FACE_UP[cell] else next(fresh) for cell in CELLS]),
        set_aside=tuple([next(fresh) for _ in state.set_aside]),
    )


def relaid(state: State, audience: Audience, laid: Laid, fresh: Iterator[Card]) -> Laid:
    """A card of the trick, another one where the audience cannot see it."""
    return laid if can_see(state, audience, laid) else laid._replace(card=next(fresh))
