"""What an audience may know of a state (chapter 12), built from nothing else.

Most parts of a view stay as they are from move to move. So parts are views, too, each with some fields only,
made once, kept as bytes and put together: messages written one after the other are read as one.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from nurselog.api.games.forage.v1 import forage_pb2 as pb
from nurselog.games.forage.components import NAME, SEATS, Cards, names
from nurselog.games.forage.events import News
from nurselog.games.forage.layout import CACHE, CELL_NAME, CELLS, LAYOUTS, PLACES, SINGLE, STACK, Cell
from nurselog.games.forage.memory import bit, holders
from nurselog.games.forage.sets import points_of
from nurselog.games.forage.state import (
    FRESH,
    POINTS_TO_WIN,
    TEAM_POINTS_TO_WIN,
    UNSEEN,
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

NOBODY: Final = -1
KINDS: Final = {SINGLE: pb.KIND_SINGLE, CACHE: pb.KIND_CACHE, STACK: pb.KIND_STACK}
PHASES: Final = {
    Stage.TAKE: pb.PHASE_TAKE,
    Stage.REVEAL: pb.PHASE_REVEAL,
    Stage.PARTNER_REVEAL: pb.PHASE_PARTNER_REVEAL,
}

Part = bytes
"""A view with some of its fields."""


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    return pb.View.FromString(b"".join(parts(state, audience)))


def parts(state: State, audience: Audience) -> list[Part]:
    """All parts of a view."""
    owners = SEATS[: len(state.hands)]
    found = [
        terms(state.large, state.teams, state.turn_limit),
        course(phase(state), deciding(state), state.actions, state.turns),
        *[player_part(state, audience, seat) for seat in owners],
        *map_parts(state, audience),
        *[tokens(seat, own) for seat, own in zip(owners, state.tokens, strict=True)],
        discard(state.spent),
        *[last_event(news) for news in state.last],
    ]
    return found if state.trade is None else [*found, trade_part(state, state.trade, audience)]


def part(fields: pb.View) -> Part:
    """Some fields of a view, as they are put together."""
    return fields.SerializeToString()


def phase(state: State) -> "pb.Phase.ValueType":
    """What is being decided."""
    if state.trade is not None:
        return PHASES[state.trade.stage]
    return pb.PHASE_OVER if is_over(state) else pb.PHASE_TURN


def deciding(state: State) -> tuple[Seat, ...]:
    """Who decides (rule 7.5)."""
    return tuple([decision.seat for decision in decisions(state)])


@lru_cache
def terms(large: bool, teams: bool, turn_limit: int) -> Part:  # noqa: FBT001 - a key
    """What was agreed."""
    goal = TEAM_POINTS_TO_WIN if teams else POINTS_TO_WIN
    return part(pb.View(large_map=large, teams=teams, turn_limit=turn_limit, points_to_win=goal))


@lru_cache(maxsize=4096)
def course(
    phase: "pb.Phase.ValueType", seats: tuple[Seat, ...], actions: tuple[int, ...], turns: int
) -> Part:
    """Who decides what."""
    return part(pb.View(phase=phase, deciding_seats=seats, actions=actions, turns=turns))


@lru_cache(maxsize=256)
def discard(spent: Cards) -> Part:
    """Discarded jokers."""
    return part(pb.View(discard=names(spent)))


@lru_cache(maxsize=4096)
def last_event(news: News) -> Part:
    """What the last move did."""
    return part(pb.View(last_events=[event_to_proto(news)]))


# --- Players ------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """What an audience sees of a player."""

    seat: Seat
    partner: int
    revealed: Cards
    hidden_count: int
    hidden: Cards
    points: int
    sets: tuple[Cards, ...]


def player_part(state: State, audience: Audience, seat: Seat) -> Part:
    """A player; hidden cards only as far as the audience sees them (rule 12.1)."""
    hand, partner = state.hands[seat], partner_of(state, seat)
    return player(
        Seen(
            seat,
            NOBODY if partner is None else partner,
            hand.revealed,
            len(hand.hidden),
            hand.hidden if sees_hand(state, audience, seat) else (),
            state.points[seat],
            state.sets[seat],
        )
    )


def sees_hand(state: State, audience: Audience, seat: Seat) -> bool:
    """Whether the audience sees the hidden cards of a seat."""
    return seat == audience or bool(holders(state, seat) & bit(audience, len(state.hands)))


@lru_cache(maxsize=1 << 14)
def player(seen: Seen) -> Part:
    """A player as a message."""
    message = pb.Player(
        seat=seen.seat,
        partner=seen.partner,
        revealed=names(seen.revealed),
        hidden_count=seen.hidden_count,
        hidden=names(seen.hidden),
        reveal_target=reveal_target(seen.points),
        points=seen.points,
        sets=[pb.Set(cards=names(cards), points=points_of(cards)) for cards in seen.sets],
    )
    return part(pb.View(players=[message]))


# --- The map ------------------------------------------------------------------------------------------------


def map_parts(state: State, audience: Audience) -> list[Part]:
    """All cells; face-down cards only where the audience's own token lets it see them (rules 12.2, 12.3)."""
    seen, face_up = dict(looked_at(state, audience)), state.face_up
    large = state.large
    return [
        place(large, cell, len(cards), cards if face_up >> cell & 1 else (), seen.get(cell, ()))
        for cell, cards in zip(CELLS, state.ground, strict=False)
    ]


def looked_at(state: State, audience: Audience) -> Iterator[tuple[Cell, Cards]]:
    """What the audience sees by its tokens: the cards of a cache, a top card that has not changed."""
    kinds = layout_of(state).kinds
    for cell, peek in state.tokens[audience] if audience >= 0 else ():
        if kinds[cell] is CACHE:
            yield cell, state.ground[cell]
        elif peek is FRESH:
            yield cell, state.ground[cell][-1:]


@lru_cache(maxsize=1 << 12)
def tokens(seat: Seat, own: tuple[Token, ...]) -> Part:
    """The tokens of a seat."""
    return part(pb.View(tokens=[token_view(seat, number, token) for number, token in enumerate(own)]))


def token_view(seat: Seat, number: int, token: Token) -> pb.Token:
    """A token as a message."""
    return pb.Token(
        seat=seat,
        token=number,
        cell=CELL_NAME[token.cell],
        peeked=token.peek is not UNSEEN,
        top_seen=token.peek is FRESH,
    )


@lru_cache(maxsize=1 << 14)
def place(large: bool, cell: Cell, size: int, card: Cards, seen: Cards) -> Part:  # noqa: FBT001 - a key
    """A cell of the map as a message."""
    row, column = PLACES[cell]
    message = pb.Place(
        name=CELL_NAME[cell],
        row=row,
        column=column,
        kind=KINDS[LAYOUTS[large].kinds[cell]],
        size=size,
        card=NAME[card[0]] if card else "",
        seen=names(seen),
    )
    return part(pb.View(map=[message]))


# --- An exchange --------------------------------------------------------------------------------------------


def trade_part(state: State, trade: Trade, audience: Audience) -> Part:
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
    return part(pb.View(trade=message))


def reveal_count(state: State, trade: Trade) -> int:
    """How many cards are to lie open by the choice that is open."""
    match trade.stage:
        case Stage.TAKE:
            return 0
        case Stage.REVEAL:
            return open_given(state, trade)
        case Stage.PARTNER_REVEAL:
            return open_taken(state, trade)
