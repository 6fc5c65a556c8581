"""The whole truth of a play, secrets included, and the questions it answers at once."""

from typing import Final, NamedTuple

from nurselog.games.cabin_by_the_sea.components import FITS
from nurselog.games.cabin_by_the_sea.events import News
from nurselog.rules.api import Audience, Decision, Seat
from nurselog.rules.cards import NAME, Card, Cards
from nurselog.rules.tuples import quick

PLAYER: Final = Seat(Audience(0))


@quick
class State(NamedTuple):
    """A position. The top of a pile is its last card.

    A named tuple, because each move makes a new one, and it is made four times as fast as a frozen dataclass.
    """

    stack_limit: int
    murky_depths: bool
    stockpiling: bool
    supply: Cards
    beach: Cards
    sea: Cards
    revealed: Card | None = None
    """The card from the sea that was turned up at the start of this turn (rule 3.1)."""
    chosen: Card | None = None
    """The card that is to be built now (rule 3.5)."""
    stacks: tuple[Cards, ...] = ()
    tide: Cards = ()
    tide_face_down: bool = False
    lost: Cards = ()
    last: tuple[News, ...] = ()
    """What happened by the last move."""


def is_over(state: State) -> bool:
    """Whether every card is in the cabin or lost (rule 6.1)."""
    at_hand = state.revealed is not None or state.chosen is not None
    return not (at_hand or state.sea or state.supply or state.beach or state.tide)


def can_open(state: State) -> bool:
    """Whether there may be another stack (rule 4.1)."""
    return len(state.stacks) < state.stack_limit


def stacks_for(state: State, card: Card) -> tuple[int, ...]:
    """The stacks on which a card may go, by index (rules 4.2 to 4.4)."""
    fits = FITS[card]
    return tuple([index for index, stack in enumerate(state.stacks) if fits[stack[-1]]])


def has_place(state: State, card: Card) -> bool:
    """Whether a card may be built at all."""
    return can_open(state) or bool(stacks_for(state, card))


CHOOSE: Final = (Decision(PLAYER, "choose"),)
PLACE: Final = (Decision(PLAYER, "place"),)


def decisions(state: State) -> tuple[Decision, ...]:
    """The player's one decision: which card to use, or where to build with it; none once the play is over."""
    if state.chosen is not None:
        return PLACE
    return () if is_over(state) else CHOOSE


def every_card(state: State) -> tuple[str, ...]:
    """The names of all cards, wherever they lie, sorted."""
    at_hand = tuple(card for card in (state.revealed, state.chosen) if card is not None)
    piles = (*state.stacks, state.supply, state.beach, state.sea, state.tide, state.lost, at_hand)
    return tuple(sorted(NAME[card] for pile in piles for card in pile))
