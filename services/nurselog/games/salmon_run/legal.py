"""Why a move is not allowed: the only truth about legality. `listing` lists what is not rejected here."""

from typing import Final

from nurselog.games.salmon_run.components import COST, is_joker, of_suit
from nurselog.games.salmon_run.moves import (
    Acclimate,
    ChooseStart,
    EndTurn,
    EnterAlone,
    EnterRun,
    Move,
    PutBack,
    PutOnTop,
    UseBonus,
)
from nurselog.games.salmon_run.payments import is_needless, total_worth
from nurselog.games.salmon_run.runs import RIVER, SEA, STREAM, completable
from nurselog.games.salmon_run.state import (
    Phase,
    State,
    acting,
    free_cards,
    fresh_cards,
    has_cards_to_draw,
    looked_at,
    objective,
    offer,
)
from nurselog.rules.api import Rejection, Seat
from nurselog.rules.cards import Card, Cards, Suit

PLAY_OVER: Final = Rejection("play_over", "8.4", "The play is over.")
NOT_YOUR_TURN: Final = Rejection("not_your_turn", "3.2", "It is the other seat's turn.")
CHOOSE_A_DECK: Final = Rejection("choose_a_deck", "2.3", "Choose a starting deck first.")
DECK_TAKEN: Final = Rejection("deck_taken", "2.3", "That starting deck is taken.")
DECKS_CHOSEN: Final = Rejection(
    "decks_chosen", "2.3", "Starting decks are chosen only before the first turn."
)
CHOICE_OPEN: Final = Rejection(
    "choice_open", "3.4", "First finish the bonus: choose what to do with the cards."
)
NOT_LOOKING: Final = Rejection(
    "not_looking", "3.4", "That is a choice only after the bonus that leads to it."
)
NOT_IN_PLAY: Final = Rejection("not_in_play", "3.3", "That card is not among your cards in play.")
CARD_SPENT: Final = Rejection("card_spent", "3.3", "That card is spent.")
RUN_ENTERED: Final = Rejection("run_entered", "4.2", "You have put cards into your run in this turn already.")
RUN_TOO_LONG: Final = Rejection("run_too_long", "4.4", "That would be more cards than the run needs.")
TWO_SUITS: Final = Rejection("two_suits", "4.5", "The cards of this run are all of one suit.")
FOUR_PAIRS: Final = Rejection("four_pairs", "4.6", "This run has three pairs; those cards begin a fourth.")
NOT_IN_A_ROW: Final = Rejection("not_in_a_row", "4.7", "This run is eight different ranks in a row.")
RUN_BROKEN: Final = {SEA: TWO_SUITS, RIVER: FOUR_PAIRS, STREAM: NOT_IN_A_ROW}
NOT_ON_OFFER: Final = Rejection("not_on_offer", "5.1", "That card is not on offer.")
TOO_LITTLE: Final = Rejection("too_little", "5.3", "Those cards are not worth enough.")
NEEDLESS: Final = Rejection("needless", "5.4", "One of those cards is not needed to pay.")
NOT_THIS_TURN: Final = Rejection("not_this_turn", "6.1", "That card was not played in this turn.")
WRONG_SUIT: Final = Rejection("wrong_suit", "6.1", "Those two cards are not of that suit.")
CARD_USED: Final = Rejection("card_used", "6.2", "That card has served for a bonus in this turn already.")
NOTHING_TO_DRAW: Final = Rejection("nothing_to_draw", "6.8", "Your deck and your discard pile are empty.")
NOT_IN_DISCARD: Final = Rejection("not_in_discard", "6.5", "That card is not in your discard pile.")
NOT_BOOSTABLE: Final = Rejection(
    "not_boostable", "6.6", "Only a card in play, not spent and no joker, is boosted."
)
NOT_LOOKED_AT: Final = Rejection(
    "not_looked_at", "6.7", "Put back just the cards you looked at, or all but one."
)
NO_BONUSES: Final = Rejection("no_bonuses", "11.4", "School plays without bonuses.")
NOT_DOGGED: Final = Rejection("not_dogged", "11.6", "This table plays without dogged determination.")
TURN_USED: Final = Rejection(
    "turn_used", "11.7", "One card alone takes the whole turn, and you have acted already."
)


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why the seat may not do this now, if it may not."""
    if state.phase is Phase.OVER:
        return PLAY_OVER
    if seat != state.active:
        return NOT_YOUR_TURN
    match state.phase:
        case Phase.TURN:
            return reject_action(state, move)
        case Phase.CHOOSE:
            return reject_choice(state, move)
        case Phase.SPADES:
            return reject_top(state, move)
        case Phase.CLUBS:
            return reject_return(state, move)


def reject_action(state: State, move: Move) -> Rejection | None:  # noqa: PLR0911 - one case per kind
    """Chapters 3 to 6: what can be done in a turn."""
    match move:
        case EnterRun(cards):
            return reject_entry(state, cards)
        case Acclimate(card, spend):
            return reject_acclimation(state, card, spend)
        case UseBonus():
            return reject_bonus(state, move)
        case EnterAlone(card):
            return reject_lone_entry(state, card)
        case EndTurn():
            return None
        case PutOnTop() | PutBack():
            return NOT_LOOKING
        case ChooseStart():
            return DECKS_CHOSEN


def reject_choice(state: State, move: Move) -> Rejection | None:
    """Rule 2.3."""
    if not isinstance(move, ChooseStart):
        return CHOOSE_A_DECK
    return None if state.starts[move.deck] else DECK_TAKEN


def reject_entry(state: State, cards: Cards) -> Rejection | None:
    """Chapter 4."""
    if state.turn.entered:
        return RUN_ENTERED
    return reject_cards(state, cards) or reject_run(state, cards)


def reject_cards(state: State, cards: Cards) -> Rejection | None:
    """Rule 3.3: in play and not spent."""
    free = free_cards(state)
    if all(card in free for card in cards):
        return None
    in_play = acting(state).in_play
    return CARD_SPENT if all(card in in_play for card in cards) else NOT_IN_PLAY


def reject_run(state: State, cards: Cards) -> Rejection | None:
    """Rules 4.4 to 4.8: the run can still be completed."""
    run = acting(state).run + cards
    if len(run) > objective(state).size:
        return RUN_TOO_LONG
    return None if completable(objective(state), run) else RUN_BROKEN[objective(state)]


def reject_lone_entry(state: State, card: Card) -> Rejection | None:
    """Rules 11.6 to 11.8."""
    if not state.terms.dogged:
        return NOT_DOGGED
    if state.turn.acted:
        return TURN_USED
    return reject_cards(state, (card,)) or reject_run(state, (card,))


def reject_acclimation(state: State, card: Card, spend: Cards) -> Rejection | None:
    """Chapter 5."""
    if card not in offer(state):
        return NOT_ON_OFFER
    return reject_cards(state, spend) or reject_payment(spend, state.turn.boosts, COST[card])


def reject_payment(spend: Cards, boosts: Cards, cost: int) -> Rejection | None:
    """Rules 5.3 to 5.5: enough, and nothing needless."""
    if total_worth(spend, boosts) < cost:
        return TOO_LITTLE
    return NEEDLESS if is_needless(spend, boosts, cost) else None


def reject_bonus(state: State, bonus: UseBonus) -> Rejection | None:
    """Chapter 6."""
    if state.terms.school:
        return NO_BONUSES
    if refusal := reject_pair(state, bonus.suit, bonus.cards):
        return refusal
    if bonus.suit is not Suit.DIAMONDS:
        return None if has_cards_to_draw(acting(state)) else NOTHING_TO_DRAW
    return reject_boost(state, bonus.boost)


def reject_boost(state: State, card: Card | None) -> Rejection | None:
    """Rule 6.6."""
    boostable = card is not None and card in free_cards(state) and not is_joker(card)
    return None if boostable else NOT_BOOSTABLE


def reject_pair(state: State, suit: Suit, cards: Cards) -> Rejection | None:
    """Rules 6.1 to 6.3: two cards of the suit, played this turn, each used once."""
    fresh = fresh_cards(state)
    if not all(card in fresh for card in cards):
        return CARD_USED if any(card in state.turn.used for card in cards) else NOT_THIS_TURN
    return None if all(of_suit(card, suit) for card in cards) else WRONG_SUIT


def reject_top(state: State, move: Move) -> Rejection | None:
    """Rule 6.5."""
    if not isinstance(move, PutOnTop):
        return CHOICE_OPEN
    return None if move.card is None or move.card in acting(state).discard else NOT_IN_DISCARD


def reject_return(state: State, move: Move) -> Rejection | None:
    """Rule 6.7."""
    if not isinstance(move, PutBack):
        return CHOICE_OPEN
    cards = move.order if move.removed is None else (*move.order, move.removed)
    return None if sorted(cards) == sorted(looked_at(state)) else NOT_LOOKED_AT
