"""Moves and positions as messages, and back; events are in `wire.events`, views in `views`."""

from typing import Final

from google.protobuf.message import Message

from nurselog.api.games.alaska.v1 import alaska_pb2 as pb
from nurselog.games.alaska.components import (
    ANGLERS,
    CARD_NAMED,
    COUNTS,
    NAME,
    RIVERS,
    SALMON,
    SECTIONS,
    Card,
    is_cast,
)
from nurselog.games.alaska.events import News
from nurselog.games.alaska.moves import (
    CAST,
    CAST_AT,
    EAGLE_AT_ANGLER,
    EAGLE_AT_NOTHING,
    EAGLE_AT_SALMON,
    END_TURN,
    PASS,
    PLACE_SALMON,
    PLAY_ANGLER,
    PLAY_BEAR,
    USE_BEAR,
    Cast,
    EndTurn,
    Move,
    Pass,
    PlaceSalmon,
    PlayAngler,
    PlayBear,
    PlayEagle,
    UseBear,
)
from nurselog.games.alaska.spec import SPEC
from nurselog.games.alaska.wire.events import event_to_proto
from nurselog.rules.api import PositionImpossible, Unreadable, Wire
from nurselog.rules.notation import named, numbered


def number_of(index: int | None) -> int:
    """A section or river card as its number; 0 for none."""
    return 0 if index is None else index + 1


def move_to_proto(move: Move) -> pb.Move:
    """The message of a move."""
    match move:
        case PlayBear() | UseBear() | Pass() | EndTurn():
            return plain_to_proto(move)
        case PlaceSalmon(section):
            return pb.Move(place_salmon=pb.Move.PlaceSalmon(section=number_of(section)))
        case Cast(cards, section):
            return pb.Move(
                cast=pb.Move.Cast(cards=[NAME[card] for card in cards], section=number_of(section))
            )
        case PlayAngler(angler, river):
            return pb.Move(play_angler=pb.Move.PlayAngler(angler=NAME[angler], river=number_of(river)))
        case PlayEagle(section, river):
            return pb.Move(play_eagle=pb.Move.PlayEagle(section=number_of(section), river=number_of(river)))


def plain_to_proto(move: PlayBear | UseBear | Pass | EndTurn) -> pb.Move:
    """The message of a move that says nothing but its kind."""
    match move:
        case PlayBear():
            return pb.Move(play_bear=pb.Move.PlayBear())
        case UseBear():
            return pb.Move(use_bear=pb.Move.UseBear())
        case Pass():
            return pb.Move(decline=pb.Move.Decline())
        case EndTurn():
            return pb.Move(end_turn=pb.Move.EndTurn())


PLAIN: Final[dict[str, Move]] = {
    "play_bear": PLAY_BEAR,
    "use_bear": USE_BEAR,
    "decline": PASS,
    "end_turn": END_TURN,
}
"""The moves that say nothing but their kind, by the name of their field."""


def move_from_proto(message: Message) -> Move:
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Alaska.")
    match message.WhichOneof("action"):
        case "place_salmon":
            return PLACE_SALMON[read_section(message.place_salmon.section)]
        case "cast":
            return read_cast(message.cast)
        case "play_angler":
            return PLAY_ANGLER[read_angler(message.play_angler.angler), read_river(message.play_angler.river)]
        case "play_eagle":
            return read_eagle(message.play_eagle)
        case None:
            raise Unreadable("The move has no action.")
        case plain:
            return PLAIN[plain]


def read_cast(message: pb.Move.Cast) -> Cast:
    """One or two casts in any order. Raises `Unreadable`."""
    cards = tuple(sorted(read_card(name) for name in message.cards))
    if not 1 <= len(cards) <= len(ANGLERS) or not all(is_cast(card) for card in cards):
        raise Unreadable("One casts with one or two of the cards c1 to c10.")
    return CAST_AT[cards, read_section(message.section)] if message.section else CAST[cards]


def read_eagle(message: pb.Move.PlayEagle) -> PlayEagle:
    """An eagle with at most one prey. Raises `Unreadable`."""
    if message.section and message.river:
        raise Unreadable("An eagle takes a salmon or drives an angler away, not both.")
    if message.section:
        return EAGLE_AT_SALMON[read_section(message.section)]
    return EAGLE_AT_ANGLER[read_river(message.river)] if message.river else EAGLE_AT_NOTHING


read_card: Final = named("card", CARD_NAMED, "cards are named like c4, tourist, local, eagle, bear")
read_section: Final = numbered("section", SECTIONS)
read_river: Final = numbered("river card", RIVERS)


def read_angler(name: str) -> Card:
    """The angler of that name. Raises `Unreadable`."""
    angler = read_card(name)
    if angler not in ANGLERS:
        raise Unreadable(f"{name!r} is no angler; those are tourist and local.")
    return angler


def position_from_proto(message: Message) -> tuple[int, ...]:
    """The salmon before each seat (chapter 13). Raises `PositionImpossible`."""
    if not isinstance(message, pb.Position):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Alaska.")
    if not SPEC.min_seats <= len(message.salmon) <= SPEC.max_seats:
        raise PositionImpossible("salmon", f"There are two to six seats, not {len(message.salmon)}.")
    for at, count in enumerate(message.salmon):
        if count < 0:
            raise PositionImpossible(f"salmon[{at}]", "Nobody has fewer than no salmon.")
    if sum(message.salmon) > COUNTS[SALMON]:
        total = sum(message.salmon)
        raise PositionImpossible("salmon", f"There are {COUNTS[SALMON]} salmon in the pile, not {total}.")
    return tuple(message.salmon)


class AlaskaWire:
    """The messages of Alaska."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, News]] = AlaskaWire()
