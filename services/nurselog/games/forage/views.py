"""What an audience may know of a state (chapter 12), built from nothing else.

Most parts of a view stay as they are from move to move. So parts are views, too, each with some fields only.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from nurselog.api.games.forage.v1 import forage_pb2 as pb
from nurselog.games.forage.components import NAME, SEATS, Card, Cards, names
from nurselog.games.forage.events import News
from nurselog.games.forage.layout import (
    CACHE,
    CELL_NAME,
    CELLS,
    CENTRE,
    FAR_CENTRE,
    LAYOUTS,
    PLACES,
    SINGLE,
    STACK,
    Cell,
)
from nurselog.games.forage.memory import bit, holders
from nurselog.games.forage.sets import points_of
from nurselog.games.forage.state import (
    FRESH,
    POINTS_TO_WIN,
    TEAM_POINTS_TO_WIN,
    UNSEEN,
    Hand,
    Stage,
    State,
    Token,
    Trade,
    decisions,
    is_over,
    layout_of,
    open_given,
    open_taken,
    partner_of,
    reveal_target,
)
from nurselog.games.forage.wire import event_to_proto
from nurselog.rules.api import Audience, Seat
from nurselog.rules.parts import Numbers, part

NOBODY: Final = -1
TURNS: Final = Numbers(pb.View, "turns")
KINDS: Final = {SINGLE: pb.KIND_SINGLE, CACHE: pb.KIND_CACHE, STACK: pb.KIND_STACK}
PHASES: Final = {
    Stage.TAKE: pb.PHASE_TAKE,
    Stage.REVEAL: pb.PHASE_REVEAL,
    Stage.PARTNER_REVEAL: pb.PHASE_PARTNER_REVEAL,
}


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    return pb.View.FromString(b"".join(parts(state, audience)))


def parts(state: State, audience: Audience) -> list[bytes]:
    """All parts of a view."""
    found = [
        terms(state.large, state.teams, state.turn_limit),
        course(phase(state), deciding(state), state.actions),
        TURNS[state.turns],
        *[player_part(state, audience, seat) for seat in SEATS[: len(state.hands)]],
        *map_parts(state, audience),
        *map(tokens, SEATS, state.tokens),
        discard(state.spent) if state.spent else b"",
        *[last_event(news) for news in state.last],
    ]
    return found if state.trade is None else [*found, trade_part(state, state.trade, audience)]


def phase(state: State) -> "pb.Phase.ValueType":
    """What is being decided."""
    if state.trade is not None:
        return PHASES[state.trade.stage]
    return pb.PHASE_OVER if is_over(state) else pb.PHASE_TURN


def deciding(state: State) -> tuple[Seat, ...]:
    """Who decides (rule 7.5)."""
    return tuple([decision.seat for decision in decisions(state)])


@part(64)
def terms(large: bool, teams: bool, turn_limit: int) -> pb.View:  # noqa: FBT001 - a key
    """What was agreed."""
    goal = TEAM_POINTS_TO_WIN if teams else POINTS_TO_WIN
    return pb.View(large_map=large, teams=teams, turn_limit=turn_limit, points_to_win=goal)


@part(4096)
def course(phase: "pb.Phase.ValueType", seats: tuple[Seat, ...], actions: tuple[int, ...]) -> pb.View:
    """Who decides what."""
    return pb.View(phase=phase, deciding_seats=seats, actions=actions)


@part(256)
def discard(spent: Cards) -> pb.View:
    """Discarded jokers."""
    return pb.View(discard=names(spent))


@part(4096)
def last_event(news: News) -> pb.View:
    """What the last move did."""
    return pb.View(last_events=[event_to_proto(news)])


# --- Players ------------------------------------------------------------------------------------------------


def player_part(state: State, audience: Audience, seat: Seat) -> bytes:
    """A player; hidden cards only as far as the audience sees them (rule 12.1)."""
    hand, partner = state.hands[seat], partner_of(state, seat)
    return player(
        seat,
        NOBODY if partner is None else partner,
        hand if sees_hand(state, audience, seat) else Hand(hand.revealed),
        len(hand.hidden),
        state.points[seat],
        state.sets[seat],
    )


def sees_hand(state: State, audience: Audience, seat: Seat) -> bool:
    """Whether the audience sees the hidden cards of a seat."""
    return seat == audience or bool(holders(state, seat) & bit(audience, len(state.hands)))


@part(1 << 14)
def player(
    seat: Seat, partner: int, seen: Hand, hidden_count: int, points: int, sets: tuple[Cards, ...]
) -> pb.View:
    """A player as a message, with what is seen of the hand."""
    message = pb.Player(
        seat=seat,
        partner=partner,
        revealed=names(seen.revealed),
        hidden_count=hidden_count,
        hidden=names(seen.hidden),
        reveal_target=reveal_target(points),
        points=points,
        sets=[pb.Set(cards=names(cards), points=points_of(cards)) for cards in sets],
    )
    return pb.View(players=[message])


# --- The map ------------------------------------------------------------------------------------------------


def map_parts(state: State, audience: Audience) -> list[bytes]:
    """All cells; face-down cards only where the audience's own token lets it see them (rules 12.2, 12.3)."""
    large, ground = state.large, state.ground
    found = list(COVERED[large])
    for cell in CENTRES[large]:
        found[cell] = place(large, cell, len(ground[cell]))
    for cell in open_cells(state.face_up):
        found[cell] = place(large, cell, 1, ground[cell][0])
    for cell, cards in looked_at(state, audience):
        found[cell] = place(large, cell, len(ground[cell]), None, cards)
    return found


@lru_cache(maxsize=1 << 12)
def open_cells(face_up: int) -> tuple[Cell, ...]:
    """The cells whose single card lies face up."""
    return tuple([cell for cell in CELLS if face_up >> cell & 1])


def looked_at(state: State, audience: Audience) -> Iterator[tuple[Cell, Cards]]:
    """What the audience sees by its tokens: the cards of a cache, a top card that has not changed."""
    kinds = layout_of(state).kinds
    for cell, peek in state.tokens[audience] if audience >= 0 else ():
        if kinds[cell] is CACHE:
            yield cell, state.ground[cell]
        elif peek is FRESH:
            yield cell, state.ground[cell][-1:]


@part(1 << 12)
def tokens(seat: Seat, own: tuple[Token, ...]) -> pb.View:
    """The tokens of a seat."""
    return pb.View(tokens=[token_view(seat, number, token) for number, token in enumerate(own)])


def token_view(seat: Seat, number: int, token: Token) -> pb.Token:
    """A token as a message."""
    return pb.Token(
        seat=seat,
        token=number,
        cell=CELL_NAME[token.cell],
        peeked=token.peek is not UNSEEN,
        top_seen=token.peek is FRESH,
    )


@part(1 << 14)
def place(
    large: bool,  # noqa: FBT001 - a key
    cell: Cell,
    size: int,
    card: Card | None = None,
    seen: Cards = (),
) -> pb.View:
    """A cell of the map as a message."""
    row, column = PLACES[cell]
    message = pb.Place(
        name=CELL_NAME[cell],
        row=row,
        column=column,
        kind=KINDS[LAYOUTS[large].kinds[cell]],
        size=size,
        card="" if card is None else NAME[card],
        seen=names(seen),
    )
    return pb.View(map=[message])


COVERED: Final = tuple(
    tuple(place(large, cell, size) for cell, size in zip(layout.cells, layout.sizes, strict=True))
    for large, layout in zip((False, True), LAYOUTS, strict=True)
)
"""By map and cell: what is seen of cards that lie face down."""

CENTRES: Final = ((CENTRE,), (CENTRE, FAR_CENTRE))
"""The cells of the stacks, by map."""


# --- An exchange --------------------------------------------------------------------------------------------


def trade_part(state: State, trade: Trade, audience: Audience) -> bytes:
    """An exchange; its cards only for who sees the hand."""
    visible = sees_hand(state, audience, trade.seat)
    message = pb.Trade(
        seat=trade.seat,
        cell=CELL_NAME[trade.cell],
        with_partner=trade.partner is not None,
        count=len(trade.given),
        given=names(trade.given) if visible else (),
        taken=names(trade.taken) if visible else (),
        reveal_count=reveal_count(state, trade),
    )
    return pb.View(trade=message).SerializeToString()


def reveal_count(state: State, trade: Trade) -> int:
    """How many cards are to lie open by the choice that is open."""
    match trade.stage:
        case Stage.TAKE:
            return 0
        case Stage.REVEAL:
            return open_given(state, trade)
        case Stage.PARTNER_REVEAL:
            return open_taken(state, trade)
