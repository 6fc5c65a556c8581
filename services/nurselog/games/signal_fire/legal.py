"""What a seat may do now: `reject` is the truth, `legal_moves` lists what it accepts."""

from collections.abc import Callable
from typing import Final

from nurselog.games.signal_fire.components import CORNERS, DUTY, FREE, IN_SUIT, VALUE, Cell, Cells
from nurselog.games.signal_fire.moves import (
    BID,
    CHOOSE,
    DOWN,
    DOWN_TO,
    GO,
    LIGHT_RIDGE,
    LIGHT_VALLEY,
    PLACE,
    UP,
    UP_TO,
    Bid,
    Choose,
    Go,
    Light,
    Move,
    Place,
    Play,
)
from nurselog.games.signal_fire.state import (
    Phase,
    State,
    all_face_down,
    led_suit,
    trump_of,
    trump_on,
)
from nurselog.rules.api import Rejection, Seat
from nurselog.rules.cards import SUIT, Card, Cards, Suit

PLAY_OVER: Final = Rejection("play_over", "10.1", "The play is over.")
NOT_ASKED: Final = Rejection("not_asked", "1.5", "Others decide now.")
NOT_NOW: Final = Rejection("not_now", "1.5", "Something else is to be decided now.")
NOT_IN_HAND: Final = Rejection("not_in_hand", "1.6", "That card is not in your hand.")
NOT_A_CORNER: Final = Rejection("not_a_corner", "3.5", "Tokens start on a corner of the map.")
CORNER_TAKEN: Final = Rejection("corner_taken", "3.6", "A seat whose bid was another has that corner.")
LEADS_TRUMP: Final = Rejection("leads_trump", "5.3", "Your own trump cannot be led face up.")
MUST_FOLLOW: Final = Rejection("must_follow", "5.5", "You have the led suit: follow, or play face down.")
NOT_TIED: Final = Rejection("not_tied", "7.2", "Only one of the tied teammates can light the fire.")
NO_SUCH_STEP: Final = Rejection("no_such_step", "8.2", "Your card does not move your token there.")
MOVES_LATER: Final = Rejection("moves_later", "8.1", "Tokens move after the trick, not with the card.")
MOVES_AT_ONCE: Final = Rejection("moves_at_once", "11.1", "With Quickflint a card is played with its move.")

KIND: Final[dict[type, Phase]] = {
    Bid: Phase.BID,
    Place: Phase.PLACE,
    Play: Phase.PLAY,
    Choose: Phase.CHOOSE,
    Light: Phase.LIGHT,
    Go: Phase.MOVE,
}


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why the seat may not do this now, if it may not."""
    if state.phase is Phase.OVER:
        return PLAY_OVER
    if not is_asked(state, seat):
        return NOT_ASKED
    if KIND[type(move)] is not state.phase:
        return NOT_NOW
    return reject_answer(state, seat, move)


def is_asked(state: State, seat: Seat) -> bool:
    """Whether the seat has something to decide."""
    return seat in (state.asked if state.phase is Phase.BID else state.asked[:1])


def reject_answer(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why this is no answer to the question that the seat is asked."""
    match move:
        case Bid(card):
            return None if card in state.hands[seat] else NOT_IN_HAND
        case Place(cell):
            return reject_corner(state, seat, cell)
        case Play():
            return reject_play(state, seat, move)
        case Choose(chosen):
            return None if chosen in tied_with(state, seat) else NOT_TIED
        case Light():
            return None
        case Go(cell):
            return None if cell in destinations(state, seat) else NO_SUCH_STEP


def reject_corner(state: State, seat: Seat, cell: Cell) -> Rejection | None:
    """Rules 3.5 and 3.6."""
    if cell not in CORNERS:
        return NOT_A_CORNER
    return None if is_open_to(state, seat, cell) else CORNER_TAKEN


def is_open_to(state: State, seat: Seat, corner: Cell) -> bool:
    """Whether nobody stands there whose bid differs from the seat's."""
    bids = state.bids
    there = [other for other, token in enumerate(state.tokens) if token == corner]
    return all(same_value(bids[other], bids[seat]) for other in there)


def same_value(one: Card | None, other: Card | None) -> bool:
    """Whether two bids tied."""
    return one is not None and other is not None and VALUE[one] == VALUE[other]


def reject_play(state: State, seat: Seat, move: Play) -> Rejection | None:
    """Chapters 5 and 11."""
    if move.card not in state.hands[seat]:
        return NOT_IN_HAND
    return reject_step(state, seat, move) or (None if move.face_down else reject_face_up(state, seat, move))


def reject_step(state: State, seat: Seat, move: Play) -> Rejection | None:
    """Rules 8.1 and 11.1: where the token goes is said with the card only in Quickflint."""
    if not state.quickflint:
        return None if move.to is None else MOVES_LATER
    if move.to is None:
        return MOVES_AT_ONCE
    cell = cell_of(state, seat)
    return None if move.to in (FREE[cell] if move.face_down else DUTY[move.card][cell]) else NO_SUCH_STEP


def reject_face_up(state: State, seat: Seat, move: Play) -> Rejection | None:
    """Rules 5.3 to 5.5 and 11.2."""
    suit = SUIT[move.card]
    if not state.trick:
        trump = trump_of(state, seat) if move.to is None else trump_on(state, move.to)
        return LEADS_TRUMP if suit is trump else None
    led = led_suit(state.trick)
    if led is None or suit is led or not holds(state.hands[seat], led):
        return None
    return MUST_FOLLOW


def holds(hand: Cards, suit: Suit) -> bool:
    """Whether a hand has a card of the suit."""
    return not IN_SUIT[suit].isdisjoint(hand)


def tied_with(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The tied seats among which the seat has to choose (rule 7.2)."""
    return next(side for side in state.sides if seat in side)


def cell_of(state: State, seat: Seat) -> Cell:
    """Where the seat's token stands, which is placed by then."""
    cell = state.tokens[seat]
    assert cell is not None
    return cell


def destinations(state: State, seat: Seat) -> Cells:
    """Where the seat's token may be after its move, by the card it played (rules 8.2 and 8.4)."""
    laid = next(laid for laid in state.trick if laid.seat == seat)
    cell = cell_of(state, seat)
    if laid.face_down and not all_face_down(state.trick):
        return FREE[cell]
    return DUTY[laid.card][cell]


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the seat: by card or place; cards face up first."""
    return LISTS[state.phase](state, seat) if is_asked(state, seat) else ()


def legal_bids(state: State, seat: Seat) -> tuple[Move, ...]:
    """Each card of the hand."""
    return tuple([BID[card] for card in state.hands[seat]])


def legal_corners(state: State, seat: Seat) -> tuple[Move, ...]:
    """The corners that are open to the seat."""
    return tuple([PLACE[cell] for cell in CORNERS if is_open_to(state, seat, cell)])


def legal_cards(state: State, seat: Seat) -> tuple[Move, ...]:
    """The cards, with the ways of the token in Quickflint."""
    return legal_quick_plays(state, seat) if state.quickflint else legal_plays(state, seat)


def legal_plays(state: State, seat: Seat) -> tuple[Move, ...]:
    """The cards that may be played face up, then each card face down."""
    hand = state.hands[seat]
    face_up = following(state, hand) if state.trick else without_suit(hand, trump_of(state, seat))
    return (*[UP[card] for card in face_up], *[DOWN[card] for card in hand])


def legal_quick_plays(state: State, seat: Seat) -> tuple[Move, ...]:
    """The same with each place to which the token may go (chapter 11)."""
    hand, cell = state.hands[seat], cell_of(state, seat)
    face_up = following(state, hand) if state.trick else hand
    moves = [UP_TO[card][to] for card in face_up for to in DUTY[card][cell]]
    if not state.trick:
        moves = [move for move in moves if move.to is None or SUIT[move.card] is not trump_on(state, move.to)]
    return (*moves, *[DOWN_TO[card][to] for card in hand for to in FREE[cell]])


def following(state: State, hand: Cards) -> Cards:
    """The cards a follower may play face up (rules 5.4 and 5.5)."""
    led = led_suit(state.trick)
    if led is None:
        return hand
    return tuple([card for card in hand if SUIT[card] is led]) or hand


def without_suit(hand: Cards, suit: Suit | None) -> Cards:
    """The cards of other suits."""
    return tuple([card for card in hand if SUIT[card] is not suit])


def legal_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """The two tied teammates."""
    return tuple([CHOOSE[other] for other in sorted(tied_with(state, seat))])


def legal_fires(_state: State, _seat: Seat) -> tuple[Move, ...]:
    """Ridge or valley: both are always open."""
    return (LIGHT_RIDGE, LIGHT_VALLEY)


def legal_steps(state: State, seat: Seat) -> tuple[Move, ...]:
    """Where the token may be after its move."""
    return tuple([GO[cell] for cell in destinations(state, seat)])


LISTS: Final[dict[Phase, Callable[[State, Seat], tuple[Move, ...]]]] = {
    Phase.BID: legal_bids,
    Phase.PLACE: legal_corners,
    Phase.PLAY: legal_cards,
    Phase.CHOOSE: legal_choices,
    Phase.LIGHT: legal_fires,
    Phase.MOVE: legal_steps,
}
