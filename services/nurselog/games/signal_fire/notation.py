"""Moves as text (chapter 14). There are about a thousand, so all are listed."""

from typing import Final

from nurselog.games.signal_fire.components import CELL_NAME
from nurselog.games.signal_fire.moves import MOVES, Bid, Choose, Go, Light, Move, Place, Play
from nurselog.rules.api import Notation
from nurselog.rules.cards import NAME
from nurselog.rules.notation import ListedMoves


def written(move: Move) -> str:
    """The one text of a move."""
    match move:
        case Bid(card):
            return f"b.{NAME[card]}"
        case Place(cell):
            return f"t.{CELL_NAME[cell]}"
        case Play():
            return written_play(move)
        case Choose(seat):
            return f"c.{seat}"
        case Light(edge):
            return f"l.{edge.value}"
        case Go(cell):
            return f"m.{CELL_NAME[cell]}"


def written_play(move: Play) -> str:
    """`p` for face up, `d` for face down; with Quickflint where the token goes."""
    text = f"{'d' if move.face_down else 'p'}.{NAME[move.card]}"
    return text if move.to is None else f"{text}.{CELL_NAME[move.to]}"


NOTATION: Final[Notation[Move]] = ListedMoves(
    "Signal Fire", MOVES, written, "b.th, t.a1, p.6d, d.3h, p.6d.b1, c.2, l.r or m.b1"
)
