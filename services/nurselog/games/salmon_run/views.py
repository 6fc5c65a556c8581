"""What an audience may know of a state (chapter 10), built from nothing else.

A player's part stays the same while the other one moves, so it is made once and kept; a view copies it.
"""

from functools import lru_cache
from typing import Final

from nurselog.api.games.salmon_run.v1 import salmon_run_pb2 as pb
from nurselog.games.salmon_run.payments import worth
from nurselog.games.salmon_run.state import (
    SEATS,
    Phase,
    Player,
    State,
    Tally,
    Terms,
    Turn,
    objective,
    objectives,
)
from nurselog.games.salmon_run.tally import diamond_points, joker_points, round_points, run_points
from nurselog.games.salmon_run.wire import NOBODY, OBJECTIVE_TO_PROTO, event_to_proto
from nurselog.rules.api import Audience, Seat
from nurselog.rules.cards import NAME, Card, Cards, names

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
    terms, phase = state.terms, state.phase
    return pb.View(
        phase=PHASE_TO_PROTO[phase],
        active_seat=NOBODY if phase is Phase.OVER else state.active,
        round=state.round + 1,
        round_count=len(objectives(terms)),
        objective=OBJECTIVE_TO_PROTO[state.round],
        run_size=objective(state).size,
        turns=state.turns,
        max_turns=terms.max_turns,
        starting_decks=starting_decks(state.starts) if phase is Phase.CHOOSE else (),
        row=names(state.row),
        aces=names(state.aces),
        threes=names(state.threes),
        acclimation_deck_size=len(state.acc_deck),
        acclimation_discard=names(state.acc_discard),
        players=[player_of(state, seat, own=seat == audience) for seat in SEATS],
        may_enter_run=phase is Phase.TURN and not state.turn.entered,
        school=terms.school,
        dogged=terms.dogged,
        last_events=[event_to_proto(one) for one in state.last],
    )


def starting_decks(starts: tuple[Cards, ...]) -> list[pb.Cards]:
    """The starting decks, those chosen without cards (rule 10.1)."""
    return [pb.Cards(cards=names(cards)) for cards in starts]


def player_of(state: State, seat: Seat, *, own: bool) -> pb.Player:
    """A seat's cards and points; hand and cards looked at for the seat itself only (rule 10.2)."""
    turn = state.turn if seat == state.active else IDLE
    tallies = tuple([pair[seat] for pair in state.tallies])
    return player_view(seat, state.players[seat], turn, tallies, state.terms, own=own)


@lru_cache(maxsize=4096)
def player_view(
    seat: Seat, player: Player, turn: Turn, tallies: tuple[Tally, ...], terms: Terms, *, own: bool
) -> pb.Player:
    """A seat's part as a message, not to be changed."""
    return pb.Player(
        seat=seat,
        deck_size=len(player.deck),
        hand_count=len(player.hand),
        hand=names(player.hand) if own else (),
        played=played_cards(player.in_play, turn),
        run=names(player.run),
        discard=names(player.discard),
        removed=names(player.removed),
        looking_count=turn.looking,
        looking_at=names(player.deck[-turn.looking :][::-1]) if own and turn.looking else (),
        rounds=[round_score(number, found, terms) for number, found in enumerate(tallies)],
        points=sum(round_points(found, terms) for found in tallies),
    )


def played_cards(in_play: Cards, turn: Turn) -> list[pb.PlayedCard]:
    """The cards of this turn, and what each did."""
    return [
        played_card(
            card, worth(card, turn.boosts), card in turn.spent, card in turn.used, card in turn.entered
        )
        for card in in_play + turn.entered
    ]


@lru_cache(maxsize=4096)
def played_card(card: Card, value: int, spent: bool, used: bool, in_run: bool) -> pb.PlayedCard:  # noqa: FBT001 - facts
    """A card of this turn as a message, not to be changed."""
    return pb.PlayedCard(card=NAME[card], worth=value, spent=spent, used=used, in_run=in_run)


@lru_cache(maxsize=4096)
def round_score(number: int, found: Tally, terms: Terms) -> pb.RoundScore:
    """What a seat scored for a round that has ended, as a message, not to be changed."""
    return pb.RoundScore(
        objective=OBJECTIVE_TO_PROTO[number],
        run=run_points(found),
        diamonds=diamond_points(found, terms),
        jokers=joker_points(found),
    )
