"""Dealing again what an audience cannot know (rule 8.4): for the leak test and for bots that search.

Unknown cards change places within groups, each a set of cards of which the audience knows where they are as a
whole, but not one by one. Most come from the draft: who held a hand and gets it back sees what is gone.
"""

from collections.abc import Iterator, Mapping

from nurselog.games.trail.components import LANDMARKS, PACKED, PLAIN, Spots, is_ace
from nurselog.games.trail.state import Phase, State, clockwise
from nurselog.rules.api import Audience, Chance
from nurselog.rules.cards import JACK, RANK, Card, Cards
from nurselog.rules.chance import shuffle


def redeal(state: State, audience: Audience, chance: Chance) -> State:
    """Each group of unknown cards is shuffled among its places."""
    known = {*state.pool, *state.gone, *state.recovered}
    if state.phase is Phase.OVER:
        known |= {card for pack in state.packs for card in pack}
    swapped: dict[Card, Card] = {}
    for group in groups(state, audience):
        unknown = tuple(sorted(card for card in group if card not in known))
        swapped |= zip(unknown, shuffle(chance, unknown), strict=True)
    return with_swapped(state, swapped)


def with_swapped(state: State, swapped: Mapping[Card, Card]) -> State:
    """The state with each of these cards in the place of the other one."""

    def again(cards: Cards) -> Cards:
        return tuple([swapped.get(card, card) for card in cards])

    return state._replace(
        trail=again(state.trail),
        hands=tuple([tuple(sorted(again(hand))) for hand in state.hands]),
        picks=tuple([None if card is None else swapped.get(card, card) for card in state.picks]),
        drafted=tuple([again(cards) for cards in state.drafted]),
        packs=tuple([tuple(sorted(again(pack))) for pack in state.packs]),
        out=again(state.out),
        aces=tuple(sorted(again(state.aces))),
        aces_taken=again(state.aces_taken),
    )


def groups(state: State, audience: Audience) -> Iterator[Cards]:
    """The cards that can change places with each other, as far as the audience knows."""
    yield face_down(state, LANDMARKS) + tuple(card for card in state.out if RANK[card] >= JACK)
    yield from groups_of_aces(state, audience)
    never_seen = face_down(state, PLAIN) + tuple(
        card for card in state.out if RANK[card] < JACK and not is_ace(card)
    )
    for number in range(len(state.hands)):
        hidden, *known = groups_of_hand(state, audience, number)
        never_seen += hidden
        yield from known
    yield never_seen


def face_down(state: State, spots: Spots) -> Cards:
    """The cards that lie face down on some spots."""
    return tuple(state.trail[spot] for spot in spots if not state.open_spots[spot])


def groups_of_aces(state: State, audience: Audience) -> tuple[Cards, ...]:
    """Who took an ace knows those taken before as a whole, and those taken later or left over."""
    left = state.aces + tuple(card for card in state.out if is_ace(card))
    order = clockwise(state.opener, len(state.packs))
    at = order.index(audience) if audience in order else len(order)
    if state.phase is Phase.ACES and at == state.at:
        return (state.aces_taken,)
    if at < len(state.aces_taken):
        return state.aces_taken[:at], state.aces_taken[at + 1 :] + left
    return (state.aces_taken + left,)


def groups_of_hand(state: State, audience: Audience, number: int) -> tuple[Cards, ...]:
    """Of a hand as it was dealt: what the audience never saw, then what left it between each two looks.

    The last group is what left it after the last look, and what is still in it. Own picks are in no group.
    """
    count, done = len(state.hands), len(state.drafted[0])
    holders = [(number + turn) % count for turn in range(PACKED)]
    picked = [state.drafted[holders[turn]][turn] for turn in range(done)]
    rest = state.hands[holders[done]] if done < PACKED else ()
    found: list[Cards] = [()]
    for turn, card in enumerate(picked):
        if holders[turn] == audience:
            found.append(())
        else:
            found[-1] += (card,)
    if done < PACKED and holders[done] == audience:
        return tuple(found)
    found[-1] += rest
    return tuple(found)
