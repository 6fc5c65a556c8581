"""Moves, events and positions as messages, and back; views are in `views`."""

from collections.abc import Sequence
from typing import Final

from google.protobuf.message import Message

from nurselog.api.games.cabin_by_the_sea.v1 import cabin_by_the_sea_pb2 as pb
from nurselog.games.cabin_by_the_sea.components import FEWEST_STACKS, MOST_STACKS, Pile
from nurselog.games.cabin_by_the_sea.events import (
    Dealt,
    Ebbed,
    Lost,
    News,
    Placed,
    Revealed,
    Stockpiled,
    TideTurned,
    Used,
)
from nurselog.games.cabin_by_the_sea.moves import PLACE, PLACE_NEW, STOCKPILE, Move, Place, Stockpile, Use
from nurselog.rules.api import PositionImpossible, Unreadable, Wire
from nurselog.rules.cards import DECK, NAME, Card, Cards, names, read_card
from nurselog.rules.notation import read_at

PILE_TO_PROTO: Final = {
    Pile.SEA: pb.PILE_SEA,
    Pile.SUPPLY: pb.PILE_SUPPLY,
    Pile.BEACH: pb.PILE_BEACH,
    Pile.TIDE: pb.PILE_TIDE,
}
USE_FROM_PROTO: Final = {number: Use(pile) for pile, number in PILE_TO_PROTO.items()}

MOST_LOST: Final = len(DECK) - FEWEST_STACKS
"""More cards than this are never lost, since each stack is opened by any card."""


def move_to_proto(move: Move) -> pb.Move:
    """The message of a move."""
    match move:
        case Use(pile):
            return pb.Move(use=pb.Move.Use(pile=PILE_TO_PROTO[pile]))
        case Place(stack):
            return pb.Move(place=pb.Move.Place(stack=0 if stack is None else stack + 1))
        case Stockpile():
            return pb.Move(stockpile=pb.Move.Stockpile())


def move_from_proto(message: Message) -> Move:
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Cabin by the Sea.")
    match message.WhichOneof("action"):
        case "use":
            return read_use(message.use)
        case "place":
            return read_place(message.place.stack)
        case "stockpile":
            return STOCKPILE
        case _:
            raise Unreadable("The move has no action.")


def read_use(message: pb.Move.Use) -> Use:
    """The choice of a pile. Raises `Unreadable`."""
    use = USE_FROM_PROTO.get(message.pile)
    if use is None:
        raise Unreadable(f"{message.pile} is no pile.")
    return use


def read_place(number: int) -> Place:
    """The stack of that number, or a new one for 0. Raises `Unreadable`."""
    if not 0 <= number <= MOST_STACKS:
        raise Unreadable(
            f"{number} is no stack; stacks are numbered from 1 to {MOST_STACKS}, 0 opens a new one."
        )
    return PLACE[number - 1] if number else PLACE_NEW


def event_to_proto(event: News) -> pb.Event:  # noqa: C901, PLR0911 - one case per kind
    """The message of an event."""
    match event:
        case Used(pile, card):
            return pb.Event(used=pb.Event.Used(pile=PILE_TO_PROTO[pile], card=NAME[card]))
        case Placed(card, stack):
            return pb.Event(placed=pb.Event.Placed(card=NAME[card], stack=stack + 1))
        case Revealed(card):
            return pb.Event(revealed=pb.Event.Revealed(card=NAME[card]))
        case Ebbed(card):
            return pb.Event(ebbed=pb.Event.Ebbed(card=NAME[card]))
        case Lost(card):
            return pb.Event(lost=pb.Event.Lost(card=NAME[card]))
        case Stockpiled(card):
            return pb.Event(stockpiled=pb.Event.Stockpiled(card=NAME[card]))
        case Dealt(beach, supply_size, sea_size):
            dealt = pb.Event.Dealt(beach=names(beach), supply_size=supply_size, sea_size=sea_size)
            return pb.Event(dealt=dealt)
        case TideTurned(size):
            return pb.Event(tide_turned=pb.Event.TideTurned(size=size))


def position_from_proto(message: Message) -> Cards:
    """The lost cards of a final position (chapter 9). Raises `PositionImpossible`."""
    if not isinstance(message, pb.Position):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Cabin by the Sea.")
    lost = tuple(read_lost(message.lost, at) for at in range(len(message.lost)))
    if len(lost) > MOST_LOST:
        raise PositionImpossible("lost", f"No more than {MOST_LOST} cards can be lost, not {len(lost)}.")
    return lost


def read_lost(found: Sequence[str], at: int) -> Card:
    """A card that was not named before. Raises `PositionImpossible`."""
    name, path = found[at], f"lost[{at}]"
    card = read_at(path, read_card, name)
    if name in found[:at]:
        raise PositionImpossible(path, f"The card {name} is named twice; there is one of each.")
    return card


class CabinByTheSeaWire:
    """The messages of Cabin by the Sea."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, News]] = CabinByTheSeaWire()
