"""The messages of Canopy: Evergreen."""

from typing import Final

from google.protobuf.message import Message

from nurselog.api.games.canopy_evergreen.v1 import canopy_evergreen_pb2 as pb
from nurselog.games.canopy_evergreen.events import News
from nurselog.games.canopy_evergreen.moves import Move
from nurselog.games.canopy_evergreen.wire.events import event_to_proto
from nurselog.games.canopy_evergreen.wire.moves import move_from_proto, move_to_proto
from nurselog.rules.api import Wire


class CanopyEvergreenWire:
    """The game's messages: moves in and out, events out."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, News]] = CanopyEvergreenWire()
