"""Why a move is not allowed: the only truth about legality. `listing` lists what is not rejected here."""

from typing import Final

from nurselog.games.trail.moves import Attempt, Move, Pay, Pick, Recover, TakeAce, TurnBack
from nurselog.games.trail.payments import pays
from nurselog.games.trail.state import Phase, State, active, reachable
from nurselog.rules.api import Rejection, Seat
from nurselog.rules.cards import Card, Cards

PLAY_OVER: Final = Rejection("play_over", "6.5", "The play is over.")
NOT_YOUR_TURN: Final = Rejection("not_your_turn", "4.2", "It is another seat's turn.")
PICK_FIRST: Final = Rejection("pick_first", "3.1", "Choose a card for your pack first.")
ALREADY_PICKED: Final = Rejection("already_picked", "3.1", "You have chosen; the others have not yet.")
NOT_IN_HAND: Final = Rejection("not_in_hand", "3.2", "That card is not among those you choose from.")
TAKE_AN_ACE: Final = Rejection("take_an_ace", "3.4", "Take an ace first.")
ACE_GONE: Final = Rejection("ace_gone", "3.4", "That ace is not there any more.")
PACKED: Final = Rejection("packed", "3.5", "Packing is over.")
NOTHING_TURNED_UP: Final = Rejection("nothing_turned_up", "4.5", "You have turned up no card to pay for.")
PAY_NOW: Final = Rejection("pay_now", "4.5", "Pay for the card you turned up.")
NOT_RECOVERING: Final = Rejection("not_recovering", "6.1", "Cards are recovered after the turns of a round.")
RECOVER_NOW: Final = Rejection("recover_now", "6.1", "Recover a card first.")
NOT_DISCARDED: Final = Rejection("not_discarded", "6.1", "That card was not discarded in this round.")
NOT_REACHABLE: Final = Rejection("not_reachable", "4.1", "That card is not just ahead of you.")
PAY_AT_ONCE: Final = Rejection("pay_at_once", "4.4", "A card that lies face up is paid for at once.")
FACE_DOWN: Final = Rejection(
    "face_down", "4.5", "A card that lies face down is paid for when it is turned up."
)
PACK_EMPTY: Final = Rejection("pack_empty", "4.8", "With an empty pack you can only turn back.")
NOT_IN_PACK: Final = Rejection("not_in_pack", "5.1", "That card is not in your pack.")
NOT_ENOUGH: Final = Rejection("not_enough", "5.2", "Those cards do not pay for that card of the trail.")


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:  # noqa: PLR0911 - one case per phase
    """Why the seat may not do this now, if it may not."""
    if state.phase is Phase.OVER:
        return PLAY_OVER
    if state.phase is Phase.PACK:
        return reject_pick(state, seat, move)
    if seat != active(state):
        return NOT_YOUR_TURN
    match state.phase:
        case Phase.TREK:
            return reject_turn(state, seat, move)
        case Phase.PAY:
            return reject_pay(state, seat, move)
        case Phase.RECOVER:
            return reject_recovery(state, move)
        case Phase.ACES:
            return reject_ace(state, move)


def reject_pick(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Rules 3.1 and 3.2."""
    if state.picks[seat] is not None:
        return ALREADY_PICKED
    if not isinstance(move, Pick):
        return PICK_FIRST
    return None if move.card in state.hands[seat] else NOT_IN_HAND


def reject_ace(state: State, move: Move) -> Rejection | None:
    """Rule 3.4."""
    if not isinstance(move, TakeAce):
        return TAKE_AN_ACE
    return None if move.card in state.aces else ACE_GONE


def reject_turn(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Rules 4.3 to 4.5: turning back is always allowed."""
    match move:
        case TurnBack():
            return None
        case Attempt():
            return reject_attempt(state, seat, move)
        case Pay():
            return NOTHING_TURNED_UP
        case Recover():
            return NOT_RECOVERING
        case Pick() | TakeAce():
            return PACKED


def reject_attempt(state: State, seat: Seat, attempt: Attempt) -> Rejection | None:
    """Rules 4.1, 4.4, 4.5 and 4.8."""
    if not state.packs[seat]:
        return PACK_EMPTY
    if attempt.spot not in reachable(state, seat):
        return NOT_REACHABLE
    if not state.open_spots[attempt.spot]:
        return FACE_DOWN if attempt.pay else None
    if not attempt.pay:
        return PAY_AT_ONCE
    return reject_payment(state.packs[seat], attempt.pay, state.trail[attempt.spot])


def reject_payment(pack: Cards, cards: Cards, target: Card) -> Rejection | None:
    """Chapter 5."""
    if not all(card in pack for card in cards):
        return NOT_IN_PACK
    return None if pays(cards, target) else NOT_ENOUGH


def reject_pay(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Rule 4.5: who can pay for the card turned up does."""
    if not isinstance(move, Pay) or state.target is None:
        return PAY_NOW
    return reject_payment(state.packs[seat], move.cards, state.trail[state.target])


def reject_recovery(state: State, move: Move) -> Rejection | None:
    """Rule 6.1."""
    if not isinstance(move, Recover):
        return RECOVER_NOW
    return None if move.card in state.pool else NOT_DISCARDED
