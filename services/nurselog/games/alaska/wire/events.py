"""Events as messages."""

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from nurselog.api.games.alaska.v1 import alaska_pb2 as pb
from nurselog.games.alaska import events
from nurselog.games.alaska.components import NAME, names
from nurselog.games.alaska.events import News


def event_to_proto(event: News) -> pb.Event:
    """The message of an event, as one audience sees it."""
    return written(event)


@singledispatch
def written(event: object) -> pb.Event:
    """One function for each kind of event."""
    raise TypeError(f"{type(event).__name__} is no event of Alaska")


def writes(kind: type[Any]) -> Callable[[Callable[[Any], pb.Event]], Callable[[Any], pb.Event]]:
    """Registers the writer of a kind of event."""
    return written.register(kind)


@writes(events.Dealt)
def dealt(event: events.Dealt) -> pb.Event:
    return pb.Event(
        dealt=pb.Event.Dealt(first_seat=event.first, pile_size=event.pile_size, hand=names(event.hand))
    )


@writes(events.TurnBegan)
def turn_began(event: events.TurnBegan) -> pb.Event:
    return pb.Event(turn_began=pb.Event.TurnBegan(seat=event.seat, salmon=event.salmon, flows=event.flows))


@writes(events.SalmonPlaced)
def salmon_placed(event: events.SalmonPlaced) -> pb.Event:
    return pb.Event(salmon_placed=pb.Event.SalmonPlaced(seat=event.seat, section=event.section + 1))


@writes(events.SalmonSurplus)
def salmon_surplus(event: events.SalmonSurplus) -> pb.Event:
    return pb.Event(salmon_surplus=pb.Event.SalmonSurplus(count=event.count))


@writes(events.Flowed)
def flowed(event: events.Flowed) -> pb.Event:
    return pb.Event(flowed=pb.Event.Flowed(caught_at=[river + 1 for river in event.caught_at]))


@writes(events.CastMade)
def cast_made(event: events.CastMade) -> pb.Event:
    return pb.Event(
        cast_made=pb.Event.CastMade(
            seat=event.seat,
            cards=names(event.cards),
            section=0 if event.section is None else event.section + 1,
            hooked="" if event.hooked is None else NAME[event.hooked],
        )
    )


@writes(events.AnglerPlaced)
def angler_placed(event: events.AnglerPlaced) -> pb.Event:
    return pb.Event(
        angler_placed=pb.Event.AnglerPlaced(
            seat=event.seat,
            angler=NAME[event.angler],
            river=event.river + 1,
            scared="" if event.scared is None else NAME[event.scared],
        )
    )


@writes(events.EagleFlew)
def eagle_flew(event: events.EagleFlew) -> pb.Event:
    return pb.Event(
        eagle_flew=pb.Event.EagleFlew(
            seat=event.seat,
            section=0 if event.section is None else event.section + 1,
            river=0 if event.river is None else event.river + 1,
        )
    )


@writes(events.BearRoamed)
def bear_roamed(event: events.BearRoamed) -> pb.Event:
    return pb.Event(bear_roamed=pb.Event.BearRoamed(seat=event.seat, anglers=event.anglers))


@writes(events.Answered)
def answered(event: events.Answered) -> pb.Event:
    return pb.Event(answered=pb.Event.Answered(seat=event.seat))


@writes(events.CatchSettled)
def bear_answered(event: events.CatchSettled) -> pb.Event:
    return pb.Event(catch_settled=pb.Event.CatchSettled(bear_seat=-1 if event.seat is None else event.seat))


@writes(events.SalmonLost)
def salmon_lost(event: events.SalmonLost) -> pb.Event:
    return pb.Event(salmon_lost=pb.Event.SalmonLost(seat=event.seat))


@writes(events.HandLost)
def hand_lost(event: events.HandLost) -> pb.Event:
    return pb.Event(hand_lost=pb.Event.HandLost(seat=event.seat, cards=names(event.cards)))


@writes(events.Drew)
def drew(event: events.Drew) -> pb.Event:
    return pb.Event(drew=pb.Event.Drew(seat=event.seat, count=event.count, cards=names(event.cards)))


@writes(events.LastRound)
def last_round(event: events.LastRound) -> pb.Event:
    return pb.Event(last_round=pb.Event.LastRound(turns=event.turns))


@writes(events.Ended)
def ended(_event: events.Ended) -> pb.Event:
    return pb.Event(ended=pb.Event.Ended())
