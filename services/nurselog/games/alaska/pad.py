"""The score pad: sheets and places for the end of a play at a real table (chapter 13)."""

from google.protobuf.message import Message

from nurselog.games.alaska.scoring import placements, salmon_line
from nurselog.games.alaska.wire import position_from_proto
from nurselog.rules.api import Placement, ScoreSheet, seats


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order. Raises `PositionImpossible`."""
    counts = position_from_proto(position)
    return tuple(ScoreSheet(seat, (salmon_line(counts[seat]),)) for seat in seats(len(counts)))


def place_position(position: Message) -> tuple[Placement, ...]:
    """Who came where. Raises `PositionImpossible`."""
    return placements(position_from_proto(position))
