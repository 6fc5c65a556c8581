"""The score pad: the sheet for the end of a play at a real table (chapter 9)."""

from google.protobuf.message import Message

from nurselog.games.cabin_by_the_sea.scoring import placement, sheet
from nurselog.games.cabin_by_the_sea.wire import position_from_proto
from nurselog.rules.api import Placement, ScoreSheet


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The player's sheet. Raises `PositionImpossible`."""
    return (sheet(position_from_proto(position)),)


def place_position(position: Message) -> tuple[Placement, ...]:
    """The player's place. Raises `PositionImpossible`."""
    return (placement(position_from_proto(position)),)
