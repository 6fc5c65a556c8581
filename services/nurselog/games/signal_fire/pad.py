"""The score pad: sheets and places for the end of a session at a real table (chapter 13)."""

from google.protobuf.message import Message

from nurselog.games.signal_fire.components import SEATS
from nurselog.games.signal_fire.scoring import placements, sheet
from nurselog.games.signal_fire.wire import position_from_proto
from nurselog.rules.api import Placement, ScoreSheet


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order. Raises `PositionImpossible`."""
    history = position_from_proto(position)
    return tuple(sheet(seat, history) for seat in SEATS)


def place_position(position: Message) -> tuple[Placement, ...]:
    """Who came where. Raises `PositionImpossible`."""
    return placements(position_from_proto(position))
