"""Dealing again what the player cannot know (rule 8.3): for the leak test and for bots that search."""

from nurselog.games.cabin_by_the_sea.state import State
from nurselog.rules.api import Audience, Chance
from nurselog.rules.cards import ACE, RANK
from nurselog.rules.chance import shuffle


def redeal(state: State, audience: Audience, chance: Chance) -> State:  # noqa: ARG001 - all see the same
    """Shuffles unseen numbers between supply and sea, aces within the supply, and the tide if it is down."""
    aces = tuple(card for card in state.supply if RANK[card] == ACE)
    numbers = shuffle(chance, (*(card for card in state.supply if card not in aces), *state.sea))
    at_sea = len(state.sea)
    return state._replace(
        sea=numbers[:at_sea],
        supply=shuffle(chance, (*aces, *numbers[at_sea:])),
        tide=shuffle(chance, state.tide) if state.tide_face_down else state.tide,
    )
