"""Dealing again what an audience cannot know (rule 10.4): for the leak test and for bots that search."""

from nurselog.games.forest_sky.components import HAND_SIZE, Card, Cards
from nurselog.games.forest_sky.setup import hand_of
from nurselog.games.forest_sky.state import State, is_over
from nurselog.rules.api import Audience, Chance
from nurselog.rules.chance import shuffle


def redeal(state: State, audience: Audience, chance: Chance) -> State:
    """Shuffles the deck and all cards in hands that the audience never saw; the rest stays where it is."""
    known = known_cards(state, audience)
    hidden = [card for hand in state.hands for card in hand if card not in known]
    pool = list(shuffle(chance, (*hidden, *state.deck)))
    hands = tuple(deal_again(hand, known, pool) for hand in state.hands)
    return state._replace(hands=hands, deck=tuple(pool))


def known_cards(state: State, audience: Audience) -> Cards:
    """The cards in hands of which the audience knows where they are."""
    if is_over(state):
        return tuple(card for hand in state.hands for card in hand)
    own = state.hands[audience] if audience >= 0 else ()
    return (*own, *state.shown)


def deal_again(hand: Cards, known: Cards, pool: list[Card]) -> Cards:
    """The hand with a card of the pool for each unknown one; a fourth card stays the fourth."""
    dealt_again = [card if card in known else pool.pop() for card in hand]
    return (*hand_of(tuple(dealt_again)), *dealt_again[HAND_SIZE:])
