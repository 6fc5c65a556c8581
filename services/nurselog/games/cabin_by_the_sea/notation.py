"""Moves as text (chapter 10). There are few, so all are listed."""

from typing import Final

from nurselog.games.cabin_by_the_sea.moves import MOVES, Move, Place, Stockpile, Use
from nurselog.rules.api import Notation
from nurselog.rules.notation import ListedMoves


def written(move: Move) -> str:
    """The one text of a move; stacks are numbered from one."""
    match move:
        case Use(pile):
            return f"u.{pile.value}"
        case Place(stack):
            return "p.new" if stack is None else f"p.{stack + 1}"
        case Stockpile():
            return "s"


NOTATION: Final[Notation[Move]] = ListedMoves("Cabin by the Sea", MOVES, written, "u.sea, p.1, p.new or s")
