"""Moves as text (chapter 13). There are about fifteen hundred, so all are listed."""

from typing import Final

from nurselog.games.orca_isles.moves import MOVES, Draw, Gather, Hunt, Move, Pass, Send, Trust
from nurselog.rules.api import Notation
from nurselog.rules.cards import names
from nurselog.rules.notation import ListedMoves


def written(move: Move) -> str:
    """The one text of a move; places and isles are numbered from one."""
    match move:
        case Gather(place):
            return f"g.{place + 1}"
        case Draw():
            return "g.deck"
        case Hunt(isle):
            return f"h.{isle + 1}"
        case Send(cards):
            return ".".join(("c", *names(cards)))
        case Trust(isle):
            return f"i.{isle + 1}"
        case Pass():
            return "pass"


NOTATION: Final[Notation[Move]] = ListedMoves(
    "Orca Isles",
    MOVES,
    written,
    "g.2, g.deck, h.1, c.8h, c.8h.ks, i.2 or pass; two cards by suit c d h s, then from ace to king",
)
