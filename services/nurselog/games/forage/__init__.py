"""Forage: sets of cards, found on a map and in other people's hands. The rules, numbered, are in RULES.md."""

from typing import Final

from nurselog.games.forage import (
    labels,
    legal,
    menu,
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
from nurselog.games.forage.events import News
from nurselog.games.forage.moves import Move
from nurselog.games.forage.state import State
from nurselog.rules.api import Rules


class Forage:
    """The game: its rooms, joined."""

    spec = spec.SPEC
    notation = notation.NOTATION
    wire = wire.WIRE
    setup = staticmethod(setup.setup)
    decisions = staticmethod(state.decisions)
    legal_moves = staticmethod(menu.legal_moves)
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
    teams = staticmethod(state.all_teams)


RULES: Final[Rules[State, Move, News]] = Forage()
