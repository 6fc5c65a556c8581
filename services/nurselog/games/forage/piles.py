"""How cards go from place to place: between hands and the map, and from the centre stacks."""

from typing import TypeVar

from nurselog.games.forage.components import Cards
from nurselog.games.forage.layout import CENTRE, FAR_CENTRE, Cell
from nurselog.games.forage.state import FRESH, STALE, Hand, State, Token
from nurselog.rules.tuples import with_at

T = TypeVar("T")

Tokens = tuple[tuple[Token, ...], ...]


def exchanged(hand: Hand, given: Cards, taken: Cards, revealed: Cards = ()) -> Hand:
    """The hand without the cards given, and with those taken on the right; some of them lie open."""
    return Hand(
        tuple([card for card in hand.revealed if card not in given]) + revealed,
        tuple([card for card in hand.hidden if card not in given])
        + tuple([card for card in taken if card not in revealed]),
    )


def among(cards: Cards, others: Cards) -> Cards:
    """Those of the cards that are among the others."""
    return tuple([card for card in cards if card in others])


def top_changed(tokens: Tokens, centre: Cell) -> Tokens:
    """Nobody at that centre has seen what is now on top (rule 6.4)."""
    seen = Token(centre, FRESH)
    if not any(seen in own for own in tokens):
        return tokens
    unseen = Token(centre, STALE)
    return tuple([tuple([unseen if token == seen else token for token in own]) for own in tokens])


def draw(state: State, centre: Cell, count: int) -> tuple[Cards, State]:
    """So many cards from a centre, then from the other one, as long as there are any (rules 9.8 and 11.7)."""
    drawn, state = draw_from(state, centre, count)
    if len(drawn) == count or not state.large:
        return drawn, state
    more, state = draw_from(state, FAR_CENTRE if centre == CENTRE else CENTRE, count - len(drawn))
    return drawn + more, state


def draw_from(state: State, centre: Cell, count: int) -> tuple[Cards, State]:
    """Cards from the top of one stack."""
    stack = state.ground[centre]
    rest = max(0, len(stack) - count)
    if rest == len(stack):
        return (), state
    ground = with_at(state.ground, centre, stack[:rest])
    return stack[rest:][::-1], state._replace(ground=ground, tokens=top_changed(state.tokens, centre))
