"""What a seat may do now: all that `legal` does not reject, listed in the order of the rules."""

from functools import lru_cache
from itertools import combinations, permutations
from typing import Final

from nurselog.games.salmon_run.components import SHARED, is_joker
from nurselog.games.salmon_run.moves import (
    CHOOSE,
    END_TURN,
    KEEP_TOP,
    ChooseStart,
    EnterAlone,
    EnterRun,
    Move,
    Pair,
    PutBack,
    PutOnTop,
    UseBonus,
)
from nurselog.games.salmon_run.payments import acquisitions
from nurselog.games.salmon_run.runs import Objective, completable
from nurselog.games.salmon_run.state import (
    PLAYING,
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
from nurselog.rules.api import Seat
from nurselog.rules.cards import DECK_WITH_JOKERS, Cards, Suit

ENTER: Final = {pair: EnterRun(pair) for pair in combinations(DECK_WITH_JOKERS, 2)}


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves of the seat."""
    if seat != state.active:
        return ()
    if state.phase is PLAYING:
        return legal_actions(state)
    match state.phase:
        case Phase.CHOOSE:
            return legal_choices(state)
        case Phase.SPADES:
            return (KEEP_TOP, *(PutOnTop(card) for card in acting(state).discard))
        case Phase.CLUBS:
            return legal_returns(looked_at(state))
        case _:
            return ()


def legal_choices(state: State) -> tuple[ChooseStart, ...]:
    """The starting decks that are left (rule 2.3)."""
    return tuple(move for move in CHOOSE if state.starts[move.deck])


def legal_actions(state: State) -> tuple[Move, ...]:
    """Run, acclimation, bonuses, the end of the turn, dogged determination."""
    turn, player, free = state.turn, acting(state), free_cards(state)
    goal = objective(state)
    moves: list[Move] = []
    if not turn.entered:
        moves += entries(goal, player.run, free)
    moves += acquisitions(offer(state), free, turn.boosts)
    if not state.terms.school:
        moves += bonuses(fresh_cards(state), free, has_cards_to_draw(player))
    moves.append(END_TURN)
    if state.terms.dogged and not turn.acted:
        moves += lone_entries(goal, player.run, free)
    return tuple(moves)


def entries(goal: Objective, run: Cards, free: Cards) -> list[EnterRun]:
    """Every two cards that fit the run (chapter 4)."""
    if len(run) == goal.size:
        return []
    return [ENTER[pair] for pair in combinations(free, 2) if completable(goal, run + pair)]


@lru_cache(maxsize=4096)
def lone_entries(goal: Objective, run: Cards, free: Cards) -> tuple[EnterAlone, ...]:
    """Every single card that fits the run (rule 11.8)."""
    return tuple([EnterAlone(card) for card in free if completable(goal, (*run, card))])


@lru_cache(maxsize=16384)
def bonuses(fresh: Cards, free: Cards, can_draw: bool) -> tuple[UseBonus, ...]:  # noqa: FBT001 - a key
    """Every bonus that two cards serve for (chapter 6)."""
    return tuple(
        [
            move
            for one, other in combinations(fresh, 2)
            for suit in SHARED[one][other]
            for move in uses(suit, (one, other), free, can_draw)
        ]
    )


def uses(suit: Suit, pair: Pair, free: Cards, can_draw: bool) -> list[UseBonus]:  # noqa: FBT001 - a fact of the state
    """The bonus of a suit with these two cards; diamonds for every card they can boost."""
    if suit is Suit.DIAMONDS:
        return [UseBonus(suit, pair, card) for card in free if not is_joker(card)]
    return [UseBonus(suit, pair)] if can_draw else []


@lru_cache(maxsize=1024)
def legal_returns(looked: Cards) -> tuple[PutBack, ...]:
    """Every order of the cards, all of them or without one (rule 6.7)."""
    kept = [PutBack(None, order) for order in permutations(looked)]
    for removed in looked:
        rest = [card for card in looked if card != removed]
        kept += [PutBack(removed, order) for order in permutations(rest)]
    return tuple(kept)
