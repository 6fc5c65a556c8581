"""The whole truth of a play, secrets included, and the questions it answers at once."""

from typing import Final, NamedTuple

from nurselog.games.signal_fire.components import (
    CELLS,
    FACE_UP,
    FIRES,
    SEATS,
    TEAMS,
    Cell,
    Seats,
)
from nurselog.games.signal_fire.events import News
from nurselog.rules.api import Decision, Seat
from nurselog.rules.cards import NAME, SUIT, Card, Cards, Suit
from nurselog.rules.enums import QuickEnum
from nurselog.rules.tuples import quick


class Phase(QuickEnum):
    """What is being decided; also the kind of the decision."""

    BID = "bid"
    PLACE = "place"
    PLAY = "play"
    CHOOSE = "choose_lighter"
    LIGHT = "light"
    MOVE = "move"
    OVER = "over"


class Laid(NamedTuple):
    """A card in a trick."""

    seat: Seat
    card: Card
    face_down: bool


Trick = tuple[Laid, ...]

TeamFires = tuple[int, ...]
"""How many fires a team has at each of its places, in the order of `FIRES`."""
Fires = tuple[TeamFires, TeamFires]

NO_FIRES: Final[Fires] = ((0,) * len(FIRES), (0,) * len(FIRES))
NOTHING: Final = (None,) * len(SEATS)
NO_VOIDS: Final[tuple[tuple[Suit, ...], ...]] = ((),) * len(SEATS)


@quick
class State(NamedTuple):
    """A position. Hands are sorted.

    A named tuple, because each move makes a new one, and it is made four times as fast as a frozen dataclass.
    """

    target: int
    round_limit: int
    """The number of rounds; 0 where the target ends the play (rules 10.1 and 10.3)."""
    quickflint: bool
    map: Cards
    """The nine cards, row by row; which of them lie face down is always the same (rule 2.2)."""
    set_aside: Cards
    hands: tuple[Cards, ...]
    phase: Phase = Phase.BID
    asked: Seats = SEATS
    """Who decides in this phase, in order: all at once when bidding, else the first."""
    bids: tuple[Card | None, ...] = NOTHING
    tokens: tuple[Cell | None, ...] = NOTHING
    leader: Seat | None = None
    """Who leads the trick, once the bids are turned up."""
    trick: Trick = ()
    winner: Seat | None = None
    """Who won the trick that lies there (rule 6.4)."""
    sides: tuple[Seats, ...] = ()
    """The tied or winning seats of each team that lights in this trick; the winner's first (rule 7.1)."""
    last_trick: Trick = ()
    spent: Cards = ()
    """Cards of older tricks."""
    tricks_done: int = 0
    fires: Fires = NO_FIRES
    voids: tuple[tuple[Suit, ...], ...] = NO_VOIDS
    """The suits of which everybody knows that a seat has none, since it did not follow (rule 12.4)."""
    recent: Seats = ()
    """The seats that ever lit a fire, the last one first (rule 3.3)."""
    history: tuple[Fires, ...] = ()
    """The fires of each finished round."""
    last: tuple[News, ...] = ()
    """What the last move did, as everybody saw it."""


DECISION: Final = {phase: tuple((Decision(seat, phase.value),) for seat in SEATS) for phase in Phase}


def decisions(state: State) -> tuple[Decision, ...]:
    """All that have not bid yet; later one seat at a time; nobody once it is over."""
    asked = state.asked
    if state.phase is Phase.BID:
        table = DECISION[Phase.BID]
        return tuple([table[seat][0] for seat in asked])
    return DECISION[state.phase][asked[0]] if asked else ()


def trump_on(state: State, cell: Cell | None) -> Suit | None:
    """The suit of the face-up card on a place (rule 4.1)."""
    return SUIT[state.map[cell]] if cell is not None and FACE_UP[cell] else None


def trump_of(state: State, seat: Seat) -> Suit | None:
    """A seat's trump, as its token stands."""
    return trump_on(state, state.tokens[seat])


def led_suit(trick: Trick) -> Suit | None:
    """The suit of the first card face up; if four lie face down, of the leader's (rules 5.4 and 6.3)."""
    for laid in trick:
        if not laid.face_down:
            return SUIT[laid.card]
    return SUIT[trick[0].card] if len(trick) == len(SEATS) else None


def all_face_down(trick: Trick) -> bool:
    """Whether four cards lie face down, which are then as good as face up (rule 6.3)."""
    return len(trick) == len(SEATS) and all(laid.face_down for laid in trick)


def is_shown(state: State) -> bool:
    """Whether the face-down cards of the trick have been turned up (rules 6.3 and 7.5)."""
    return state.phase is Phase.MOVE or all_face_down(state.trick)


def can_see(state: State, audience: int, laid: Laid) -> bool:
    """Whether an audience may see a card of the trick that lies there."""
    return not laid.face_down or laid.seat == audience or is_shown(state)


def open_map(state: State) -> tuple[Card | None, ...]:
    """The map as everybody sees it."""
    return tuple([state.map[cell] if FACE_UP[cell] else None for cell in CELLS])


def every_card(state: State) -> tuple[str, ...]:
    """The names of all cards, wherever they lie, sorted."""
    laid = tuple(one.card for one in (*state.trick, *state.last_trick))
    bids = tuple(card for card in state.bids if card is not None)
    piles = (state.map, state.set_aside, *state.hands, bids, laid, state.spent)
    return tuple(sorted(NAME[card] for pile in piles for card in pile))


def teams(_state: State) -> tuple[Seats, ...]:
    """The partners."""
    return TEAMS
