"""Canopy: Evergreen: forests over three Seasons. The rules, numbered, are in RULES.md."""

from typing import Final

from nurselog.games.canopy_evergreen import (
    labels,
    legal,
    notation,
    pad,
    play,
    redeal,
    spec,
    state,
    timeout,
    views,
    wire,
)
from nurselog.games.canopy_evergreen.events import News
from nurselog.games.canopy_evergreen.moves import Move
from nurselog.games.canopy_evergreen.scoring import sheets
from nurselog.games.canopy_evergreen.state import State
from nurselog.rules.api import Rules, no_teams


class CanopyEvergreen:
    """The game: its rooms, joined."""

    spec = spec.SPEC
    notation = notation.NOTATION
    wire = wire.WIRE
    setup = staticmethod(play.setup)
    decisions = staticmethod(state.decisions)
    legal_moves = staticmethod(legal.legal_moves)
    reject = staticmethod(legal.reject)
    apply = staticmethod(play.apply)
    label = staticmethod(labels.label)
    timeout_move = staticmethod(timeout.timeout_move)
    view = staticmethod(views.view)
    outcome = staticmethod(sheets.outcome)
    score = staticmethod(sheets.score)
    score_position = staticmethod(pad.score_position)
    place_position = staticmethod(pad.place_position)
    redeal = staticmethod(redeal.redeal)
    components = staticmethod(state.every_component)
    teams = staticmethod(no_teams)


RULES: Final[Rules[State, Move, News]] = CanopyEvergreen()
