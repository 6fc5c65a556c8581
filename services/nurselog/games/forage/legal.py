"""Why a seat may not do something now: the only truth about legality. `menu` lists what is not refused."""

from typing import Final

from nurselog.games.forage.components import ACTIONS, JOKER, Card, Cards
from nurselog.games.forage.layout import CACHE, STACK, Cell
from nurselog.games.forage.moves import (
    EndTurn,
    Give,
    GivePartner,
    Move,
    MoveToken,
    PlayJoker,
    PlaySet,
    Reveal,
    Swap,
    Take,
)
from nurselog.games.forage.sets import worth
from nurselog.games.forage.state import (
    Stage,
    State,
    Token,
    Trade,
    cards_of,
    is_over,
    layout_of,
    members,
    offered,
    open_given,
    open_taken,
    partner_of,
    together,
)
from nurselog.games.forage.turns import would_win
from nurselog.rules.api import Rejection, Seat

PLAY_OVER: Final = Rejection("play_over", "10.1", "The play is over.")
NOT_YOUR_TURN: Final = Rejection("not_your_turn", "4.1", "It is another seat's turn.")
ACTIONS_SPENT: Final = Rejection("actions_spent", "11.8", "You have no actions left; your partner has.")
TRADE_OPEN: Final = Rejection("trade_open", "7.5", "First the exchange that has begun is finished.")
NO_TRADE_OPEN: Final = Rejection("no_trade_open", "7.1", "That is chosen only in an exchange.")
NOT_IN_HAND: Final = Rejection("not_in_hand", "6.1", "That card is not in your hand.")
NO_SUCH_TOKEN: Final = Rejection("no_such_token", "11.1", "You have one token only, number 0.")
NOT_ADJACENT: Final = Rejection("not_adjacent", "5.1", "A token moves to an adjacent cell.")
ON_A_CACHE: Final = Rejection(
    "on_a_cache", "7.1", "With a cache cards are exchanged: first say what you give."
)
NOT_PEEKED: Final = Rejection(
    "not_peeked", "6.3", "Only a token that moved onto the centre swaps there, not one that was put there."
)
STACK_EMPTY: Final = Rejection("stack_empty", "6.5", "There is no card in the centre.")
NOT_ON_A_CACHE: Final = Rejection("not_on_a_cache", "7.1", "That token is not on a cache.")
TOO_MANY: Final = Rejection("too_many", "7.2", "There are not so many cards to get.")
WRONG_NUMBER: Final = Rejection("wrong_number", "7.3", "As many cards are taken as were given.")
NOT_THERE: Final = Rejection("not_there", "7.3", "That card is not there to take.")
NOT_CHANGING: Final = Rejection("not_changing", "7.4", "That card does not come to this hand.")
WRONG_REVEALED: Final = Rejection(
    "wrong_revealed", "7.4", "As many cards of a hand lie open after the exchange as before it."
)
NO_JOKER: Final = Rejection("no_joker", "8.1", "That is no joker.")
NOT_OPEN: Final = Rejection("not_open", "8.2", "That card does not lie open in an opponent's hand.")
ONE_OF_US: Final = Rejection("one_of_us", "11.11", "Jokers are played on opponents.")
NO_SET: Final = Rejection("no_set", "9.1", "Those cards are no set.")
WHOLE_TURN: Final = Rejection("whole_turn", "4.3", "A set takes the whole turn: both actions.")
CHOOSE_HOME: Final = Rejection("choose_home", "11.6", "Choose the centre to return to: r3c4 or r3c10.")
NO_CHOICE: Final = Rejection("no_choice", "11.6", "There is no choice of a centre to return to.")
NO_PARTNER: Final = Rejection("no_partner", "11.8", "Everybody plays alone.")
NOT_TOGETHER: Final = Rejection("not_together", "11.9", "Your partner's token is on another cell.")


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why the seat may not do this now, if it may not."""
    if is_over(state):
        return PLAY_OVER
    if state.trade is not None:
        return reject_in_trade(state, state.trade, seat, move)
    if not state.actions[seat]:
        return ACTIONS_SPENT if seat in members(state, state.side) else NOT_YOUR_TURN
    return reject_action(state, seat, move)


def reject_action(state: State, seat: Seat, move: Move) -> Rejection | None:  # noqa: C901, PLR0911 - one case per kind
    """Chapters 5 to 9: what can be done with an action."""
    match move:
        case MoveToken(token, cell):
            return reject_step(state, seat, token, cell)
        case Swap(token, card):
            return reject_swap(state, seat, token, card)
        case Give(token, cards):
            return reject_gift(state, seat, token, cards)
        case GivePartner(cards):
            return reject_gift_to_partner(state, seat, cards)
        case PlayJoker(joker, card):
            return reject_joker(state, seat, joker, card)
        case PlaySet(cards, home):
            return reject_set(state, seat, cards, home)
        case Take() | Reveal():
            return NO_TRADE_OPEN
        case EndTurn():
            return None


def token_of(state: State, seat: Seat, number: int) -> Token | None:
    """The token of that number, if the seat has one (rule 11.1)."""
    tokens = state.tokens[seat]
    return tokens[number] if number < len(tokens) else None


def reject_step(state: State, seat: Seat, number: int, cell: Cell) -> Rejection | None:
    """Chapter 5."""
    token = token_of(state, seat, number)
    if token is None:
        return NO_SUCH_TOKEN
    return None if cell in layout_of(state).near[token.cell] else NOT_ADJACENT


def reject_swap(state: State, seat: Seat, number: int, card: Card) -> Rejection | None:
    """Chapter 6."""
    token = token_of(state, seat, number)
    if token is None:
        return NO_SUCH_TOKEN
    if card not in cards_of(state.hands[seat]):
        return NOT_IN_HAND
    kind = layout_of(state).kinds[token.cell]
    if kind is CACHE:
        return ON_A_CACHE
    return reject_top(state, token) if kind is STACK else None


def reject_top(state: State, token: Token) -> Rejection | None:
    """Rules 6.3 and 6.5."""
    if not state.ground[token.cell]:
        return STACK_EMPTY
    return None if token.peek else NOT_PEEKED


# --- 7. Exchanges


def reject_gift(state: State, seat: Seat, number: int, cards: Cards) -> Rejection | None:
    """Rules 7.1 and 7.2."""
    token = token_of(state, seat, number)
    if token is None:
        return NO_SUCH_TOKEN
    if not all_in(cards, cards_of(state.hands[seat])):
        return NOT_IN_HAND
    if layout_of(state).kinds[token.cell] is not CACHE:
        return NOT_ON_A_CACHE
    return TOO_MANY if len(cards) > len(state.ground[token.cell]) else None


def reject_gift_to_partner(state: State, seat: Seat, cards: Cards) -> Rejection | None:
    """Rules 11.9 and 11.10."""
    if not state.teams:
        return NO_PARTNER
    if not all_in(cards, cards_of(state.hands[seat])):
        return NOT_IN_HAND
    partner = together(state, seat)
    if partner is None:
        return NOT_TOGETHER
    return TOO_MANY if len(cards) > len(cards_of(state.hands[partner])) else None


def reject_in_trade(state: State, trade: Trade, seat: Seat, move: Move) -> Rejection | None:
    """Rules 7.3 to 7.5: the choices that finish an exchange, one after the other."""
    if seat != trade.seat:
        return TRADE_OPEN if partner_of(state, seat) == trade.seat else NOT_YOUR_TURN
    match move, trade.stage:
        case Take(cards), Stage.TAKE:
            return reject_taking(state, trade, cards)
        case Reveal(cards), Stage.REVEAL:
            return reject_revealing(cards, trade.taken, open_given(state, trade))
        case Reveal(cards), Stage.PARTNER_REVEAL:
            return reject_revealing(cards, trade.given, open_taken(state, trade))
        case _:
            return TRADE_OPEN


def reject_taking(state: State, trade: Trade, cards: Cards) -> Rejection | None:
    """Rule 7.3."""
    if len(cards) != len(trade.given):
        return WRONG_NUMBER
    return None if all_in(cards, offered(state, trade)) else NOT_THERE


def reject_revealing(cards: Cards, changing: Cards, count: int) -> Rejection | None:
    """Rule 7.4."""
    if not all_in(cards, changing):
        return NOT_CHANGING
    return None if len(cards) == count else WRONG_REVEALED


# --- 8 and 9. Jokers and sets


def reject_joker(state: State, seat: Seat, joker: Card, card: Card) -> Rejection | None:
    """Chapter 8."""
    if not JOKER[joker]:
        return NO_JOKER
    if joker not in cards_of(state.hands[seat]):
        return NOT_IN_HAND
    partner = partner_of(state, seat)
    if partner is not None and card in state.hands[partner].revealed:
        return ONE_OF_US
    others = [hand.revealed for owner, hand in enumerate(state.hands) if owner != seat]
    return None if any(card in revealed for revealed in others) else NOT_OPEN


def reject_set(state: State, seat: Seat, cards: Cards, home: Cell | None) -> Rejection | None:
    """Chapter 9."""
    if not all_in(cards, cards_of(state.hands[seat])):
        return NOT_IN_HAND
    kind = worth(cards)
    if kind is None:
        return NO_SET
    return reject_home(state, seat, kind.value, home) if state.actions[seat] == ACTIONS else WHOLE_TURN


def reject_home(state: State, seat: Seat, points: int, home: Cell | None) -> Rejection | None:
    """Rule 11.6."""
    if home in homes(state, seat, points):
        return None
    return CHOOSE_HOME if home is None else NO_CHOICE


def homes(state: State, seat: Seat, points: int) -> tuple[Cell | None, ...]:
    """The centres of which one is chosen for the return; None where there is nothing to choose."""
    centres = layout_of(state).homes[state.tokens[seat][0].cell]
    return centres if len(centres) > 1 and not would_win(state, seat, points) else (None,)


def all_in(cards: Cards, others: Cards) -> bool:
    """Whether all the cards are among the others."""
    return set(cards) <= set(others)
