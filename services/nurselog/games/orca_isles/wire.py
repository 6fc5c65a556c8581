"""Moves and events as messages, and moves back; views are in `views`, positions in `pad`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from google.protobuf.message import Message

from nurselog.api.games.orca_isles.v1 import orca_isles_pb2 as pb
from nurselog.games.orca_isles import events as ev
from nurselog.games.orca_isles.components import (
    ISLES,
)
from nurselog.games.orca_isles.moves import (
    DRAW,
    GATHER,
    HUNT,
    PASS,
    SEND_ONE,
    SEND_TWO,
    TRUST,
    Draw,
    Gather,
    Hunt,
    Move,
    Pass,
    Send,
    Trust,
)
from nurselog.games.orca_isles.scoring import bonus
from nurselog.games.orca_isles.sets import Kind, best_at
from nurselog.rules.api import Unreadable, Wire
from nurselog.rules.cards import NAME, Card, names, read_card_or_joker
from nurselog.rules.notation import numbered

KIND_TO_PROTO: Final = {
    Kind.NONE: pb.SET_KIND_NONE,
    Kind.PAIR: pb.SET_KIND_PAIR,
    Kind.FLUSH: pb.SET_KIND_FLUSH,
    Kind.STRAIGHT: pb.SET_KIND_STRAIGHT,
    Kind.THREE_OF_A_KIND: pb.SET_KIND_THREE_OF_A_KIND,
    Kind.STRAIGHT_FLUSH: pb.SET_KIND_STRAIGHT_FLUSH,
}


def move_to_proto(move: Move) -> pb.Move:
    """The message of a move."""
    match move:
        case Gather(place):
            return pb.Move(gather=pb.Move.Gather(place=place + 1))
        case Draw():
            return pb.Move(draw_deck=pb.Move.DrawDeck())
        case Hunt(isle):
            return pb.Move(hunt=pb.Move.Hunt(isle=isle + 1))
        case Send(cards):
            return pb.Move(send_cards=pb.Move.SendCards(cards=names(cards)))
        case Trust(isle):
            return pb.Move(instinct=pb.Move.Instinct(isle=isle + 1))
        case Pass():
            return pb.Move(do_nothing=pb.Move.DoNothing())


def move_from_proto(message: Message) -> Move:
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Orca Isles.")
    match message.WhichOneof("action"):
        case "gather":
            return read_gather(message.gather.place)
        case "draw_deck":
            return DRAW
        case "hunt":
            return HUNT[read_isle(message.hunt.isle)]
        case "send_cards":
            return read_send(message.send_cards.cards)
        case "instinct":
            return TRUST[read_isle(message.instinct.isle)]
        case "do_nothing":
            return PASS
        case _:
            raise Unreadable("The move has no action.")


read_gather: Final = numbered("gather place", GATHER)
"""Gathering at the place of a number. Raises `Unreadable`."""


read_isle: Final = numbered("isle", ISLES)
"""The isle of a number. Raises `Unreadable`."""


def read_send(found: Sequence[str]) -> Send:
    """The cards to hunt with, in any order. Raises `Unreadable`."""
    cards = sorted(map(read_card_or_joker, found))
    match cards:
        case [card]:
            return SEND_ONE[card]
        case [one, other] if one != other:
            return SEND_TWO[one, other]
        case _:
            raise Unreadable(f"One hunts with one or two cards, not with {' '.join(found)[:60]!r}.")


# --- Events -------------------------------------------------------------------------------------------------


def event_to_proto(event: ev.News) -> pb.Event:
    """The message of an event, as one audience sees it."""
    return WRITERS[type(event)](event)


def card_name(card: Card | None) -> str:
    """A card's name; empty for none."""
    return "" if card is None else NAME[card]


def names_or_empty(cards: Iterable[Card | None]) -> list[str]:
    """The names of cards; empty where there is none."""
    return [card_name(card) for card in cards]


def dealt(event: ev.Dealt) -> pb.Event:
    return pb.Event(
        dealt=pb.Event.Dealt(
            first_seat=event.first,
            isles=names(event.isles),
            gather=names(event.gather),
            deck_size=event.deck_size,
            hand=names(event.hand),
        )
    )


def gathered(event: ev.Gathered) -> pb.Event:
    message = pb.Event.Gathered(seat=event.seat, place=event.place + 1, card=NAME[event.card])
    return pb.Event(gathered=message)


def drawn(event: ev.Drawn) -> pb.Event:
    return pb.Event(drawn=pb.Event.Drawn(seat=event.seat, card=card_name(event.card)))


def arrived(event: ev.Arrived) -> pb.Event:
    return pb.Event(orca_placed=pb.Event.OrcaPlaced(seat=event.seat, isle=event.isle + 1))


def sent(event: ev.Sent) -> pb.Event:
    return pb.Event(
        cards_sent=pb.Event.CardsSent(
            seat=event.seat,
            isle=event.isle + 1,
            count=event.count,
            cards=names(event.cards),
            face_up=event.face_up,
        )
    )


def passed(event: ev.Passed) -> pb.Event:
    return pb.Event(passed=pb.Event.Passed(seat=event.seat))


def reshuffled(event: ev.Reshuffled) -> pb.Event:
    return pb.Event(reshuffled=pb.Event.Reshuffled(size=event.size))


def scored(event: ev.Scored) -> pb.Event:
    return pb.Event(isle_scored=pb.Event.IsleScored(result=result_to_proto(event.result)))


def result_to_proto(result: ev.Result) -> pb.IsleResult:
    """What was found at an isle."""
    return pb.IsleResult(
        isle=result.isle + 1,
        card=NAME[result.card],
        catches=[catch(result.card, party) for party in result.parties],
        winners=result.winners,
        bonus=bonus(result),
    )


def catch(card: Card, party: ev.Party) -> pb.Catch:
    """What an orca made of an isle."""
    found = best_at(card, party.cards)
    return pb.Catch(
        seat=party.seat, cards=names(party.cards), kind=KIND_TO_PROTO[found.kind], points=found.points
    )


def drawn_up(event: ev.DrawnUp) -> pb.Event:
    message = pb.Event.DrawnUp(seat=event.seat, count=event.count, cards=names(event.cards))
    return pb.Event(drawn_up=message)


def refilled(event: ev.Refilled) -> pb.Event:
    return pb.Event(
        refilled=pb.Event.Refilled(
            round=event.round,
            first_seat=event.first,
            isles=names_or_empty(event.isles),
            gather=names_or_empty(event.gather),
            deck_size=event.deck_size,
        )
    )


def ended(event: ev.Ended) -> pb.Event:
    hands = [pb.Hand(seat=seat, count=len(hand), cards=names(hand)) for seat, hand in enumerate(event.hands)]
    return pb.Event(ended=pb.Event.Ended(hands=hands))


WRITERS: Final[dict[type, Callable[[Any], pb.Event]]] = {
    ev.Dealt: dealt,
    ev.Gathered: gathered,
    ev.Drawn: drawn,
    ev.Arrived: arrived,
    ev.Sent: sent,
    ev.Passed: passed,
    ev.Reshuffled: reshuffled,
    ev.Scored: scored,
    ev.DrawnUp: drawn_up,
    ev.Refilled: refilled,
    ev.Ended: ended,
}


class OrcaIslesWire:
    """The messages of Orca Isles."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, ev.News]] = OrcaIslesWire()
