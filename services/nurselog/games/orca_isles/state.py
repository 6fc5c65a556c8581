"""The whole truth of a play, secrets included, and the questions it answers at once."""

from typing import Final, NamedTuple

from nurselog.games.orca_isles.components import MOST_SEATS, ORCAS, ROUNDS, Isle, Seats
from nurselog.games.orca_isles.events import News, Party, Result
from nurselog.rules.api import Decision, Seat, seats
from nurselog.rules.cards import NAME, Card, Cards
from nurselog.rules.tuples import quick

SEATS: Final = seats(MOST_SEATS)


@quick
class State(NamedTuple):
    """A position. Hands are sorted.

    A named tuple, because each move makes a new one, and it is made four times as fast as a frozen dataclass.
    """

    good_instincts: bool
    first: Seat
    """Who plays first in this round."""
    hands: tuple[Cards, ...]
    deck: Cards
    """The top is the last."""
    isles: tuple[Card | None, ...]
    """None where no card was left to fill the place."""
    gather: tuple[Card | None, ...]
    """None once the card was taken."""
    gatherers: tuple[Seat | None, ...]
    """The orcas at the gather cards, by place."""
    parties: tuple[tuple[Party, ...], ...]
    """The orcas at the isles, by isle."""
    shown: tuple[Cards, ...]
    """For each seat the cards everybody saw it take and nobody saw it lose (rule 11.4), sorted."""
    discard: Cards = ()
    drawers: Seats = ()
    """The orcas at the deck."""
    turn: int = 0
    """How many turns of the round are over."""
    hunting: Isle | None = None
    """The isle for which the active seat chooses cards."""
    epochs: tuple[Cards, ...] = ()
    """For each time the discard pile became the deck: the cards in hands that had not been drawn from it."""
    history: tuple[tuple[Result, ...], ...] = ()
    """What was found at the isles in each finished round."""
    last: tuple[News, ...] = ()
    """What the last move did, as everybody saw it."""


def is_over(state: State) -> bool:
    """Whether five rounds have been scored (rule 9.1)."""
    return len(state.history) == ROUNDS


def active_seat(state: State) -> Seat:
    """Whose turn it is: clockwise from the first player, twice (rule 3.1)."""
    return SEATS[(state.first + state.turn) % len(state.hands)]


def clockwise_from_first(state: State) -> Seats:
    """All seats in the order of this round."""
    count = len(state.hands)
    return tuple([SEATS[(state.first + at) % count] for at in range(count)])


def turns_in_round(state: State) -> int:
    """How many turns a round has."""
    return ORCAS * len(state.hands)


PLACE: Final = tuple((Decision(seat, "place"),) for seat in SEATS)
HUNT: Final = tuple((Decision(seat, "hunt"),) for seat in SEATS)


def decisions(state: State) -> tuple[Decision, ...]:
    """Where the active seat places an orca, or with which cards it hunts; nothing once it is over."""
    if is_over(state):
        return ()
    return (PLACE if state.hunting is None else HUNT)[active_seat(state)]


def hunting_cards(state: State) -> Cards:
    """All cards at the isles that were played to hunt, by isle."""
    return tuple([card for parties in state.parties for party in parties for card in party.cards])


def hidden_with(state: State, seat: Seat) -> Cards:
    """The cards a seat has face down at the isles, by isle."""
    parties = [party for there in state.parties for party in there]
    return tuple(
        [card for party in parties if party.seat == seat and not party.face_up for card in party.cards]
    )


def every_card(state: State) -> tuple[str, ...]:
    """The names of all cards, wherever they lie, sorted."""
    open_cards = tuple([card for card in (*state.isles, *state.gather) if card is not None])
    piles = (*state.hands, state.deck, state.discard, open_cards, hunting_cards(state))
    return tuple(sorted(NAME[card] for pile in piles for card in pile))
