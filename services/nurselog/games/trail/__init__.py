"""Trail: a draft of supplies, then a trek as far up as they last. The rules, numbered, are in RULES.md."""

from typing import Final

from nurselog.games.trail import (
    labels,
    legal,
    listing,
    notation,
    pad,
    play,
    redeal,
    scoring,
    setup,
    spec,
    state,
    timeout,
    views,
    wire,
)
from nurselog.games.trail.events import News
from nurselog.games.trail.moves import Move
from nurselog.games.trail.state import State
from nurselog.rules.api import Rules, no_teams


class Trail:
    """The game: its rooms, joined."""

    spec = spec.SPEC
    notation = notation.NOTATION
    wire = wire.WIRE
    setup = staticmethod(setup.setup)
    decisions = staticmethod(state.decisions)
    legal_moves = staticmethod(listing.legal_moves)
    reject = staticmethod(legal.reject)
    apply = staticmethod(play.apply)
    label = staticmethod(labels.label)
    timeout_move = staticmethod(timeout.timeout_move)
    view = staticmethod(views.view)
    outcome = staticmethod(scoring.outcome)
    score = staticmethod(scoring.score)
    score_position = staticmethod(pad.score_position)
    place_position = staticmethod(pad.place_position)
    redeal = staticmethod(redeal.redeal)
    components = staticmethod(state.every_card)
    teams = staticmethod(no_teams)


RULES: Final[Rules[State, Move, News]] = Trail()
