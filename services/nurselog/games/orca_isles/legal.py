"""What a seat may do now: `reject` is the truth, `legal_moves` lists what it accepts."""

from itertools import combinations
from typing import Final

from nurselog.games.orca_isles.components import ISLES, ORCAS, PLACES, Isle, Place
from nurselog.games.orca_isles.moves import (
    DRAW,
    GATHER,
    HUNT,
    PASS,
    SEND_ONE,
    SEND_TWO,
    TRUST,
    Draw,
    Gather,
    Hunt,
    Move,
    Send,
    Trust,
)
from nurselog.games.orca_isles.piles import can_draw
from nurselog.games.orca_isles.state import State, active_seat, is_over
from nurselog.rules.api import Rejection, Seat
from nurselog.rules.cards import Cards

PLAY_OVER: Final = Rejection("play_over", "9.1", "The play is over.")
NOT_YOUR_TURN: Final = Rejection("not_your_turn", "3.1", "It is another seat's turn.")
CARDS_FIRST: Final = Rejection("cards_first", "3.2", "Your orca waits at an isle: choose its cards.")
ORCA_FIRST: Final = Rejection("orca_first", "3.2", "Cards are chosen after an orca was placed at an isle.")
PASS_NEEDLESS: Final = Rejection("pass_needless", "3.4", "You can place an orca.")
NO_CARD_THERE: Final = Rejection("no_card_there", "4.2", "There is no card at that gather place.")
NOTHING_TO_DRAW: Final = Rejection("nothing_to_draw", "4.4", "Deck and discard pile are empty.")
NO_SUCH_ISLE: Final = Rejection("no_such_isle", "5.1", "There is no isle card.")
ISLE_FULL: Final = Rejection("isle_full", "5.2", "Two orcas are at that isle already.")
NOT_IN_HAND: Final = Rejection("not_in_hand", "5.3", "You hunt with cards of your hand.")
NO_CARDS: Final = Rejection("no_cards", "5.4", "Without cards in your hand you cannot hunt.")
NO_INSTINCTS: Final = Rejection("no_instincts", "10.1", "This table plays without Good instincts.")
DECK_TOO_SMALL: Final = Rejection("deck_too_small", "10.2", "Deck and discard pile hold no two cards.")

INSTINCT_CARDS: Final = 2


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why the seat may not do this now, if it may not."""
    if is_over(state):
        return PLAY_OVER
    if seat != active_seat(state):
        return NOT_YOUR_TURN
    if isinstance(move, Send):
        return ORCA_FIRST if state.hunting is None else reject_cards(state, seat, move.cards)
    return reject_place(state, seat, move) if state.hunting is None else CARDS_FIRST


def reject_cards(state: State, seat: Seat, cards: Cards) -> Rejection | None:
    """Rule 5.3."""
    return None if all(card in state.hands[seat] for card in cards) else NOT_IN_HAND


def reject_place(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Chapters 3, 4, 5 and 10: where an orca may be placed."""
    match move:
        case Gather(place):
            return None if has_card(state, place) else NO_CARD_THERE
        case Draw():
            return None if can_draw(state, 1) else NOTHING_TO_DRAW
        case Hunt(isle):
            return reject_isle(state, isle) or (None if state.hands[seat] else NO_CARDS)
        case Trust(isle):
            return reject_trust(state, isle)
        case _:
            return PASS_NEEDLESS if legal_orcas(state, seat) else None


def has_card(state: State, place: Place) -> bool:
    """Whether a gather card lies there."""
    return place < len(state.gather) and state.gather[place] is not None


def reject_isle(state: State, isle: Isle) -> Rejection | None:
    """Rules 5.1 and 5.2."""
    if isle >= len(state.isles) or state.isles[isle] is None:
        return NO_SUCH_ISLE
    return ISLE_FULL if len(state.parties[isle]) == ORCAS else None


def reject_trust(state: State, isle: Isle) -> Rejection | None:
    """Chapter 10."""
    if not state.good_instincts:
        return NO_INSTINCTS
    return reject_isle(state, isle) or (None if can_draw(state, INSTINCT_CARDS) else DECK_TOO_SMALL)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the seat: places in order, or cards one by one, then in pairs."""
    if is_over(state) or seat != active_seat(state):
        return ()
    if state.hunting is not None:
        return legal_cards(state.hands[seat])
    return legal_orcas(state, seat) or (PASS,)


def legal_cards(hand: Cards) -> tuple[Move, ...]:
    """Each card, each two cards; hands are sorted, as pairs are."""
    return (*[SEND_ONE[card] for card in hand], *[SEND_TWO[pair] for pair in combinations(hand, 2)])


def legal_orcas(state: State, seat: Seat) -> tuple[Move, ...]:
    """Where the seat may place an orca."""
    moves: list[Move] = [
        GATHER[place] for place, card in zip(PLACES, state.gather, strict=False) if card is not None
    ]
    if state.deck or state.discard:
        moves.append(DRAW)
    isles = open_isles(state)
    if state.hands[seat]:
        moves += [HUNT[isle] for isle in isles]
    if state.good_instincts and can_draw(state, INSTINCT_CARDS):
        moves += [TRUST[isle] for isle in isles]
    return tuple(moves)


def open_isles(state: State) -> list[Isle]:
    """The isles with a card and with room for an orca."""
    there = zip(ISLES, state.isles, state.parties, strict=False)
    return [isle for isle, card, parties in there if card is not None and len(parties) < ORCAS]
