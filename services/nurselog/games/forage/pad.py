"""The score pad: sheets and places for the end of a play at a real table (chapter 13)."""

from google.protobuf.message import Message

from nurselog.games.forage.scoring import placements, sheets
from nurselog.games.forage.wire import position_from_proto
from nurselog.rules.api import Placement, ScoreSheet


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order. Raises `PositionImpossible`."""
    sets, teams = position_from_proto(position)
    return sheets(sets, teams=teams)


def place_position(position: Message) -> tuple[Placement, ...]:
    """Who came where. Raises `PositionImpossible`."""
    sets, teams = position_from_proto(position)
    return placements(sets, teams=teams)
