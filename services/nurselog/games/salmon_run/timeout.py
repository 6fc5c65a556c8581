"""What is played for a seat that is absent or out of time (rule 8.5)."""

from nurselog.games.salmon_run.components import COST, WORTH, is_joker
from nurselog.games.salmon_run.listing import entries, legal_choices
from nurselog.games.salmon_run.moves import END_TURN, KEEP_TOP, Acclimate, Move, PutBack
from nurselog.games.salmon_run.payments import acquisitions, total_worth
from nurselog.games.salmon_run.runs import completable
from nurselog.games.salmon_run.state import (
    Phase,
    State,
    acting,
    free_cards,
    looked_at,
    objective,
    offer,
)
from nurselog.rules.api import Seat
from nurselog.rules.cards import Card


def timeout_move(state: State, seat: Seat) -> Move:  # noqa: ARG001 - only the active seat decides
    """Enters the run where it can, buys what fits it, uses no bonus; leaves its deck as it is."""
    match state.phase:
        case Phase.CHOOSE:
            return legal_choices(state)[0]
        case Phase.SPADES:
            return KEEP_TOP
        case Phase.CLUBS:
            return PutBack(None, looked_at(state))
        case _:
            return cheapest_entry(state) or best_purchase(state) or END_TURN


def cheapest_entry(state: State) -> Move | None:
    """The two cards that fit the run and pay least; the first of level ones."""
    if state.turn.entered:
        return None
    pairs = entries(objective(state), acting(state).run, free_cards(state))
    return min(pairs, key=lambda move: WORTH[move.cards[0]] + WORTH[move.cards[1]], default=None)


def best_purchase(state: State) -> Move | None:
    """The dearest card that fits the run, jokers apart, for the cards that are worth least."""
    free, boosts = free_cards(state), state.turn.boosts
    wanted = tuple(card for card in offer(state) if fits(state, card))
    ways = acquisitions(wanted, free, boosts)

    def merit(way: Acclimate) -> tuple[int, int]:
        return COST[way.card], -total_worth(way.spend, boosts)

    return max(ways, key=merit, default=None)


def fits(state: State, card: Card) -> bool:
    """Whether the run would still have a place for the card; not asked of jokers, which cost points."""
    return not is_joker(card) and completable(objective(state), (*acting(state).run, card))
