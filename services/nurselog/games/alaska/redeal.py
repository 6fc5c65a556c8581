"""Dealing again what an audience cannot know (rule 12.4): for the leak test and for bots that search."""

from nurselog.games.alaska.components import BEAR, Card, Cards, is_nature, without
from nurselog.games.alaska.state import ALL_SEATS, State, answering
from nurselog.rules.api import Audience, Chance, Seat
from nurselog.rules.chance import shuffle


def redeal(state: State, audience: Audience, chance: Chance) -> State:
    """Shuffles the pile and all hands but the audience's.

    The active seat has laid its salmon and flows open, so it gets none; who said it uses a bear keeps one.
    """
    if state.over:
        return state  # all hands are shown (rule 12.3)
    kept = tuple([kept_cards(state, seat, audience) for seat in ALL_SEATS[: len(state.hands)]])
    loose = [card for seat, hand in enumerate(state.hands) for card in without(hand, kept[seat])]
    pool = list(shuffle(chance, (*loose, *state.pile)))
    order = sorted(range(len(kept)), key=lambda seat: seat != state.active)
    dealt: dict[int, Cards] = {}
    for seat in order:
        count = len(state.hands[seat]) - len(kept[seat])
        dealt[seat] = tuple(sorted(kept[seat] + take(pool, count, natural=seat != state.active)))
    return state._replace(hands=tuple([dealt[seat] for seat in range(len(kept))]), pile=tuple(pool))


def kept_cards(state: State, seat: Seat, audience: Audience) -> Cards:
    """What stays in a hand: all of the audience's own, and a bear that was promised."""
    if seat == audience:
        return state.hands[seat]
    if state.catch is not None and seat != state.active and state.catch.answers[answering(state, seat)]:
        return (BEAR,)
    return ()


def take(pool: list[Card], count: int, *, natural: bool) -> Cards:
    """So many cards of the pool, salmon and flows only if they may be among them."""
    found = [card for card in pool if natural or not is_nature(card)][:count]
    for card in found:
        pool.remove(card)
    return tuple(found)
