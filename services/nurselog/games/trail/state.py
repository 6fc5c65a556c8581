"""The whole truth of a play, secrets included, and the questions it answers at once."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from nurselog.games.trail.components import ABOVE, TRAILHEAD, Spot, Spots
from nurselog.games.trail.events import News
from nurselog.rules.api import Decision, Seat, seats
from nurselog.rules.cards import Card, Cards, names
from nurselog.rules.enums import QuickEnum
from nurselog.rules.tuples import quick

T = TypeVar("T")


class Phase(QuickEnum):
    """What is being decided; the value is the kind of the decision."""

    PACK = "pack"
    ACES = "aces"
    TREK = "trek"
    PAY = "pay"
    RECOVER = "recover"
    OVER = "over"


PACKING, TAKING_ACES, TREKKING, PAYING, RECOVERING, OVER = Phase
"""Names for the phases, because Python 3.11 takes its time to find a member of an enumeration."""


@quick
class State(NamedTuple):
    """A position. A named tuple, because each move makes a new one."""

    phase: Phase
    opener: Seat
    """Who had the first-player token at the beginning, and so the first choice of aces."""
    first: Seat
    """Who has the first-player token now."""
    trail: Cards
    """The cards of the trail, by spot."""
    open_spots: tuple[bool, ...]
    """By spot: whether its card lies face up."""
    hands: tuple[Cards, ...]
    """What the seats draft from; sorted."""
    picks: tuple[Card | None, ...]
    """What the seats have chosen and not yet put into their packs (rule 3.1)."""
    drafted: tuple[Cards, ...]
    """What the seats have put into their packs, in order; stays as it is when cards are paid."""
    packs: tuple[Cards, ...]
    """What the seats can pay with; sorted."""
    treks: tuple[Spots, ...]
    """The spots trekked past, in order."""
    out: Cards
    """Out of the play and never seen: a face card; with three seats seven numeric cards and an ace, too."""
    aces: Cards
    """Those that nobody has taken; sorted."""
    aces_taken: Cards = ()
    """Those that were, in order."""
    order: tuple[Seat, ...] = ()
    """Who takes turns in this round."""
    at: int = 0
    """Who of them is to decide, on the trek or recovering; while aces are taken, how many were."""
    target: Spot | None = None
    """The card just turned up, that is to be paid for."""
    blazers: tuple[Seat, ...] = ()
    """Who has trailblazed in this round and trekked on (rule 6.1)."""
    pool: Cards = ()
    """What was discarded in this round, in order."""
    gone: Cards = ()
    """What was discarded in earlier rounds and not recovered."""
    recovered: Cards = ()
    """Cards in packs that all saw getting there."""
    round: int = 0
    """Of the trek, from 1."""
    back: tuple[bool, ...] = ()
    """By seat: whether it has turned back."""
    last: tuple[News, ...] = ()
    """What the last move did, as everybody saw it."""


def at_seat(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """The items of all seats, with another one for this seat."""
    return (*items[:seat], item, *items[seat + 1 :])


def without(cards: Cards, gone: Sequence[Card]) -> Cards:
    """The cards without some."""
    return tuple([card for card in cards if card not in gone])


def clockwise(first: Seat, seat_count: int) -> tuple[Seat, ...]:
    """All seats, beginning with one."""
    every = seats(seat_count)
    return every[first:] + every[:first]


def reachable(state: State, seat: Seat) -> Spots:
    """Where the seat can trek next (rule 4.1)."""
    trek = state.treks[seat]
    return ABOVE[trek[-1]] if trek else TRAILHEAD


def active(state: State) -> Seat | None:
    """The seat that decides alone; None while all draft, and at the end."""
    phase = state.phase
    if phase is TREKKING or phase is PAYING:
        return state.order[state.at]
    if phase is TAKING_ACES:
        return clockwise(state.opener, len(state.packs))[state.at]
    return state.blazers[state.at] if phase is RECOVERING else None


def deciding(state: State) -> tuple[Seat, ...]:
    """The seats that have something to decide, in order."""
    if state.phase is PACKING:
        return tuple([seat for seat in ALL_SEATS[: len(state.picks)] if state.picks[seat] is None])
    seat = active(state)
    return () if seat is None else (seat,)


ALL_SEATS: Final = seats(4)
DECISIONS: Final = {phase: tuple(Decision(seat, phase.value) for seat in ALL_SEATS) for phase in Phase}


def decisions(state: State) -> tuple[Decision, ...]:
    """What must be chosen now: by all that draft at once, else by one seat."""
    of_phase = DECISIONS[state.phase]
    return tuple([of_phase[seat] for seat in deciding(state)])


def every_card(state: State) -> tuple[str, ...]:
    """The names of all cards, wherever they lie, sorted."""
    piles = (state.trail, *state.hands, *state.packs, state.out, state.aces, state.pool, state.gone)
    return tuple(sorted(name for pile in piles for name in names(pile)))
