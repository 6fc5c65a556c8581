"""What a seat may do now: `reject` is the truth, `legal_moves` lists what it accepts."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from nurselog.games.alaska.components import (
    ANGLERS,
    BEAR,
    BESIDE,
    EAGLE,
    LOCAL,
    RIVERS,
    SECTIONS,
    Card,
    Cards,
    River,
    Section,
    cast_value,
    is_cast,
)
from nurselog.games.alaska.moves import (
    CAST,
    CAST_AT,
    EAGLE_AT_ANGLER,
    EAGLE_AT_NOTHING,
    EAGLE_AT_SALMON,
    END_TURN,
    PASS,
    PLACE_SALMON,
    PLAY_ANGLER,
    PLAY_BEAR,
    USE_BEAR,
    Cast,
    EndTurn,
    Move,
    Pass,
    PlaceSalmon,
    PlayAngler,
    PlayBear,
    PlayEagle,
    UseBear,
)
from nurselog.games.alaska.state import State, answering, left_of
from nurselog.rules.api import Rejection, Seat

PLAY_OVER: Final = Rejection("play_over", "10.2", "The play is over.")
NOT_YOUR_TURN: Final = Rejection("not_your_turn", "3.1", "It is another seat's turn.")
NOT_ASKED: Final = Rejection("not_asked", "8.4", "You are not asked, or have answered already.")
SALMON_FIRST: Final = Rejection("salmon_first", "4.1", "First the salmon that lie open are placed.")
NO_SALMON_TO_PLACE: Final = Rejection("no_salmon_to_place", "4.1", "There is no salmon to place.")
SECTION_TAKEN: Final = Rejection("section_taken", "4.2", "That section holds a salmon already.")
NOT_IN_HAND: Final = Rejection("not_in_hand", "3.4", "You do not hold what this needs.")
CHOOSE_SALMON: Final = Rejection(
    "choose_salmon", "6.4", "Two salmon are within reach of this cast: name the section of the one you catch."
)
NO_CHOICE: Final = Rejection(
    "no_choice", "6.4", "A section is named only where two salmon are within reach, and then one of the two."
)
TOURIST_SITS: Final = Rejection("tourist_sits", "7.1", "A tourist lets nobody else sit down there.")
LOCAL_SITS: Final = Rejection("local_sits", "7.2", "A local sits down only where nobody is.")
NO_TARGET: Final = Rejection("no_target", "8.1", "There is no such salmon or angler for the eagle.")
TARGET_NEEDED: Final = Rejection("target_needed", "8.2", "The river holds prey: name what the eagle takes.")
NO_BEAR_WINDOW: Final = Rejection("no_bear_window", "8.4", "There is no catch to answer.")
HAND_TOO_FULL: Final = Rejection(
    "hand_too_full", "9.1", "A turn ends with at most one card in hand: play more cards."
)


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why the seat may not do this now, if it may not."""
    if state.over:
        return PLAY_OVER
    if state.catch is not None:
        return reject_answer(state, seat, move)
    if state.to_place:
        return reject_placing(state, seat, move)
    return NOT_YOUR_TURN if seat != state.active else reject_action(state, move)


def reject_answer(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Rule 8.4."""
    answers = state.catch.answers if state.catch else ()
    if seat == state.active or answers[answering(state, seat)] is not None:
        return NOT_ASKED
    match move:
        case UseBear():
            return None if BEAR in state.hands[seat] else NOT_IN_HAND
        case Pass():
            return None
        case _:
            return NOT_YOUR_TURN


def reject_placing(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Chapter 4."""
    if seat != left_of(state, state.active):
        return SALMON_FIRST if seat == state.active else NOT_YOUR_TURN
    if not isinstance(move, PlaceSalmon):
        return SALMON_FIRST
    return SECTION_TAKEN if state.salmon[move.section] else None


def reject_action(state: State, move: Move) -> Rejection | None:
    """Chapters 6 to 9: what the active seat does with its hand."""
    hand = state.hands[state.active]
    match move:
        case Cast(cards, section):
            return reject_cast(state, hand, cards, section)
        case PlayAngler(angler, river):
            return NOT_IN_HAND if angler not in hand else reject_angler(state, angler, river)
        case PlayEagle(section, river):
            return NOT_IN_HAND if EAGLE not in hand else reject_eagle(state, section, river)
        case PlayBear():
            return None if BEAR in hand else NOT_IN_HAND
        case EndTurn():
            return HAND_TOO_FULL if len(hand) > 1 else None
        case PlaceSalmon() | UseBear() | Pass():
            return NO_SALMON_TO_PLACE if isinstance(move, PlaceSalmon) else NO_BEAR_WINDOW


def reject_cast(state: State, hand: Cards, cards: Cards, section: Section | None) -> Rejection | None:
    """Chapter 6: any casts in hand will do, but two salmon within reach make a choice."""
    if any(hand.count(card) < cards.count(card) for card in cards):
        return NOT_IN_HAND
    reach = within_reach(state, cards)
    if len(reach) < len(BESIDE[0]):
        return None if section is None else NO_CHOICE
    if section is None:
        return CHOOSE_SALMON
    return None if section in reach else NO_CHOICE


def within_reach(state: State, cards: Cards) -> tuple[Section, ...]:
    """The sections whose salmon these casts could catch (rule 6.4)."""
    value = sum(cast_value(card) for card in cards)
    if value > len(RIVERS) or state.anglers[value - 1] is not None:
        return ()
    return tuple([section for section in BESIDE[value - 1] if state.salmon[section]])


def reject_angler(state: State, angler: Card, river: River) -> Rejection | None:
    """Chapter 7."""
    there = state.anglers[river]
    if there is None:
        return None
    if there == LOCAL:
        return LOCAL_SITS if angler == LOCAL else None
    return TOURIST_SITS


def reject_eagle(state: State, section: Section | None, river: River | None) -> Rejection | None:
    """Rules 8.1 and 8.2."""
    if section is not None:
        return None if river is None and state.salmon[section] else NO_TARGET
    if river is not None:
        return None if state.anglers[river] is not None else NO_TARGET
    return TARGET_NEEDED if has_prey(state) else None


def has_prey(state: State) -> bool:
    """Whether the river holds any salmon or angler."""
    return any(state.salmon) or any(angler is not None for angler in state.anglers)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the seat, in the order of the rules."""
    if state.over:
        return ()
    if state.catch is not None:
        return legal_answers(state, seat)
    if state.to_place:
        return legal_placings(state) if seat == left_of(state, state.active) else ()
    return tuple(legal_actions(state)) if seat == state.active else ()


def legal_answers(state: State, seat: Seat) -> tuple[Move, ...]:
    """Pass, or use a bear if there is one."""
    if seat == state.active or reject_answer(state, seat, PASS) is not None:
        return ()
    return (USE_BEAR, PASS) if BEAR in state.hands[seat] else (PASS,)


def legal_placings(state: State) -> tuple[Move, ...]:
    """The empty sections."""
    return tuple([PLACE_SALMON[section] for section in SECTIONS if not state.salmon[section]])


def legal_actions(state: State) -> Iterator[Move]:
    """Casts, anglers, eagle, bear, the end."""
    hand = state.hands[state.active]
    casts = [card for card in hand if is_cast(card)]
    for cards in dict.fromkeys([*((card,) for card in casts), *combinations(casts, 2)]):
        yield from legal_casts(state, cards)
    for angler in ANGLERS:
        if angler in hand:
            yield from legal_anglers(state, angler)
    if EAGLE in hand:
        yield from legal_eagles(state)
    if BEAR in hand:
        yield PLAY_BEAR
    if len(hand) <= 1:
        yield END_TURN


def legal_casts(state: State, cards: Cards) -> Iterator[Move]:
    """One way to cast these cards, or two where two salmon are within reach."""
    reach = within_reach(state, cards)
    if len(reach) < len(BESIDE[0]):
        yield CAST[cards]
    else:
        yield from (CAST_AT[cards, section] for section in reach)


def legal_anglers(state: State, angler: Card) -> Iterator[Move]:
    """The river cards where the angler may sit down."""
    return (PLAY_ANGLER[angler, river] for river in RIVERS if reject_angler(state, angler, river) is None)


def legal_eagles(state: State) -> Iterator[Move]:
    """Each salmon, each angler, or nothing if there is neither."""
    if not has_prey(state):
        yield EAGLE_AT_NOTHING
        return
    yield from (EAGLE_AT_SALMON[section] for section in SECTIONS if state.salmon[section])
    yield from (EAGLE_AT_ANGLER[river] for river in RIVERS if state.anglers[river] is not None)
