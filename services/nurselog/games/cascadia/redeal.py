"""Dealing again what nobody can know (rule 20.3): for the leak test and for bots that search."""

from nurselog.games.cascadia.state import State
from nurselog.rules.api import Audience, Chance
from nurselog.rules.chance import shuffle


def redeal(state: State, audience: Audience, chance: Chance) -> State:  # noqa: ARG001 - all know the same
    """Shuffles the stack and the tiles that are not in play; the bag has no order."""
    market = state.market
    pool = shuffle(chance, (*market.stack, *market.box))
    size = len(market.stack)
    return state._replace(market=market._replace(stack=pool[:size], box=pool[size:]))
