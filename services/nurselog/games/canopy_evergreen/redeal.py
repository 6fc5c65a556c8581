"""Dealing again what an audience cannot know (rule 15.6): for the leak test and for bots that search."""

from collections import defaultdict
from collections.abc import Iterator

from nurselog.games.canopy_evergreen.components import NOTHING, TYPE
from nurselog.games.canopy_evergreen.state import (
    CARD_BITS,
    Phase,
    Pile,
    Slot,
    State,
    card_of,
    group_of,
    known_to,
)
from nurselog.rules.api import Audience, Chance
from nurselog.rules.chance import shuffle

OPEN, LOOSE = -1, 0


def redeal(state: State, audience: Audience, chance: Chance) -> State:
    """Every hidden card that the audience does not know changes places; its Elk sets stay sets."""
    if state.phase is Phase.OVER:
        return state
    slots = list(hidden(state))
    classes: dict[int, list[int]] = defaultdict(list)
    for at, slot in enumerate(slots):
        classes[freedom(state, slot, audience)].append(at)
    for freely, places in sorted(classes.items()):
        if freely != OPEN:
            cards = shuffle(chance, [card_of(slots[at]) for at in places])
            for at, card in zip(places, cards, strict=True):
                slots[at] = slots[at] & ~CARD_BITS | card
    return filled(state, iter(slots))._replace(wild_deck=wild_again(state, chance))


def hidden(state: State) -> Iterator[Slot]:
    """All hidden cards, in the order of `filled`."""
    yield from state.deck
    yield from state.seeds
    yield from state.unseen
    yield from state.shown
    if state.drawn != NOTHING:
        yield state.drawn
    for pile in state.piles:
        yield from pile.cards


def freedom(state: State, slot: Slot, audience: Audience) -> int:
    """Among which slots this one may be exchanged: a set that the audience knows, or all others."""
    if known_to(slot, audience):
        return OPEN
    if state.half is Phase.ELK and TYPE[card_of(slot)] == state.named and slot in state.shown:
        return OPEN  # all know that the Elk has a choice
    group = group_of(slot)
    return group if group and state.groups[group - 1] == audience else LOOSE


def filled(state: State, slots: Iterator[Slot]) -> State:
    """The state with other hidden cards."""

    def take(count: int) -> tuple[Slot, ...]:
        return tuple([next(slots) for _ in range(count)])

    return state._replace(
        deck=take(len(state.deck)),
        seeds=take(len(state.seeds)),
        unseen=take(len(state.unseen)),
        shown=take(len(state.shown)),
        drawn=state.drawn if state.drawn == NOTHING else next(slots),
        piles=tuple([Pile(take(len(pile.cards)), pile.token) for pile in state.piles]),
    )


def wild_again(state: State, chance: Chance) -> tuple[int, ...]:
    """The wildlife deck with its unknown part shuffled."""
    known = state.wild_deck[: state.wild_known]
    return known + shuffle(chance, state.wild_deck[state.wild_known :])
