"""Moves as text (chapter 12). There are few, so all are listed."""

from typing import Final

from nurselog.games.forest_sky.components import FOREST_NAME, NAME, SPOT_NAME
from nurselog.games.forest_sky.moves import MOVES, Discard, Draw, Lock, Move, Place, Swap, Take
from nurselog.rules.api import Notation
from nurselog.rules.notation import ListedMoves


def written(move: Move) -> str:
    """The one text of a move."""
    match move:
        case Draw():
            return "d"
        case Take():
            return "t"
        case Place(card, forest):
            return f"p.{NAME[card]}.{FOREST_NAME[forest]}"
        case Discard(card):
            return f"x.{NAME[card]}"
        case Swap(card, spot):
            return f"s.{NAME[card]}.{SPOT_NAME[spot]}"
        case Lock(spot):
            return f"l.{SPOT_NAME[spot]}"


NOTATION: Final[Notation[Move]] = ListedMoves(
    "Forest Sky", MOVES, written, "d, t, p.h7.a, x.h7, s.h7.b2 or l.a1"
)
