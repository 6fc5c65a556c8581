"""Moves as text (chapter 10). There are few of them, so the notation is one table, read from both sides."""

from typing import Final

from nurselog.games.cabin_by_the_sea.moves import MOVES, Move, Place, Stockpile, Use
from nurselog.rules.api import Notation, Unreadable


def written(move: Move) -> str:
    """The one text of a move; stacks are numbered from one."""
    match move:
        case Use(pile):
            return f"u.{pile.value}"
        case Place(None):
            return "p.new"
        case Place(int(stack)):
            return f"p.{stack + 1}"
        case Stockpile():
            return "s"
    raise AssertionError(move)


class CabinByTheSeaNotation:
    """Reads and writes moves."""

    texts: Final = {move: written(move) for move in MOVES}
    moves: Final = {text: move for move, text in texts.items()}

    def parse(self, text: str) -> Move:
        """The move of a text. Raises `Unreadable`."""
        try:
            return self.moves[text]
        except KeyError:
            raise Unreadable(
                f"{text!r} is no move of Cabin by the Sea, as u.sea, p.1, p.new or s are."
            ) from None

    def format(self, move: Move) -> str:
        """The one text of a move."""
        return self.texts[move]


NOTATION: Final[Notation[Move]] = CabinByTheSeaNotation()
