"""The score pad: sheets and places for the end of a play at a real table (chapter 11)."""

from google.protobuf.message import Message

from nurselog.games.forest_sky.scoring import placements, sheet
from nurselog.games.forest_sky.wire import position_from_proto
from nurselog.rules.api import Placement, ScoreSheet, seats


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order. Raises `PositionImpossible`."""
    hands, forests = position_from_proto(position)
    return tuple(sheet(seat, hands[seat], forests) for seat in seats(len(hands)))


def place_position(position: Message) -> tuple[Placement, ...]:
    """Who came where. Raises `PositionImpossible`."""
    return placements(*position_from_proto(position))
