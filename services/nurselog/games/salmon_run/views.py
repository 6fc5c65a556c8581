"""What an audience may know of a state (chapter 10), built from nothing else."""

from typing import Final

from nurselog.api.games.salmon_run.v1 import salmon_run_pb2 as pb
from nurselog.games.salmon_run.components import WORTH
from nurselog.games.salmon_run.payments import worth
from nurselog.games.salmon_run.runs import OBJECTIVES
from nurselog.games.salmon_run.state import (
    CHOOSING,
    OVER,
    PLAYING,
    RETURNING,
    SEATS,
    TOPPING,
    Phase,
    State,
    Tally,
    Terms,
    Turn,
    looked_at,
    objectives,
)
from nurselog.games.salmon_run.tally import diamond_points, joker_points, round_points, run_points
from nurselog.games.salmon_run.wire import NOBODY, OBJECTIVE_TO_PROTO, Fields, event_fields
from nurselog.rules.api import Audience, Seat
from nurselog.rules.cards import DECK_WITH_JOKERS, NAME, Card, Cards, names
from nurselog.rules.parts import Numbers, inside, part, pile

PHASE_TO_PROTO: Final = {
    CHOOSING: pb.PHASE_CHOOSE_START,
    PLAYING: pb.PHASE_TURN,
    TOPPING: pb.PHASE_SPADES_CHOICE,
    RETURNING: pb.PHASE_CLUBS_CHOICE,
    OVER: pb.PHASE_OVER,
}

TURNS: Final = Numbers(pb.View, "turns")
ROW: Final = pile(pb.View, "row", NAME)
ACES: Final = pile(pb.View, "aces", NAME)
THREES: Final = pile(pb.View, "threes", NAME)
ACCLIMATION_DECK: Final = Numbers(pb.View, "acclimation_deck_size")
ACCLIMATION_DISCARD: Final = pile(pb.View, "acclimation_discard", NAME)

PLAYER: Final = inside(pb.View, "players")
DECK_SIZE: Final = Numbers(pb.Player, "deck_size")
HAND_COUNT: Final = Numbers(pb.Player, "hand_count")
HAND: Final = pile(pb.Player, "hand", NAME)
RUN: Final = pile(pb.Player, "run", NAME)
DISCARD: Final = pile(pb.Player, "discard", NAME)
REMOVED: Final = pile(pb.Player, "removed", NAME)
PLAYED: Final = tuple(
    pb.Player(played=[pb.PlayedCard(card=NAME[card], worth=WORTH[card])]).SerializeToString()
    for card in DECK_WITH_JOKERS
)
"""By card: played, and nothing done with it."""
LOOKING: Final = Numbers(pb.Player, "looking_count")
LOOKING_AT: Final = pile(pb.Player, "looking_at", NAME)

IDLE: Final = Turn()


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    news: Fields = {"last_events": [event_fields(one) for one in state.last]}
    players = [PLAYER(b"".join(player_parts(state, seat, own=seat == audience))) for seat in SEATS]
    found = pb.View(**news)
    found.MergeFromString(b"".join((*common(state), *players)))
    return found


def common(state: State) -> tuple[bytes, ...]:
    """What all see alike, but for the cards of the seats (rule 10.1)."""
    phase = state.phase
    return (
        game(state.terms, state.round),
        progress(phase, state.active, phase is PLAYING and not state.turn.entered),
        TURNS[state.turns],
        starting_decks(state.starts) if phase is CHOOSING else b"",
        ROW(state.row),
        ACES(state.aces),
        THREES(state.threes),
        ACCLIMATION_DECK[len(state.acc_deck)],
        ACCLIMATION_DISCARD(state.acc_discard),
    )


@part(64)
def game(terms: Terms, number: int) -> pb.View:
    """The round of that number, and the terms."""
    return pb.View(
        round=number + 1,
        round_count=len(objectives(terms)),
        objective=OBJECTIVE_TO_PROTO[number],
        run_size=OBJECTIVES[number].size,
        max_turns=terms.max_turns,
        school=terms.school,
        dogged=terms.dogged,
    )


@part(64)
def progress(phase: Phase, active: Seat, may_enter_run: bool) -> pb.View:  # noqa: FBT001 - a key
    """Who decides what."""
    return pb.View(
        phase=PHASE_TO_PROTO[phase],
        active_seat=NOBODY if phase is OVER else active,
        may_enter_run=may_enter_run,
    )


@part(64)
def starting_decks(starts: tuple[Cards, ...]) -> pb.View:
    """The starting decks while they are chosen."""
    return pb.View(starting_decks=[pb.Cards(cards=names(cards)) for cards in starts])


# --- Seats


def player_parts(state: State, seat: Seat, *, own: bool) -> tuple[bytes, ...]:
    """A seat's cards and points; hand and cards looked at for the seat itself only (rule 10.2)."""
    player = state.players[seat]
    turn = state.turn if seat == state.active else IDLE
    return (
        scores(state.tallies, seat, state.terms),
        DECK_SIZE[len(player.deck)],
        HAND_COUNT[len(player.hand)],
        HAND(player.hand) if own else b"",
        played(player.in_play + turn.entered, turn),
        RUN(player.run),
        DISCARD(player.discard),
        REMOVED(player.removed),
        LOOKING[turn.looking],
        LOOKING_AT(looked_at(state)) if own and turn.looking else b"",
    )


def played(cards: Cards, turn: Turn) -> bytes:
    """The cards of this turn, and what each did."""
    if not turn.acted:
        return b"".join([PLAYED[card] for card in cards])
    spent, used, entered, boosts = turn.spent, turn.used, turn.entered, turn.boosts
    return b"".join(
        [
            played_card(card, worth(card, boosts), card in spent, card in used, card in entered)
            for card in cards
        ]
    )


@part(1024)
def played_card(card: Card, paying: int, spent: bool, used: bool, in_run: bool) -> pb.Player:  # noqa: FBT001 - a key
    """A card of this turn, and what it did."""
    one = pb.PlayedCard(card=NAME[card], worth=paying, spent=spent, used=used, in_run=in_run)
    return pb.Player(played=[one])


@part(256)
def scores(tallies: tuple[tuple[Tally, Tally], ...], seat: Seat, terms: Terms) -> pb.Player:
    """What a seat scored for the rounds that have ended."""
    found = [pair[seat] for pair in tallies]
    return pb.Player(
        seat=seat,
        rounds=[round_score(number, one, terms) for number, one in enumerate(found)],
        points=sum(round_points(one, terms) for one in found),
    )


def round_score(number: int, found: Tally, terms: Terms) -> pb.RoundScore:
    """What a seat scored for a round."""
    return pb.RoundScore(
        objective=OBJECTIVE_TO_PROTO[number],
        run=run_points(found),
        diamonds=diamond_points(found, terms),
        jokers=joker_points(found),
    )
