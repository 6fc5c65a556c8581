"""What an audience may know of a state (chapter 12), built from nothing else.

Most parts of a view stay as they are from move to move. So parts are views, too, each with some fields only,
made once, kept as bytes and put together: messages written one after the other are read as one.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from nurselog.api.games.signal_fire.v1 import signal_fire_pb2 as pb
from nurselog.games.signal_fire.components import CELL_NAME, CELLS, SEATS, SIDE, TEAM, TEAMS, Cell, Seats
from nurselog.games.signal_fire.events import News
from nurselog.games.signal_fire.scoring import round_points, totals
from nurselog.games.signal_fire.state import (
    Fires,
    Phase,
    State,
    TeamFires,
    can_see,
    led_suit,
    open_map,
    trump_of,
)
from nurselog.games.signal_fire.wire import card_name, event_to_proto, result_to_proto, sides_to_proto
from nurselog.rules.api import Audience, Seat
from nurselog.rules.cards import Card, Cards, Suit, names

NOBODY: Final = -1
PHASES: Final = {
    Phase.BID: pb.PHASE_BID,
    Phase.PLACE: pb.PHASE_PLACE,
    Phase.PLAY: pb.PHASE_PLAY,
    Phase.CHOOSE: pb.PHASE_CHOOSE,
    Phase.LIGHT: pb.PHASE_LIGHT,
    Phase.MOVE: pb.PHASE_MOVE,
    Phase.OVER: pb.PHASE_OVER,
}

Part = bytes
"""A view with some of its fields."""


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    return pb.View.FromString(b"".join(parts(state, audience)))


def parts(state: State, audience: Audience) -> Iterator[Part]:
    """All parts of a view."""
    phase, over = state.phase, state.phase is Phase.OVER
    leader = NOBODY if state.leader is None else state.leader
    yield options(state.round_limit, state.target, state.quickflint)
    yield asked(phase, state.asked)
    yield course(len(state.history) + (not over), trick_number(state), NOBODY if over else leader)
    yield ground(open_map(state), state.tokens)
    for seat in SEATS:
        yield seat_part(state, audience, seat)
    yield teams(state.fires, state.history)
    for laid in state.trick:
        visible = can_see(state, audience, laid)
        yield in_trick(laid.seat, laid.card if visible else None, laid.face_down)
    yield verdict(led_suit(state.trick), state.winner, state.sides)
    for laid in state.last_trick:
        yield in_last_trick(laid.seat, laid.card, laid.face_down)
    yield heap(leader if state.last_trick else NOBODY, len(state.set_aside), len(state.spent))
    for news in state.last:
        yield last_event(news)


def trick_number(state: State) -> int:
    """Which trick is being played; 0 before the first."""
    if state.phase in (Phase.BID, Phase.PLACE):
        return 0
    return state.tricks_done + (state.phase is not Phase.OVER)


@lru_cache
def options(round_limit: int, target: int, quickflint: bool) -> Part:  # noqa: FBT001 - a key
    return part(pb.View(round_limit=round_limit, target=target, quickflint=quickflint))


@lru_cache
def asked(phase: Phase, seats: Seats) -> Part:
    deciding = seats if phase is Phase.BID else seats[:1]
    return part(pb.View(phase=PHASES[phase], deciding_seats=deciding, waiting_seats=seats))


@lru_cache(maxsize=1024)
def course(round_number: int, trick: int, leader: int) -> Part:
    return part(pb.View(round=round_number, trick_number=trick, leader=leader))


@lru_cache(maxsize=4096)
def verdict(led: Suit | None, winner: Seat | None, sides: tuple[Seats, ...]) -> Part:
    won_by = NOBODY if winner is None else winner
    return part(pb.View(led_suit=suit_name(led), winner=won_by, lighting=sides_to_proto(sides)))


@lru_cache(maxsize=1024)
def heap(last_winner: int, set_aside_size: int, spent_size: int) -> Part:
    return part(pb.View(last_winner=last_winner, set_aside_size=set_aside_size, spent_size=spent_size))


@lru_cache(maxsize=1024)
def in_trick(seat: Seat, card: Card | None, face_down: bool) -> Part:  # noqa: FBT001 - a key
    return part(pb.View(trick=[laid_message(seat, card, face_down=face_down)]))


@lru_cache(maxsize=1024)
def in_last_trick(seat: Seat, card: Card, face_down: bool) -> Part:  # noqa: FBT001 - a key
    return part(pb.View(last_trick=[laid_message(seat, card, face_down=face_down)]))


@lru_cache(maxsize=4096)
def last_event(news: News) -> Part:
    return part(pb.View(last_events=[event_to_proto(news)]))


def part(fields: pb.View) -> Part:
    """Some fields of a view, as they are put together."""
    return fields.SerializeToString()


def suit_name(suit: Suit | None) -> str:
    """A suit's letter; empty for none."""
    return "" if suit is None else suit.value


def laid_message(seat: Seat, card: Card | None, *, face_down: bool) -> pb.PlayedCard:
    """A card of a trick; without its face for those who may not see it."""
    return pb.PlayedCard(seat=seat, card=card_name(card), face_down=face_down)


# --- Seats --------------------------------------------------------------------------------------------------


def seat_part(state: State, audience: Audience, seat: Seat) -> Part:
    """A seat: its hand and its bid only as far as the audience may see them (rules 12.1 and 12.2)."""
    bid, own, hand = state.bids[seat], seat == audience, state.hands[seat]
    return seat_as_seen(
        seat,
        len(hand),
        hand if own else (),
        bid is not None,
        bid if own or state.phase is not Phase.BID else None,
        state.tokens[seat],
        trump_of(state, seat),
    )


@lru_cache(maxsize=8192)
def seat_as_seen(  # noqa: PLR0913, PLR0917 - the key is all there is to see
    seat: Seat,
    hand_size: int,
    hand: Cards,
    has_bid: bool,  # noqa: FBT001 - likewise
    bid: Card | None,
    token: Cell | None,
    trump: Suit | None,
) -> Part:
    seen = pb.SeatView(
        seat=seat,
        team=TEAM[seat] + 1,
        hand_size=hand_size,
        hand=names(hand),
        has_bid=has_bid,
        bid=card_name(bid),
        token="" if token is None else CELL_NAME[token],
        trump=suit_name(trump),
    )
    return part(pb.View(seats=[seen]))


# --- Map and teams ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def ground(cards: tuple[Card | None, ...], tokens: tuple[Cell | None, ...]) -> Part:
    """The map with the tokens on it."""
    return b"".join([place(cell, cards[cell], standing(tokens, cell)) for cell in CELLS])


def standing(tokens: tuple[Cell | None, ...], cell: Cell) -> Seats:
    """Whose tokens stand on a place."""
    return tuple([seat for seat in SEATS if tokens[seat] == cell]) if cell in tokens else ()


@lru_cache(maxsize=4096)
def place(cell: Cell, card: Card | None, tokens: Seats) -> Part:
    """A place of the map."""
    seen = pb.Place(name=CELL_NAME[cell], card=card_name(card), face_down=card is None, tokens=tokens)
    return part(pb.View(map=[seen]))


@lru_cache(maxsize=4096)
def teams(fires: Fires, history: tuple[Fires, ...]) -> Part:
    """The teams with their fires and totals, and what each finished round gave."""
    points = totals(history)
    return part(
        pb.View(
            teams=[team(number, fires[number], points[number]) for number in range(len(TEAMS))],
            results=[
                result_to_proto(number, round_points(one), totals(history[:number]))
                for number, one in enumerate(history, start=1)
            ],
        )
    )


def team(number: int, fires: TeamFires, total: int) -> pb.Team:
    """A team: its fires in this round and its points of the rounds before."""
    return pb.Team(
        team=number + 1,
        seats=TEAMS[number],
        ridge=fires[:SIDE],
        valley=fires[SIDE:],
        fires=sum(fires),
        total=total,
    )
