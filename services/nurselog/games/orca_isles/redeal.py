"""Dealing again what an audience cannot know (rule 11.4): for the leak test and for bots that search."""

from nurselog.games.orca_isles.events import Party
from nurselog.games.orca_isles.state import State, hidden_with, is_over
from nurselog.rules.api import Audience, Chance, Seat, seats
from nurselog.rules.cards import Card, Cards
from nurselog.rules.chance import shuffle

Pools = list[list[Card]]
"""Hidden cards by the epoch in which they were drawn; those of the last one may be in the deck as well."""


def redeal(state: State, audience: Audience, chance: Chance) -> State:
    """Shuffles the deck and what others hold and the audience never saw; the rest stays with its owner."""
    others = () if is_over(state) else tuple([seat for seat in seats(len(state.hands)) if seat != audience])
    pools: Pools = [[] for _ in range(len(state.epochs) + 1)]
    for seat in others:
        for card in unknown_of(state, seat):
            pools[epoch_of(state, card)].append(card)
    pools[-1] += state.deck
    pools = [list(shuffle(chance, pool)) for pool in pools]
    for seat in others:
        state = deal_again(state, seat, pools, chance)
    return state._replace(deck=tuple(pools[-1]))


def unknown_of(state: State, seat: Seat) -> Cards:
    """The cards of a seat, in its hand and face down at isles, that nobody saw it take."""
    held = (*state.hands[seat], *hidden_with(state, seat))
    return tuple([card for card in held if card not in state.shown[seat]])


def epoch_of(state: State, card: Card) -> int:
    """From which deck a hidden card was drawn: the first one, or one that had been a discard pile."""
    older = [at for at, cards in enumerate(state.epochs) if card in cards]
    return older[0] if older else len(state.epochs)


def deal_again(state: State, seat: Seat, pools: Pools, chance: Chance) -> State:
    """Other cards for a seat; nobody knows which of them lie at the isles."""
    fresh = [pools[epoch_of(state, card)].pop() for card in unknown_of(state, seat)]
    cards = list(shuffle(chance, (*state.shown[seat], *fresh)))
    parties = tuple([tuple([sent_again(party, seat, cards) for party in there]) for there in state.parties])
    hands = (*state.hands[:seat], tuple(sorted(cards)), *state.hands[seat + 1 :])
    return state._replace(hands=hands, parties=parties)


def sent_again(party: Party, seat: Seat, cards: list[Card]) -> Party:
    """An orca with other cards under it, if they are the seat's and lie face down."""
    if party.seat != seat or party.face_up:
        return party
    return party._replace(cards=tuple(sorted([cards.pop() for _ in party.cards])))
