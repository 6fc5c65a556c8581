"""Moves as text (chapter 14)."""

from typing import Final

from nurselog.games.alaska.components import NAME
from nurselog.games.alaska.moves import (
    END_TURN,
    MOVES,
    PASS,
    PLAY_BEAR,
    USE_BEAR,
    Cast,
    EndTurn,
    Move,
    Pass,
    PlaceSalmon,
    PlayAngler,
    PlayBear,
    PlayEagle,
    UseBear,
)
from nurselog.rules.api import Notation
from nurselog.rules.notation import ListedMoves

PLAIN: Final[dict[Move, str]] = {PLAY_BEAR: "b", USE_BEAR: "use", PASS: "pass", END_TURN: "end"}


def written(move: Move) -> str:
    """The one text of a move."""
    match move:
        case PlaceSalmon(section):
            return f"p.{section + 1}"
        case Cast(cards, section):
            return ".".join(
                (*(NAME[card] for card in cards), *(() if section is None else (f"s{section + 1}",)))
            )
        case PlayAngler(angler, river):
            return f"{NAME[angler][0]}.{river + 1}"
        case PlayEagle(section, river):
            return written_eagle(section, river)
        case PlayBear() | UseBear() | Pass() | EndTurn():
            return PLAIN[move]


def written_eagle(section: int | None, river: int | None) -> str:
    """`e.s3` for the salmon in section 3, `e.r5` for the angler on river card 5, `e` for nothing."""
    if section is not None:
        return f"e.s{section + 1}"
    return "e" if river is None else f"e.r{river + 1}"


NOTATION: Final[Notation[Move]] = ListedMoves(
    "Alaska", MOVES, written, "p.3, c4, c4.c3.s6, t.5, l.5, e.s3, e.r5, b, use, pass or end"
)
