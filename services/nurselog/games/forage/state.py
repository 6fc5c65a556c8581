"""The whole truth of a play, secrets included, and the questions it answers at once."""

from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from nurselog.games.forage.components import HAND_SIZE, NAME, SEATS, Card, Cards
from nurselog.games.forage.events import News
from nurselog.games.forage.layout import LAYOUTS, Cell, Layout
from nurselog.rules.api import Decision, Seat
from nurselog.rules.enums import QuickEnum
from nurselog.rules.tuples import quick

POINTS_TO_WIN: Final = 4
TEAM_POINTS_TO_WIN: Final = 8


class Peek(IntEnum):
    """What a token on a centre knows of the top card (rule 6.3). Numbers, which are hashed faster."""

    UNSEEN = 0
    """It was put there, or is not on a centre."""
    STALE = 1
    """It moved there, but the top card has changed since."""
    FRESH = 2
    """It moved there, and the top card is still the same."""


UNSEEN, STALE, FRESH = Peek


class Stage(QuickEnum):
    """What is chosen next in an exchange; the values are kinds of decisions."""

    TAKE = "take"
    REVEAL = "reveal"
    PARTNER_REVEAL = "partner_reveal"


class Hand(NamedTuple):
    """The cards of a seat, those that came first on the left."""

    revealed: Cards = ()
    hidden: Cards = ()


class Token(NamedTuple):
    """Where a token stands."""

    cell: Cell
    peek: Peek = UNSEEN


@quick
class Trade(NamedTuple):
    """An exchange that a seat has begun and not finished."""

    seat: Seat
    cell: Cell
    partner: Seat | None
    """With whom; None for the cache on the cell."""
    given: Cards
    stage: Stage = Stage.TAKE
    taken: Cards = ()
    revealed: Cards = ()


@quick
class State(NamedTuple):
    """A position.

    A named tuple, because each move makes a new one, and it is made four times as fast as a frozen dataclass.
    """

    large: bool
    teams: bool
    turn_limit: int
    side: int
    """The seat whose turn it is; with teams the lower seat of the team."""
    actions: tuple[int, ...]
    """How many actions each seat has left in this turn; none has any once the play is over."""
    hands: tuple[Hand, ...]
    tokens: tuple[tuple[Token, ...], ...]
    ground: tuple[Cards, ...]
    """The cards on each cell of the map; the top of a centre stack is the last."""
    face_up: int
    """A bit for each cell: whether its single card lies face up."""
    known: tuple[int, ...]
    """For each card a bit for each audience that knows where it lies (see `memory`)."""
    sets: tuple[tuple[Cards, ...], ...]
    points: tuple[int, ...]
    spent: Cards = ()
    """Discarded jokers."""
    trade: Trade | None = None
    turns: int = 0
    """How many turns of seats are over."""
    last: tuple[News, ...] = ()
    """What the last move did, as everybody saw it."""


def is_over(state: State) -> bool:
    """Whether the play has ended (chapter 10)."""
    return not any(state.actions)


def layout_of(state: State) -> Layout:
    """The map that is played on."""
    return LAYOUTS[state.large]


def sides(state: State) -> int:
    """How many seats or teams take turns."""
    return len(state.hands) // 2 if state.teams else len(state.hands)


def members(state: State, side: int) -> tuple[Seat, ...]:
    """Who takes a turn together (rules 4.1 and 11.8)."""
    return (SEATS[side], SEATS[side + sides(state)]) if state.teams else (SEATS[side],)


def partner_of(state: State, seat: Seat) -> Seat | None:
    """The other seat of the team (rule 11.8)."""
    count = len(state.hands)
    return SEATS[(seat + count // 2) % count] if state.teams else None


def together(state: State, seat: Seat) -> Seat | None:
    """The partner, if both tokens share a cell (rule 11.9)."""
    if not state.teams:
        return None
    partner = SEATS[(seat + len(state.hands) // 2) % len(state.hands)]
    return partner if state.tokens[seat][0].cell == state.tokens[partner][0].cell else None


def side_points(state: State, side: int) -> int:
    """The points of a seat or team."""
    return sum([state.points[seat] for seat in members(state, side)])


def points_to_win(state: State) -> int:
    """Rules 10.1 and 11.12."""
    return TEAM_POINTS_TO_WIN if state.teams else POINTS_TO_WIN


def reveal_target(points: int) -> int:
    """How many cards of a hand lie open (rule 9.6)."""
    return min(HAND_SIZE, points + 1)


def cards_of(hand: Hand) -> Cards:
    """All cards of a hand, the open ones first."""
    return hand.revealed + hand.hidden


def is_face_up(state: State, cell: Cell) -> bool:
    """Whether the single card on a cell lies face up."""
    return bool(state.face_up >> cell & 1)


def offered(state: State, trade: Trade) -> Cards:
    """What may be taken in an exchange: the cards of the cache, or those of the partner."""
    return state.ground[trade.cell] if trade.partner is None else cards_of(state.hands[trade.partner])


def open_given(state: State, trade: Trade) -> int:
    """How many of the cards given lie open in the giver's hand."""
    return count_in(trade.given, state.hands[trade.seat].revealed)


def open_taken(state: State, trade: Trade) -> int:
    """How many of the cards taken lie open in the partner's hand; none do in a cache."""
    return 0 if trade.partner is None else count_in(trade.taken, state.hands[trade.partner].revealed)


def count_in(cards: Cards, others: Cards) -> int:
    """How many of the cards are among the others."""
    return sum([card in others for card in cards])


@lru_cache(maxsize=1024)
def turn_decisions(actions: tuple[int, ...]) -> tuple[Decision, ...]:
    """One for each seat that has actions left."""
    return tuple([Decision(seat, "turn") for seat, left in zip(SEATS, actions, strict=False) if left])


@lru_cache(maxsize=64)
def trade_decision(seat: Seat, stage: Stage) -> tuple[Decision, ...]:
    """The next choice in an exchange."""
    return (Decision(seat, stage.value),)


def decisions(state: State) -> tuple[Decision, ...]:
    """What must be chosen now; while somebody exchanges cards, nobody else decides (rule 7.5)."""
    if state.trade is not None:
        return trade_decision(state.trade.seat, state.trade.stage)
    return turn_decisions(state.actions)


def every_card(state: State) -> tuple[str, ...]:
    """The names of all cards, wherever they lie, sorted."""
    piles: list[tuple[Card, ...]] = [cards_of(hand) for hand in state.hands]
    piles += [cards for sets in state.sets for cards in sets]
    piles += [*state.ground, state.spent]
    return tuple(sorted([NAME[card] for pile in piles for card in pile]))


def all_teams(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The seats that win and lose together (rule 11.8)."""
    return tuple(members(state, side) for side in range(sides(state))) if state.teams else ()
