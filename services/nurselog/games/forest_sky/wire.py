"""Moves, events and positions as messages, and back; views are in `views`."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from google.protobuf.message import Message

from nurselog.api.games.forest_sky.v1 import forest_sky_pb2 as pb
from nurselog.games.forest_sky.components import (
    CARD_NAMED,
    FOREST_NAME,
    FOREST_NAMED,
    FOREST_SIZE,
    HAND_SIZE,
    NAME,
    SPOT_NAME,
    SPOT_NAMED,
    Card,
    Cards,
    names,
)
from nurselog.games.forest_sky.events import (
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Locked,
    News,
    Placed,
    Swapped,
    Taken,
)
from nurselog.games.forest_sky.moves import (
    DISCARD,
    DRAW,
    LOCK,
    PLACE,
    SWAP,
    TAKE,
    Discard,
    Draw,
    Lock,
    Move,
    Place,
    Swap,
    Take,
)
from nurselog.games.forest_sky.spec import SPEC
from nurselog.games.forest_sky.state import Forests
from nurselog.rules.api import PositionImpossible, Unreadable, Wire
from nurselog.rules.notation import named, read_once


def move_to_proto(move: Move) -> pb.Move:
    """The message of a move."""
    match move:
        case Draw():
            return pb.Move(draw_deck=pb.Move.DrawDeck())
        case Take():
            return pb.Move(take_discard=pb.Move.TakeDiscard())
        case Place(card, forest):
            return pb.Move(place=pb.Move.Place(card=NAME[card], forest=FOREST_NAME[forest]))
        case Discard(card):
            return pb.Move(discard=pb.Move.Discard(card=NAME[card]))
        case Swap(card, spot):
            return pb.Move(swap=pb.Move.Swap(card=NAME[card], spot=SPOT_NAME[spot]))
        case Lock(spot):
            return pb.Move(lock=pb.Move.Lock(spot=SPOT_NAME[spot]))


def move_from_proto(message: Message) -> Move:
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Forest Sky.")
    match message.WhichOneof("action"):
        case "draw_deck":
            return DRAW
        case "take_discard":
            return TAKE
        case "place":
            return PLACE[read_card(message.place.card)][read_forest(message.place.forest)]
        case "discard":
            return DISCARD[read_card(message.discard.card)]
        case "swap":
            return SWAP[read_card(message.swap.card)][read_spot(message.swap.spot)]
        case "lock":
            return LOCK[read_spot(message.lock.spot)]
        case _:
            raise Unreadable("The move has no action.")


read_card: Final = named("card", CARD_NAMED, "cards are named like h7, o5, c2, e9")
read_forest: Final = named("forest", FOREST_NAMED, "the forests are a and b")
read_spot: Final = named("spot", SPOT_NAMED, "the spots are a1 to a3 and b1 to b3")


@lru_cache(maxsize=4096)
def event_to_proto(event: News) -> pb.Event:  # noqa: C901, PLR0911 - one case per kind
    """The message of an event, as one audience sees it; not to be changed: many look at it."""
    match event:
        case Dealt(first, deck_size, hand):
            return pb.Event(dealt=pb.Event.Dealt(first_seat=first, deck_size=deck_size, hand=names(hand)))
        case Drawn(seat, card):
            return pb.Event(drawn=pb.Event.Drawn(seat=seat, card="" if card is None else NAME[card]))
        case Taken(seat, card):
            return pb.Event(taken=pb.Event.Taken(seat=seat, card=NAME[card]))
        case Placed(seat, card, spot):
            return pb.Event(placed=pb.Event.Placed(seat=seat, card=NAME[card], spot=SPOT_NAME[spot]))
        case Discarded(seat, card):
            return pb.Event(discarded=pb.Event.Discarded(seat=seat, card=NAME[card]))
        case Swapped(seat, given, got, spot):
            swapped = pb.Event.Swapped(seat=seat, given=NAME[given], got=NAME[got], spot=SPOT_NAME[spot])
            return pb.Event(swapped=swapped)
        case Locked(seat, card, spot):
            return pb.Event(locked=pb.Event.Locked(seat=seat, card=NAME[card], spot=SPOT_NAME[spot]))
        case Ended(hands):
            return pb.Event(
                ended=pb.Event.Ended(hands=[shown_hand(seat, hand) for seat, hand in enumerate(hands)])
            )


def shown_hand(seat: int, hand: Cards) -> pb.Hand:
    """A hand face up."""
    return pb.Hand(seat=seat, count=len(hand), cards=names(hand))


def position_from_proto(message: Message) -> tuple[tuple[Cards, ...], Forests]:
    """The hands and forests of a final position (chapter 11). Raises `PositionImpossible`."""
    if not isinstance(message, pb.Position):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Forest Sky.")
    if len(message.forests) != len(FOREST_NAME):
        raise PositionImpossible("forests", f"There are two forests, not {len(message.forests)}.")
    if not SPEC.min_seats <= len(message.hands) <= SPEC.max_seats:
        raise PositionImpossible("hands", f"There are two to four hands, not {len(message.hands)}.")
    met: dict[Card, str] = {}
    first, second = (
        read_cards(cards.cards, FOREST_SIZE, f"forests[{at}]", met)
        for at, cards in enumerate(message.forests)
    )
    hands = tuple(
        read_cards(cards.cards, HAND_SIZE, f"hands[{at}]", met) for at, cards in enumerate(message.hands)
    )
    return hands, (first, second)


def read_cards(found: Sequence[str], count: int, owner: str, met: dict[Card, str]) -> Cards:
    """So many cards, none of which was met before. Raises `PositionImpossible`."""
    if len(found) != count:
        raise PositionImpossible(f"{owner}.cards", f"There are {count} cards here, not {len(found)}.")
    return tuple(read_once(f"{owner}.cards[{at}]", read_card, name, met) for at, name in enumerate(found))


class ForestSkyWire:
    """The messages of Forest Sky."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, News]] = ForestSkyWire()
