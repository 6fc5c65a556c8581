"""Dealing again what an audience cannot know (rule 12.6): for the leak test and for bots that search."""

from collections.abc import Mapping

from nurselog.games.forage.components import Card, Cards
from nurselog.games.forage.memory import bit
from nurselog.games.forage.state import Hand, State, Trade
from nurselog.rules.api import Audience, Chance
from nurselog.rules.chance import shuffle

Other = Mapping[Card, Card]
"""Which card lies in the place of which."""


def redeal(state: State, audience: Audience, chance: Chance) -> State:
    """Cards whose place the audience does not know change places; what others know is of the same places."""
    who = bit(audience, len(state.hands))
    unknown = [Card(card) for card, knowing in enumerate(state.known) if not knowing & who]
    other = dict(zip(unknown, shuffle(chance, unknown), strict=True))
    known = list(state.known)
    for card, instead in other.items():
        known[instead] = state.known[card]
    return state._replace(
        hands=tuple([Hand(hand.revealed, replaced(hand.hidden, other)) for hand in state.hands]),
        ground=tuple([replaced(cards, other) for cards in state.ground]),
        known=tuple(known),
        trade=None if state.trade is None else traded(state.trade, other),
    )


def replaced(cards: Cards, other: Other) -> Cards:
    """The cards that lie in these places now."""
    return tuple([other.get(card, card) for card in cards])


def traded(trade: Trade, other: Other) -> Trade:
    """The exchange with the cards that lie in these places now."""
    given, taken, revealed = [
        tuple(sorted(replaced(cards, other))) for cards in (trade.given, trade.taken, trade.revealed)
    ]
    return trade._replace(given=given, taken=taken, revealed=revealed)
