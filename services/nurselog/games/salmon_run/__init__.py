"""Salmon Run: a deck-building race upstream in three rounds. The rules, numbered, are in RULES.md."""

from typing import Final

from nurselog.games.salmon_run import (
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
from nurselog.games.salmon_run.events import News
from nurselog.games.salmon_run.moves import Move
from nurselog.games.salmon_run.state import State
from nurselog.rules.api import Rules, no_teams


class SalmonRun:
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


RULES: Final[Rules[State, Move, News]] = SalmonRun()
