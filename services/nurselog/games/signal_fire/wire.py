"""Moves, events and positions as messages, and back; views are in `views`."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from google.protobuf.message import Message

from nurselog.api.games.signal_fire.v1 import signal_fire_pb2 as pb
from nurselog.games.signal_fire import events as ev
from nurselog.games.signal_fire.components import (
    CELL_NAME,
    CELL_NAMED,
    FIRE_NAME,
    SEATS,
    SIDE,
    TRICKS,
    Cell,
    Edge,
    Seats,
)
from nurselog.games.signal_fire.events import News
from nurselog.games.signal_fire.moves import (
    BID,
    CHOOSE,
    DOWN,
    DOWN_TO,
    GO,
    LIGHT_RIDGE,
    LIGHT_VALLEY,
    PLACE,
    UP,
    UP_TO,
    Bid,
    Choose,
    Go,
    Light,
    Move,
    Place,
    Play,
)
from nurselog.games.signal_fire.rounds import MOST_ROUNDS
from nurselog.games.signal_fire.state import Fires, TeamFires
from nurselog.rules.api import PositionImpossible, Unreadable, Wire
from nurselog.rules.cards import NAME, Card, names, read_card
from nurselog.rules.notation import named, numbered

EDGE_TO_PROTO: Final = {Edge.RIDGE: pb.EDGE_RIDGE, Edge.VALLEY: pb.EDGE_VALLEY}


def move_to_proto(move: Move) -> pb.Move:
    """The message of a move."""
    match move:
        case Bid(card):
            return pb.Move(bid=pb.Move.Bid(card=NAME[card]))
        case Place(cell):
            return pb.Move(place_token=pb.Move.PlaceToken(place=CELL_NAME[cell]))
        case Play(card, face_down, to):
            return pb.Move(play_card=pb.Move.PlayCard(card=NAME[card], face_down=face_down, to=cell_name(to)))
        case Choose(seat):
            return pb.Move(choose_lighter=pb.Move.ChooseLighter(seat=seat))
        case Light(edge):
            return pb.Move(light_fire=pb.Move.LightFire(edge=EDGE_TO_PROTO[edge]))
        case Go(cell):
            return pb.Move(move_token=pb.Move.MoveToken(to=CELL_NAME[cell]))


def cell_name(cell: Cell | None) -> str:
    """A place's name; empty for none."""
    return "" if cell is None else CELL_NAME[cell]


def card_name(card: Card | None) -> str:
    """A card's name; empty for one that is not shown."""
    return "" if card is None else NAME[card]


def move_from_proto(message: Message) -> Move:
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Signal Fire.")
    match message.WhichOneof("action"):
        case "bid":
            return BID[read_card(message.bid.card)]
        case "place_token":
            return PLACE[read_cell(message.place_token.place)]
        case "play_card":
            return read_play(message.play_card)
        case "choose_lighter":
            return read_choice(message.choose_lighter.seat)
        case "light_fire":
            return read_light(message.light_fire.edge)
        case "move_token":
            return GO[read_cell(message.move_token.to)]
        case _:
            raise Unreadable("The move has no action.")


read_cell: Final = named("place", CELL_NAMED, "the places are a1 to c3")
"""The place of a name. Raises `Unreadable`."""


def read_play(message: pb.Move.PlayCard) -> Play:
    """The card played, with the token's way if there is one. Raises `Unreadable`."""
    card = read_card(message.card)
    if not message.to:
        return (DOWN if message.face_down else UP)[card]
    return (DOWN_TO if message.face_down else UP_TO)[card][read_cell(message.to)]


read_choice: Final = numbered("seat", tuple(CHOOSE[seat] for seat in SEATS), first=0)
"""The choice of a seat. Raises `Unreadable`."""


def read_light(edge: "pb.Edge.ValueType") -> Light:
    """The choice of an edge. Raises `Unreadable`."""
    match edge:
        case pb.EDGE_RIDGE:
            return LIGHT_RIDGE
        case pb.EDGE_VALLEY:
            return LIGHT_VALLEY
        case _:
            raise Unreadable(f"{edge} is no edge; a fire is lit on the ridge or in the valley.")


# --- Events -------------------------------------------------------------------------------------------------


def event_to_proto(event: News) -> pb.Event:
    """The message of an event, as one audience sees it."""
    return WRITERS[type(event)](event)


def dealt(event: ev.Dealt) -> pb.Event:
    on_map = [card_name(card) for card in event.map]
    return pb.Event(round_dealt=pb.Event.RoundDealt(round=event.round, map=on_map, hand=names(event.hand)))


def card_bid(event: ev.CardBid) -> pb.Event:
    return pb.Event(card_bid=pb.Event.CardBid(seat=event.seat, card=card_name(event.card)))


def bids_shown(event: ev.BidsShown) -> pb.Event:
    shown = pb.Event.BidsShown(bids=names(event.bids), leader=event.leader, placing_order=event.order)
    return pb.Event(bids_shown=shown)


def placed(event: ev.Placed) -> pb.Event:
    return pb.Event(token_placed=pb.Event.TokenPlaced(seat=event.seat, place=CELL_NAME[event.cell]))


def played(event: ev.Played) -> pb.Event:
    return pb.Event(
        card_played=pb.Event.CardPlayed(
            seat=event.seat,
            card=card_name(event.card),
            face_down=event.face_down,
            to=cell_name(event.to),
        )
    )


def shown(event: ev.Shown) -> pb.Event:
    cards = [pb.SeatCard(seat=seat, card=NAME[card]) for seat, card in event.cards]
    return pb.Event(cards_shown=pb.Event.CardsShown(cards=cards))


def won(event: ev.Won) -> pb.Event:
    return pb.Event(trick_won=pb.Event.TrickWon(winner=event.winner, lighting=sides_to_proto(event.sides)))


def sides_to_proto(sides: tuple[Seats, ...]) -> list[pb.SeatGroup]:
    """The seats of each team that lights."""
    return [pb.SeatGroup(seats=side) for side in sides]


def chosen(event: ev.Chosen) -> pb.Event:
    return pb.Event(lighter_chosen=pb.Event.LighterChosen(seat=event.seat, lighter=event.lighter))


def lit(event: ev.Lit) -> pb.Event:
    return pb.Event(fire_lit=pb.Event.FireLit(seat=event.seat, fire=FIRE_NAME[event.fire]))


def moved(event: ev.Moved) -> pb.Event:
    origin, to = CELL_NAME[event.origin], CELL_NAME[event.to]
    return pb.Event(token_moved=pb.Event.TokenMoved(seat=event.seat, origin=origin, to=to))


def round_scored(event: ev.RoundScored) -> pb.Event:
    result = result_to_proto(event.round, event.points, event.totals)
    return pb.Event(round_scored=pb.Event.RoundScored(result=result))


def result_to_proto(number: int, points: tuple[int, int], totals: tuple[int, int]) -> pb.RoundResult:
    """What a round gave."""
    return pb.RoundResult(round=number, points=points, totals=totals)


def ended(event: ev.Ended) -> pb.Event:
    return pb.Event(ended=pb.Event.Ended(totals=event.totals))


WRITERS: Final[dict[type, Callable[[Any], pb.Event]]] = {
    ev.Dealt: dealt,
    ev.CardBid: card_bid,
    ev.BidsShown: bids_shown,
    ev.Placed: placed,
    ev.Played: played,
    ev.Shown: shown,
    ev.Won: won,
    ev.Chosen: chosen,
    ev.Lit: lit,
    ev.Moved: moved,
    ev.RoundScored: round_scored,
    ev.Ended: ended,
}


# --- The score pad ------------------------------------------------------------------------------------------


def position_from_proto(message: Message) -> tuple[Fires, ...]:
    """The fires of each round of a session (chapter 13). Raises `PositionImpossible`."""
    if not isinstance(message, pb.Position):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Signal Fire.")
    if not 1 <= len(message.rounds) <= MOST_ROUNDS:
        raise PositionImpossible("rounds", f"There are 1 to {MOST_ROUNDS} rounds, not {len(message.rounds)}.")
    return tuple(read_round(one, f"rounds[{at}]") for at, one in enumerate(message.rounds))


def read_round(message: pb.Position.Round, path: str) -> Fires:
    """The fires of both teams. Raises `PositionImpossible`."""
    if len(message.teams) != 2:
        raise PositionImpossible(f"{path}.teams", f"There are two teams, not {len(message.teams)}.")
    first, second = (read_fires(one, f"{path}.teams[{at}]") for at, one in enumerate(message.teams))
    lit = sum(first) + sum(second)
    if lit < TRICKS:
        raise PositionImpossible(path, f"Each of {TRICKS} tricks lights a fire; here are only {lit}.")
    return first, second


def read_fires(message: pb.Position.Fires, path: str) -> TeamFires:
    """The fires of a team. Raises `PositionImpossible`."""
    fires = (*read_edge(message.ridge, f"{path}.ridge"), *read_edge(message.valley, f"{path}.valley"))
    if sum(fires) > TRICKS:
        raise PositionImpossible(path, f"A team lights at most {TRICKS} fires in a round, not {sum(fires)}.")
    return fires


def read_edge(counts: Sequence[int], path: str) -> tuple[int, ...]:
    """The fires of an edge. Raises `PositionImpossible`."""
    if len(counts) != SIDE:
        raise PositionImpossible(path, f"There are {SIDE} places here, not {len(counts)}.")
    for at, count in enumerate(counts):
        if not 0 <= count <= TRICKS:
            raise PositionImpossible(f"{path}[{at}]", f"Here are 0 to {TRICKS} fires, not {count}.")
    return tuple(counts)


class SignalFireWire:
    """The messages of Signal Fire."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, News]] = SignalFireWire()
