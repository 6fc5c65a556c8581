"""Moves as text (chapter 12). There are few of them, so the notation is one table, read from both sides."""

from typing import Final

from nurselog.games.forest_sky.components import FOREST_NAME, NAME, SPOT_NAME
from nurselog.games.forest_sky.moves import MOVES, Discard, Draw, Lock, Move, Place, Swap, Take
from nurselog.rules.api import Notation, Unreadable


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


class ForestSkyNotation:
    """Reads and writes moves."""

    texts: Final = {move: written(move) for move in MOVES}
    moves: Final = {text: move for move, text in texts.items()}

    def parse(self, text: str) -> Move:
        """The move of a text. Raises `Unreadable`."""
        try:
            return self.moves[text]
        except KeyError:
            raise Unreadable(
                f"{text!r} is no move of Forest Sky, as d, t, p.h7.a, x.h7, s.h7.b2 or l.a1 are."
            ) from None

    def format(self, move: Move) -> str:
        """The one text of a move."""
        return self.texts[move]


NOTATION: Final[Notation[Move]] = ForestSkyNotation()
