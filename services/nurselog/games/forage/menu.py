"""What a seat may do now: all that `legal` does not refuse, listed in the order of the rules."""

from collections.abc import Sequence
from typing import Final

from nurselog.games.forage.components import ACTIONS, CARDS, JOKER, Cards
from nurselog.games.forage.layout import CACHE, LAYOUTS, STACK
from nurselog.games.forage.legal import homes
from nurselog.games.forage.moves import (
    END_TURN,
    MOST_TOKENS,
    MOVE,
    SWAP,
    Move,
    PlayJoker,
    PlaySet,
    Reveal,
    Take,
    choices,
    gifts,
    gifts_to_partner,
)
from nurselog.games.forage.sets import points_of, sets_in
from nurselog.games.forage.state import (
    Stage,
    State,
    Token,
    Trade,
    cards_of,
    layout_of,
    offered,
    open_given,
    open_taken,
    partner_of,
    together,
)
from nurselog.rules.api import Seat

STEPS: Final = tuple(
    tuple(
        tuple(tuple(MOVE[token][cell] for cell in near) for near in layout.near)
        for token in range(MOST_TOKENS)
    )
    for layout in LAYOUTS
)
"""The moves of a token, by map, token, and the cell where it stands."""

ALL_JOKERS: Final = frozenset(card for card in CARDS if JOKER[card])


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the seat."""
    if state.trade is not None:
        return choices_in_trade(state, state.trade) if seat == state.trade.seat else ()
    return actions(state, seat) if state.actions[seat] else ()


def actions(state: State, seat: Seat) -> tuple[Move, ...]:
    """Moves and swaps by token, exchanges, jokers, sets; the turn can always be ended."""
    hand = state.hands[seat]
    cards = cards_of(hand)
    moves: list[Move] = []
    for number, token in enumerate(state.tokens[seat]):
        moves += STEPS[state.large][number][token.cell]
        moves += swaps(state, number, token, cards)
    if state.teams:
        moves += partner_gifts(state, seat, cards)
    if not ALL_JOKERS.isdisjoint(cards):
        moves += jokers(state, seat, cards)
    if state.actions[seat] == ACTIONS:
        moves += sets(state, seat, cards)
    moves.append(END_TURN)
    return tuple(moves)


def swaps(state: State, number: int, token: Token, cards: Cards) -> Sequence[Move]:
    """What a token can do where it stands (chapters 6 and 7)."""
    lying = state.ground[token.cell]
    kind = layout_of(state).kinds[token.cell]
    if kind is CACHE:
        return gifts(number, cards, min(len(lying), len(cards)))
    if kind is STACK and not (token.peek and lying):
        return ()
    swap = SWAP[number]
    return [swap[card] for card in cards]


def partner_gifts(state: State, seat: Seat, cards: Cards) -> Sequence[Move]:
    """Exchanges with the partner on the same cell (rule 11.10)."""
    partner = together(state, seat)
    if partner is None:
        return ()
    return gifts_to_partner(cards, min(len(cards), len(cards_of(state.hands[partner]))))


def jokers(state: State, seat: Seat, cards: Cards) -> list[Move]:
    """Each joker for each open card of an opponent (chapter 8)."""
    us = (seat, partner_of(state, seat))
    targets = [card for owner, hand in enumerate(state.hands) if owner not in us for card in hand.revealed]
    return [PlayJoker(joker, card) for joker in cards if JOKER[joker] for card in targets]


def sets(state: State, seat: Seat, cards: Cards) -> list[PlaySet]:
    """The sets in the hand, with each centre to return to where there is a choice (chapter 9)."""
    return [PlaySet(one, home) for one in sets_in(cards) for home in homes(state, seat, points_of(one))]


def choices_in_trade(state: State, trade: Trade) -> tuple[Move, ...]:
    """What finishes an exchange (rules 7.3 and 7.4)."""
    count = len(trade.given)
    match trade.stage:
        case Stage.TAKE:
            return tuple([Take(cards) for cards in choices(offered(state, trade), count, count)])
        case Stage.REVEAL:
            return reveals(trade.taken, open_given(state, trade))
        case Stage.PARTNER_REVEAL:
            return reveals(trade.given, open_taken(state, trade))


def reveals(cards: Cards, count: int) -> tuple[Reveal, ...]:
    """So many of the cards."""
    return tuple([Reveal(shown) for shown in choices(cards, count, count)])
