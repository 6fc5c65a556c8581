"""The whole truth of a play, secrets included, and the questions it answers at once."""

from typing import Final, NamedTuple

from nurselog.games.salmon_run.events import News
from nurselog.games.salmon_run.runs import OBJECTIVES, SCHOOL_OBJECTIVES, Objective, complete
from nurselog.rules.api import Decision, Seat, seats
from nurselog.rules.cards import Card, Cards, names
from nurselog.rules.enums import QuickEnum
from nurselog.rules.tuples import quick

SEATS: Final = seats(2)


class Phase(QuickEnum):
    """What is being decided; the value is the kind of the decision."""

    CHOOSE = "choose_start"
    TURN = "turn"
    SPADES = "spades_choice"
    CLUBS = "clubs_choice"
    OVER = "over"


CHOOSING, PLAYING, TOPPING, RETURNING, OVER = Phase
"""Names for the phases, because Python 3.11 takes its time to find a member of an enumeration."""


class Terms(NamedTuple):
    """What the options say."""

    school: bool
    dogged: bool
    max_turns: int
    """Turns after which a round ends, whoever takes them (rule 7.5)."""


@quick
class Player(NamedTuple):
    """All cards of a seat."""

    deck: Cards = ()
    """The top is the last."""
    hand: Cards = ()
    """Sorted."""
    in_play: Cards = ()
    """Played this turn and not in the run; sorted."""
    run: Cards = ()
    discard: Cards = ()
    removed: Cards = ()
    seen: int = 0
    """So many cards on top of the deck are known to the seat itself (rule 10.3)."""
    shown: Cards = ()
    """Cards in deck or hand of which everybody knows that they are just there (rule 10.3)."""


@quick
class Turn(NamedTuple):
    """What the active seat has done in this turn."""

    entered: Cards = ()
    """Put into the run."""
    spent: Cards = ()
    used: Cards = ()
    """For bonuses."""
    boosts: Cards = ()
    """A card for each time it was boosted."""
    acted: bool = False
    """Whether anything was done at all."""
    looking: int = 0
    """How many cards on top of the deck are being looked at."""


class Tally(NamedTuple):
    """The cards of a seat that counted when a round ended."""

    run: Cards
    diamonds: Cards
    jokers: Cards


@quick
class State(NamedTuple):
    """A position. A named tuple, because each move makes a new one."""

    terms: Terms
    phase: Phase
    active: Seat
    starts: tuple[Cards, ...]
    """The four starting decks; an empty one was chosen."""
    aces: Cards
    threes: Cards
    acc_deck: Cards
    """The top is the last."""
    row: Cards = ()
    """The oldest card first."""
    acc_discard: Cards = ()
    players: tuple[Player, Player] = (Player(), Player())
    turn: Turn = Turn()
    round: int = 0
    turns: int = 0
    """Turns ended in this round."""
    tallies: tuple[tuple[Tally, Tally], ...] = ()
    """Of the rounds that have ended."""
    last: tuple[News, ...] = ()
    """What the last move did, as everybody saw it."""


def other(seat: Seat) -> Seat:
    """The opponent."""
    return SEATS[1 - seat]


def objectives(terms: Terms) -> tuple[Objective, ...]:
    """The objectives of the rounds (rule 11.2)."""
    return SCHOOL_OBJECTIVES if terms.school else OBJECTIVES


def objective(state: State) -> Objective:
    """What the run of this round must be; after the end, that of the last."""
    return OBJECTIVES[state.round]


def acting(state: State) -> Player:
    """The cards of the active seat."""
    return state.players[state.active]


def free_cards(state: State) -> Cards:
    """Cards in play of the active seat that are not spent, sorted."""
    spent = state.turn.spent
    in_play = state.players[state.active].in_play
    return tuple([card for card in in_play if card not in spent]) if spent else in_play


def fresh_cards(state: State) -> Cards:
    """Cards that were played this turn and have served for no bonus (rules 6.1 and 6.2), sorted."""
    in_play, turn = state.players[state.active].in_play, state.turn
    if not turn.acted:
        return in_play
    return tuple(sorted([card for card in in_play + turn.entered if card not in turn.used]))


def looked_at(state: State) -> Cards:
    """The cards the active seat is looking at, the top first."""
    count = state.turn.looking
    return acting(state).deck[-count:][::-1] if count else ()


def offer(state: State) -> Cards:
    """All cards that can be acquired (rule 5.1)."""
    return state.row + state.aces + state.threes


def has_cards_to_draw(player: Player) -> bool:
    """Whether drawing or looking is possible at all (rule 6.8)."""
    return bool(player.deck or player.discard)


def owned(player: Player) -> Cards:
    """All cards that score: deck, hand, in play, run, discard pile (rule 9.5)."""
    return player.deck + player.hand + player.in_play + player.run + player.discard


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, Player]:
    """The players with another state of one."""
    first, second = state.players
    return (first, player) if seat else (player, second)


def finisher(state: State) -> Seat | None:
    """Who has completed the run, if somebody has."""
    goal = objective(state)
    return next((seat for seat in SEATS if complete(goal, state.players[seat].run)), None)


DECISIONS: Final = {phase: tuple((Decision(seat, phase.value),) for seat in SEATS) for phase in Phase}
TURNS: Final = DECISIONS[PLAYING]


def decisions(state: State) -> tuple[Decision, ...]:
    """What the active seat decides; nothing once the play is over."""
    if state.phase is PLAYING:
        return TURNS[state.active]
    if state.phase is OVER:
        return ()
    return DECISIONS[state.phase][state.active]


def every_card(state: State) -> tuple[str, ...]:
    """The names of all cards, wherever they lie, sorted."""
    common = (*state.starts, state.aces, state.threes, state.acc_deck, state.row, state.acc_discard)
    own = [pile for player in state.players for pile in (owned(player), player.removed)]
    return tuple(sorted(name for pile in (*common, *own) for name in names(pile)))


def without(cards: Cards, gone: Card) -> Cards:
    """The cards without one."""
    return tuple([card for card in cards if card != gone])
