"""What an audience may know of a state (chapter 10), built from nothing else."""

from functools import lru_cache
from typing import Final

from nurselog.api.games.salmon_run.v1 import salmon_run_pb2 as pb
from nurselog.games.salmon_run.components import WORTH
from nurselog.games.salmon_run.payments import worth
from nurselog.games.salmon_run.state import (
    SEATS,
    Phase,
    State,
    Tally,
    Terms,
    Turn,
    looked_at,
    objective,
    objectives,
)
from nurselog.games.salmon_run.tally import diamond_points, joker_points, run_points, total_so_far
from nurselog.games.salmon_run.wire import NOBODY, OBJECTIVE_TO_PROTO, Fields, event_fields
from nurselog.rules.api import Audience, Seat
from nurselog.rules.cards import NAME, Cards, names

PHASE_TO_PROTO: Final = {
    Phase.CHOOSE: pb.PHASE_CHOOSE_START,
    Phase.TURN: pb.PHASE_TURN,
    Phase.SPADES: pb.PHASE_SPADES_CHOICE,
    Phase.CLUBS: pb.PHASE_CLUBS_CHOICE,
    Phase.OVER: pb.PHASE_OVER,
}

IDLE: Final = Turn()


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    players = [player_fields(state, seat, own=seat == audience) for seat in SEATS]
    fields: Fields = {**progress(state), **middle(state), "players": players}
    return pb.View(**fields)


def progress(state: State) -> Fields:
    """Who decides what, in which round, under which terms, and what happened last."""
    terms, phase = state.terms, state.phase
    return {
        "phase": PHASE_TO_PROTO[phase],
        "active_seat": NOBODY if phase is Phase.OVER else state.active,
        "round": state.round + 1,
        "round_count": len(objectives(terms)),
        "objective": OBJECTIVE_TO_PROTO[state.round],
        "run_size": objective(state).size,
        "turns": state.turns,
        "max_turns": terms.max_turns,
        "may_enter_run": phase is Phase.TURN and not state.turn.entered,
        "school": terms.school,
        "dogged": terms.dogged,
        "last_events": [event_fields(one) for one in state.last],
    }


def middle(state: State) -> Fields:
    """What is common: starting decks while they are chosen, offers, piles (rule 10.1)."""
    starts = state.starts if state.phase is Phase.CHOOSE else ()
    return {
        "starting_decks": [{"cards": names(cards)} for cards in starts],
        "row": names(state.row),
        "aces": names(state.aces),
        "threes": names(state.threes),
        "acclimation_deck_size": len(state.acc_deck),
        "acclimation_discard": names(state.acc_discard),
    }


def player_fields(state: State, seat: Seat, *, own: bool) -> Fields:
    """A seat's cards and points; hand and cards looked at for the seat itself only (rule 10.2)."""
    player = state.players[seat]
    turn = state.turn if seat == state.active else IDLE
    rounds = [round_score(number, pair[seat], state.terms) for number, pair in enumerate(state.tallies)]
    return {
        "seat": seat,
        "deck_size": len(player.deck),
        "hand_count": len(player.hand),
        "hand": names(player.hand) if own else (),
        "played": played_cards(player.in_play + turn.entered, turn),
        "run": names(player.run),
        "discard": names(player.discard),
        "removed": names(player.removed),
        "looking_count": turn.looking,
        "looking_at": names(looked_at(state)) if own and turn.looking else (),
        "rounds": rounds,
        "points": total_so_far(state, seat) if rounds else 0,
    }


def played_cards(cards: Cards, turn: Turn) -> list[Fields]:
    """The cards of this turn, and what each did."""
    if not turn.acted:
        return [{"card": NAME[card], "worth": WORTH[card]} for card in cards]
    return [
        {
            "card": NAME[card],
            "worth": worth(card, turn.boosts),
            "spent": card in turn.spent,
            "used": card in turn.used,
            "in_run": card in turn.entered,
        }
        for card in cards
    ]


@lru_cache(maxsize=1024)
def round_score(number: int, found: Tally, terms: Terms) -> Fields:
    """What a seat scored for a round that has ended; not to be changed."""
    return {
        "objective": OBJECTIVE_TO_PROTO[number],
        "run": run_points(found),
        "diamonds": diamond_points(found, terms),
        "jokers": joker_points(found),
    }
