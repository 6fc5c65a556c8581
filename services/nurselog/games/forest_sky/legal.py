"""What a seat may do now: `reject` is the truth, `legal_moves` lists what it accepts."""

from typing import Final

from nurselog.games.forest_sky.components import FORESTS, SPOTS, Card, Forest, Spot, forest_of
from nurselog.games.forest_sky.moves import (
    DISCARD,
    DRAW,
    LOCK,
    PLACE,
    SWAP,
    TAKE,
    Discard,
    Draw,
    Lock,
    Move,
    Place,
    Swap,
    Take,
)
from nurselog.games.forest_sky.state import State, all_full, card_on, is_full, is_over, must_give
from nurselog.rules.api import Rejection, Seat

PLAY_OVER: Final = Rejection("play_over", "7.1", "The play is over.")
NOT_YOUR_TURN: Final = Rejection("not_your_turn", "3.1", "It is another seat's turn.")
GIVE_FIRST: Final = Rejection("give_first", "3.2", "You hold four cards: place or discard one of them.")
DRAW_FIRST: Final = Rejection(
    "draw_first", "3.2", "A card is placed or discarded only after drawing or taking one."
)
DECK_EMPTY: Final = Rejection("deck_empty", "4.1", "The deck is empty; it is not reshuffled.")
DISCARD_EMPTY: Final = Rejection("discard_empty", "4.2", "The discard pile is empty.")
NOT_IN_HAND: Final = Rejection("not_in_hand", "4.3", "That card is not in your hand.")
FOREST_FULL: Final = Rejection("forest_full", "4.4", "That forest has no empty spot.")
FOREST_OPEN: Final = Rejection(
    "forest_open", "4.5", "While a forest has an empty spot, the card is placed there, not discarded."
)
JUST_TAKEN: Final = Rejection(
    "just_taken", "4.6", "The card just taken from the discard pile cannot be put back."
)
SPOT_EMPTY: Final = Rejection("spot_empty", "5.2", "There is no card on that spot.")
CARD_LOCKED: Final = Rejection("card_locked", "5.3", "A locked card cannot be taken.")
FOREST_INCOMPLETE: Final = Rejection(
    "forest_incomplete", "6.2", "A card is locked only in a forest of three cards."
)
LOCKED_ALREADY: Final = Rejection("locked_already", "6.3", "That card is locked already.")


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why the seat may not do this now, if it may not."""
    if is_over(state):
        return PLAY_OVER
    if seat != state.active:
        return NOT_YOUR_TURN
    if must_give(state):
        return reject_giving(state, move)
    return reject_action(state, move)


def reject_action(state: State, move: Move) -> Rejection | None:
    """Chapters 4 to 6: the four actions of a turn."""
    match move:
        case Draw():
            return None if state.deck else DECK_EMPTY
        case Take():
            return None if state.discard else DISCARD_EMPTY
        case Swap(card, spot):
            return reject_swap(state, card, spot)
        case Lock(spot):
            return reject_lock(state, spot)
        case Place() | Discard():
            return DRAW_FIRST


def reject_swap(state: State, card: Card, spot: Spot) -> Rejection | None:
    """Chapter 5."""
    if card not in state.hands[state.active]:
        return NOT_IN_HAND
    if card_on(state, spot) is None:
        return SPOT_EMPTY
    return CARD_LOCKED if spot in state.locked else None


def reject_lock(state: State, spot: Spot) -> Rejection | None:
    """Chapter 6."""
    if not is_full(state, forest_of(spot)):
        return FOREST_INCOMPLETE
    return LOCKED_ALREADY if spot in state.locked else None


def reject_giving(state: State, move: Move) -> Rejection | None:
    """Rules 4.3 to 4.6: the second half of a turn that began with a draw."""
    match move:
        case Place(card, forest):
            return reject_place(state, card, forest)
        case Discard(card):
            return reject_discard(state, card)
        case _:
            return GIVE_FIRST


def reject_place(state: State, card: Card, forest: Forest) -> Rejection | None:
    """Rules 4.3 and 4.4."""
    if card not in state.hands[state.active]:
        return NOT_IN_HAND
    return FOREST_FULL if is_full(state, forest) else None


def reject_discard(state: State, card: Card) -> Rejection | None:
    """Rules 4.5 and 4.6."""
    if card not in state.hands[state.active]:
        return NOT_IN_HAND
    if not all_full(state):
        return FOREST_OPEN
    return JUST_TAKEN if card == state.taken else None


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the seat, in the order of the rules."""
    if seat != state.active or is_over(state):
        return ()
    return legal_giving(state) if must_give(state) else legal_actions(state)


def legal_actions(state: State) -> tuple[Move, ...]:
    """Draw, take, swaps by card and spot, locks by spot."""
    locked = state.locked
    free = [spot for spot in occupied(state) if spot not in locked]
    moves: list[Move] = []
    if state.deck:
        moves.append(DRAW)
    if state.discard:
        moves.append(TAKE)
    for card in state.hands[state.active]:
        swaps = SWAP[card]
        moves += [swaps[spot] for spot in free]
    moves += [LOCK[spot] for spot in free if is_full(state, forest_of(spot))]
    return tuple(moves)


def occupied(state: State) -> tuple[Spot, ...]:
    """The spots with a card."""
    first, second = state.forests
    return SPOTS[: len(first)] + SPOTS[3 : 3 + len(second)]


def legal_giving(state: State) -> tuple[Place | Discard, ...]:
    """Each card into each forest with an empty spot; once there is none, onto the discard pile."""
    hand = state.hands[state.active]
    if all_full(state):
        return tuple(DISCARD[card] for card in hand if card != state.taken)
    free = [forest for forest in FORESTS if not is_full(state, forest)]
    return tuple(PLACE[card][forest] for card in hand for forest in free)
