"""Moves and events as messages, and back; views are in `views`, what a position must be is in `pad`."""

from collections.abc import Iterable
from typing import Any, Final

from google.protobuf.message import Message

from nurselog.api.games.trail.v1 import trail_pb2 as pb
from nurselog.games.trail.components import SPOT_NAME, SPOT_NAMED
from nurselog.games.trail.events import (
    AceTaken,
    Blazed,
    Dealt,
    Ended,
    Lost,
    News,
    Passed,
    Picked,
    Recovered,
    TrekBegan,
    Trekked,
    TurnedBack,
)
from nurselog.games.trail.moves import (
    PICK,
    RECOVER,
    TAKE_ACE,
    TURN_BACK,
    Attempt,
    Move,
    Pay,
    Pick,
    Recover,
    TakeAce,
    TurnBack,
    in_order,
)
from nurselog.games.trail.payments import MOST
from nurselog.rules.api import PositionImpossible, Unreadable, Wire
from nurselog.rules.cards import NAME, Card, Cards, names, read_card
from nurselog.rules.notation import named

Fields = dict[str, Any]
"""What a message says, by field: a message takes it all at once, faster than messages made one by one."""

Treks = tuple[tuple[tuple[str, ...], int], ...]
"""By seat: the names of the cards trekked past, and the number of cards left."""


def move_to_proto(move: Move) -> pb.Move:
    """The message of a move."""
    match move:
        case Pick(card):
            return pb.Move(pick=pb.Move.Pick(card=NAME[card]))
        case TakeAce(card):
            return pb.Move(take_ace=pb.Move.TakeAce(card=NAME[card]))
        case TurnBack():
            return pb.Move(turn_back=pb.Move.TurnBack())
        case Attempt(spot, pay):
            return pb.Move(attempt=pb.Move.Attempt(spot=SPOT_NAME[spot], pay=names(pay)))
        case Pay(cards):
            return pb.Move(pay=pb.Move.Pay(cards=names(cards)))
        case Recover(card):
            return pb.Move(recover=pb.Move.Recover(card=NAME[card]))


def move_from_proto(message: Message) -> Move:
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Trail.")
    match message.WhichOneof("action"):
        case "pick":
            return read_pick(message.pick.card)
        case "take_ace":
            return read_ace(message.take_ace.card)
        case "turn_back":
            return TURN_BACK
        case "attempt":
            return Attempt(read_spot(message.attempt.spot), read_payment(message.attempt.pay))
        case "pay":
            return read_pay(message.pay.cards)
        case "recover":
            return RECOVER[read_card(message.recover.card)]
        case _:
            raise Unreadable("The move has no action.")


def read_pick(name: str) -> Pick:
    """The choice of a numeric card. Raises `Unreadable`."""
    pick = PICK.get(read_card(name))
    if pick is None:
        raise Unreadable(f"{name} is no numeric card; others are not chosen for packs.")
    return pick


def read_ace(name: str) -> TakeAce:
    """The choice of an ace. Raises `Unreadable`."""
    ace = TAKE_ACE.get(read_card(name))
    if ace is None:
        raise Unreadable(f"{name} is no ace.")
    return ace


def read_pay(found: Iterable[str]) -> Pay:
    """A payment of at least one card. Raises `Unreadable`."""
    cards = read_payment(found)
    if not cards:
        raise Unreadable("There is no card to pay with.")
    return Pay(cards)


def read_payment(found: Iterable[str]) -> Cards:
    """Different cards, three at most. Raises `Unreadable`."""
    cards = in_order(read_card(name) for name in found)
    if len(set(cards)) < len(cards):
        raise Unreadable("A card is named twice; there is one of each.")
    if len(cards) > MOST:
        raise Unreadable(f"{MOST} cards pay for any card of the trail; these are {len(cards)}.")
    return cards


read_spot: Final = named("spot", SPOT_NAMED, "spots are named by row and column, like 53 or 22")
"""The spot of a name. Raises `Unreadable`."""


def event_to_proto(event: News) -> pb.Event:
    """The message of an event, as one audience sees it."""
    return pb.Event(**event_fields(event))


def event_fields(event: News) -> Fields:
    """What an event's message says."""
    match event:
        case Dealt() | Picked() | Passed() | AceTaken():
            return packing_fields(event)
        case _:
            return trekking_fields(event)


def packing_fields(event: Dealt | Picked | Passed | AceTaken) -> Fields:
    """The same while packing."""
    match event:
        case Picked(seat, card):
            return {"picked": {"seat": seat, "card": name_of(card)}}
        case Passed(left, hand):
            return {"passed": {"left": left, "hand": names(hand)}}
        case AceTaken(seat, left, card):
            return {"ace_taken": {"seat": seat, "left": left, "card": name_of(card)}}
        case Dealt(first, open_cards, hand):
            dealt = {"first_player": first, "open_cards": names(open_cards), "hand": names(hand)}
            return {"dealt": dealt}


def trekking_fields(  # noqa: PLR0911 - one case per kind
    event: TrekBegan | Blazed | Trekked | Lost | TurnedBack | Recovered | Ended,
) -> Fields:
    """The same on the trail."""
    match event:
        case Blazed(seat, spot, card):
            return {"blazed": {"seat": seat, "spot": SPOT_NAME[spot], "card": NAME[card]}}
        case Trekked(seat, spot, card, paid, declared):
            trekked = {"seat": seat, "spot": SPOT_NAME[spot], "card": NAME[card], "paid": names(paid)}
            return {"trekked": {**trekked, "declared": declared}}
        case Lost(seat, pack):
            return {"lost": {"seat": seat, "pack": names(pack)}}
        case TurnedBack(seat, left):
            return {"turned_back": {"seat": seat, "left": left}}
        case Recovered(seat, card):
            return {"recovered": {"seat": seat, "card": NAME[card]}}
        case TrekBegan(number, order):
            return {"trek_began": {"round": number, "order": order}}
        case Ended(packs):
            return {"ended": {"packs": [{"cards": names(pack)} for pack in packs]}}


def name_of(card: Card | None) -> str:
    """A card's name; empty for none."""
    return "" if card is None else NAME[card]


def position_from_proto(message: Message) -> Treks:
    """The treks by name, and the numbers of cards left. Raises `PositionImpossible`."""
    if not isinstance(message, pb.Position):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Trail.")
    return tuple((tuple(player.trek), player.pack_count) for player in message.players)


class TrailWire:
    """The messages of Trail."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, News]] = TrailWire()
