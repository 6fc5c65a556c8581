"""The whole truth of a play, secrets included, and the questions it answers at once."""

from enum import StrEnum
from typing import Final, NamedTuple

from nurselog.games.canopy_evergreen.components import (
    FOX,
    HEATWAVE,
    NAME,
    NOTHING,
    SHIFTS,
    TOKEN_NAME,
    WILD_NAME,
    Card,
    Wild,
)
from nurselog.games.canopy_evergreen.events import News
from nurselog.games.canopy_evergreen.forest import Forest
from nurselog.rules.api import Decision, Event, Seat, seats
from nurselog.rules.tuples import quick

ALL_SEATS: Final = seats(4)
SEASONS: Final = 3

Slot = int
"""A hidden card: the card, the seats that know it as bits from 5, its Elk group from bit 9 (rule 15.3)."""

CARD_BITS: Final = 31


def card_of(slot: Slot) -> Card:
    """The card of a slot."""
    return slot & CARD_BITS


def known_to(slot: Slot, seat: int) -> bool:
    """Whether the seat knows this very card."""
    return seat >= 0 and bool(slot >> 5 + seat & 1)


def shown_to(slot: Slot, seat: int) -> Slot:
    """The slot once the seat has seen the card."""
    return slot | 1 << 5 + seat


def group_of(slot: Slot) -> int:
    """The Elk group of a slot, counted from 1; 0 for none."""
    return slot >> 9


class Phase(StrEnum):
    """Where a play stands; also the kinds of decisions."""

    ROOT = "root"
    BEGIN = "begin"
    START = "start"
    LOOK = "look"
    ALL_PASSED = "all_passed"
    DRAWN = "drawn"
    END = "end"
    SEEDS = "seeds"
    THREATS = "threats"
    WILDFIRE = "wildfire"
    DISEASE = "disease"
    SUN_OR_RAIN = "sun_or_rain"
    SCORING = "scoring"
    OVER = "over"
    ADD = "add"
    GROW = "grow"
    HEAT = "heat"
    BEE = "bee"
    ELK = "elk"
    OWL = "owl"
    RAVEN = "raven"
    EAGLE = "eagle"
    EAGLE_KEEP = "eagle_keep"


TURN: Final = frozenset({Phase.START, Phase.LOOK, Phase.ALL_PASSED, Phase.DRAWN, Phase.END})
OF_ACTOR: Final = frozenset({Phase.ROOT, Phase.SEEDS, Phase.WILDFIRE, Phase.DISEASE, Phase.SUN_OR_RAIN})


class PileToken(NamedTuple):
    """A wildlife token on a pile; if the Otter put it there, the Otter's token lies with it."""

    species: int
    owner: int
    copied: bool


class Pile(NamedTuple):
    """The cards on a Growth Cone and the token on them."""

    cards: tuple[Slot, ...] = ()
    token: PileToken | None = None


class Batch(NamedTuple):
    """Cards that wait to be added to a forest; all of them open."""

    owner: int
    cards: tuple[Card, ...]


class Setting(NamedTuple):
    """The options, and the number of seats."""

    seats: int
    advanced: bool
    shifting: bool
    fox_points: int


@quick
class State(NamedTuple):
    """A position. The tops of decks are last. In solo the Fox Spirit is player 1."""

    setting: Setting
    season: int
    phase: Phase
    half: Phase | None
    """A half-made ability, or the Bee's decision."""
    active: int
    place: int
    """How many piles of the active seat's order were passed."""
    last_taker: int
    forests: tuple[Forest, ...]
    piles: tuple[Pile, ...]
    deck: tuple[Slot, ...]
    seeds: tuple[Slot, ...]
    gone: tuple[Card, ...]
    """The open discards of the Season."""
    unseen: tuple[Slot, ...]
    """What was discarded unseen (rule 5.4)."""
    market: tuple[Wild, ...]
    wild_deck: tuple[Wild, ...]
    wild_known: int
    """How many cards at the bottom of the wildlife deck everybody knows."""
    batches: tuple[Batch, ...]
    pending: Card
    """A tree card or Heatwave that waits for a choice, or `NOTHING`."""
    pending_owner: int
    drawn: Slot
    shown: tuple[Slot, ...]
    """What the Owl, the Elk or the Pine Cones drew."""
    named: str
    eyed: tuple[int, ...]
    """The piles the Eagle or the Raven looked at."""
    bee_owner: int
    groups: tuple[int, ...]
    """The seat that knows each Elk group."""
    actor: int
    queue: tuple[int, ...]
    """The seats that are still to act in this step of the Season's end."""
    quota: int
    """How many Pine Cones the actor held at its draw."""
    kept: int
    demands: tuple[int, ...]
    sickness: tuple[int, ...]
    shifts: tuple[int, ...]
    """The Shifting Seasons cards that were turned up, the present one last."""
    migrated: int
    outside: tuple[Card, ...]
    """Forest cards that left for this Season: the Fox Spirit."""
    last: tuple[Event[News], ...]


def shift_of(shifts: tuple[int, ...]) -> str:
    """The Shifting Seasons card that holds, or nothing."""
    return SHIFTS[shifts[-1]] if shifts else ""


def order_of(players: int, seat: int) -> tuple[int, ...]:
    """The piles a seat looks at, in order (rule 4.1)."""
    if players < 3:
        return (0, 1, 2)
    return (seat, players, (seat - 1) % players)


ORDER: Final = {
    (players, seat): order_of(players, seat) for players in range(1, 5) for seat in range(max(players, 2))
}


def blind(pile: Pile, seat: int) -> bool:
    """Whether another seat's Fox token hides the pile from this one (rule 8.2)."""
    return pile.token is not None and pile.token.species == FOX and pile.token.owner != seat


def asked(state: State) -> tuple[int, Phase]:
    """Who is to decide, and what."""
    if state.half is not None:
        return (state.bee_owner if state.half is Phase.BEE else state.active), state.half
    if state.pending != NOTHING:
        return state.pending_owner, Phase.GROW if state.pending != HEATWAVE else Phase.HEAT
    if state.batches:
        return state.batches[-1].owner, Phase.ADD
    return (state.actor if state.phase in OF_ACTOR else state.active), state.phase


_DECISION: Final[dict[tuple[Seat, Phase], tuple[Decision, ...]]] = {
    (seat, phase): (Decision(seat, phase.value),)
    for seat in ALL_SEATS
    for phase in Phase
    if phase is not Phase.OVER
}


def decisions(state: State) -> tuple[Decision, ...]:
    """What is to be decided, by one seat at a time; nothing once the play is over."""
    if state.phase is Phase.OVER:
        return ()
    seat, phase = asked(state)
    return _DECISION[ALL_SEATS[seat], phase]


def every_component(state: State) -> tuple[str, ...]:
    """Every forest card, wildlife and ecosystem token, wherever it lies, sorted."""
    slots = [*state.deck, *state.seeds, *state.unseen, *state.shown]
    slots += [slot for pile in state.piles for slot in pile.cards]
    slots += [state.drawn] if state.drawn != NOTHING else []
    cards = [card_of(slot) for slot in slots] + [*state.gone, *state.outside]
    cards += [card for batch in state.batches for card in batch.cards]
    cards += [state.pending] if state.pending != NOTHING else []
    found = [NAME[card] for card in cards]
    wild = [*state.market, *state.wild_deck]
    for forest in state.forests:
        found += [NAME[card] for card, count in enumerate(forest.cards) for _ in range(count)]
        tokens = (*forest.path_tokens, *forest.tokens, *forest.spent)
        found += [f"token {TOKEN_NAME[token]}" for token in tokens if token != NOTHING]
        wild += forest.wild
    return tuple(sorted([*found, *(WILD_NAME[one] for one in wild)]))


def seat_of(player: int) -> Seat:
    """The seat of a player."""
    return ALL_SEATS[player]
