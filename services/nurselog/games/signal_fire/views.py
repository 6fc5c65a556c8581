"""What an audience may know of a state (chapter 12), built from nothing else.

Most parts of a view stay as they are from move to move. So parts are views, too, each with some fields only,
made once, kept as bytes and put together: messages written one after the other are read as one.
"""

from functools import lru_cache
from typing import Final

from nurselog.api.games.signal_fire.v1 import signal_fire_pb2 as pb
from nurselog.games.signal_fire.components import CELL_NAME, CELLS, SEATS, SIDE, TEAM, TEAMS, Cell, Seats
from nurselog.games.signal_fire.events import News
from nurselog.games.signal_fire.scoring import round_points, totals
from nurselog.games.signal_fire.state import (
    Fires,
    Laid,
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
from nurselog.rules.cards import DECK, NAME, Card, Suit
from nurselog.rules.parts import Numbers, inside, pile

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


def parts(state: State, audience: Audience) -> list[Part]:
    """All parts of a view."""
    phase, over = state.phase, state.phase is Phase.OVER
    leader = NOBODY if state.leader is None else state.leader
    return [
        options(state.round_limit, state.target, state.quickflint),
        asked(phase, state.asked),
        course(len(state.history) + (not over), trick_number(state), NOBODY if over else leader),
        ground(open_map(state), state.tokens),
        *[seat_part(state, audience, seat) for seat in SEATS],
        teams(state.fires, state.history),
        *[in_trick(laid, visible=can_see(state, audience, laid)) for laid in state.trick],
        verdict(led_suit(state.trick), state.winner, state.sides),
        *map(in_last_trick, state.last_trick),
        heap(leader if state.last_trick else NOBODY, len(state.set_aside), len(state.spent)),
        *map(last_event, state.last),
    ]


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
def in_trick(laid: Laid, *, visible: bool) -> Part:
    card = laid.card if visible else None
    return part(pb.View(trick=[laid_message(laid.seat, card, face_down=laid.face_down)]))


@lru_cache(maxsize=1024)
def in_last_trick(laid: Laid) -> Part:
    return part(pb.View(last_trick=[laid_message(laid.seat, laid.card, face_down=laid.face_down)]))


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


SEAT: Final = tuple(pb.SeatView(seat=seat, team=TEAM[seat] + 1).SerializeToString() for seat in SEATS)
HAND_SIZE: Final = Numbers(pb.SeatView, "hand_size")
HAND: Final = pile(pb.SeatView, "hand", NAME)
HAS_BID: Final = pb.SeatView(has_bid=True).SerializeToString()
BID: Final = tuple(pb.SeatView(bid=NAME[card]).SerializeToString() for card in DECK)
TOKEN: Final = tuple(pb.SeatView(token=CELL_NAME[cell]).SerializeToString() for cell in CELLS)
TRUMP: Final = {suit: pb.SeatView(trump=suit.value).SerializeToString() for suit in Suit}
AS_SEAT: Final = inside(pb.View, "seats")


def seat_part(state: State, audience: Audience, seat: Seat) -> Part:
    """A seat: its hand and its bid only as far as the audience may see them (rules 12.1 and 12.2)."""
    hand, bid, token = state.hands[seat], state.bids[seat], state.tokens[seat]
    own, trump = seat == audience, trump_of(state, seat)
    seen = SEAT[seat] + HAND_SIZE[len(hand)]
    if own:
        seen += HAND(hand)
    if bid is not None:
        seen += HAS_BID + BID[bid] if own or state.phase is not Phase.BID else HAS_BID
    if token is not None:
        seen += TOKEN[token]
    return AS_SEAT(seen if trump is None else seen + TRUMP[trump])


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


def teams(fires: Fires, history: tuple[Fires, ...]) -> Part:
    """The teams with their fires and totals, and what each finished round gave."""
    points = totals(history)
    return b"".join((*map(team, range(len(TEAMS)), fires, points), results(history)))


@lru_cache(maxsize=4096)
def team(number: int, fires: TeamFires, total: int) -> Part:
    """A team: its fires in this round and its points of the rounds before."""
    seen = pb.Team(
        team=number + 1,
        seats=TEAMS[number],
        ridge=fires[:SIDE],
        valley=fires[SIDE:],
        fires=sum(fires),
        total=total,
    )
    return part(pb.View(teams=[seen]))


@lru_cache(maxsize=256)
def results(history: tuple[Fires, ...]) -> Part:
    """What each finished round gave."""
    given = [
        result_to_proto(number, round_points(one), totals(history[:number]))
        for number, one in enumerate(history, start=1)
    ]
    return part(pb.View(results=given))
