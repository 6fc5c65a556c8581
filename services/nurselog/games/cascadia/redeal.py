"""Dealing again what nobody can know (rule 20.3): for the leak test and for bots that search."""

from nurselog.games.cascadia.state import State, terms_known_to
from nurselog.games.cascadia.terms import LETTERS, UNKNOWN, Terms
from nurselog.rules.api import Audience, Chance
from nurselog.rules.chance import choose, shuffle


def redeal(state: State, audience: Audience, chance: Chance) -> State:
    """Shuffles the stack and the tiles not in play, draws hidden cards anew; the bag has no order."""
    market = state.market
    pool = shuffle(chance, (*market.stack, *market.box))
    size = len(market.stack)
    return state._replace(
        terms=with_other_cards(terms_known_to(state, audience), chance),
        market=market._replace(stack=pool[:size], box=pool[size:]),
    )


def with_other_cards(known: Terms, chance: Chance) -> Terms:
    """A letter by luck for each card that is not known."""
    letters = [
        choose(chance, LETTERS[known.edition]) if letter == UNKNOWN else letter for letter in known.cards
    ]
    return known._replace(cards="".join(letters))
