"""Moves as text (chapter 22). Places are written from 1. All moves can be listed."""

from typing import Final

from nurselog.games.cascadia.events import Places
from nurselog.games.cascadia.moves import (
    MOVES,
    FreeWipe,
    Move,
    PayPick,
    PayWipe,
    PutTile,
    PutToken,
    ReturnToken,
    TakeBoth,
    TakePair,
    Turn,
)
from nurselog.rules.api import Notation
from nurselog.rules.hexes import name
from nurselog.rules.notation import ListedMoves


def written(move: Move) -> str:  # noqa: C901, PLR0911 - one case per kind
    """The one text of a move."""
    match move:
        case TakePair(place):
            return f"d.{place + 1}"
        case TakeBoth(tile_place, token_place):
            return f"d.{tile_place + 1}.{token_place + 1}"
        case FreeWipe():
            return "w"
        case PayPick():
            return "n"
        case PayWipe(places):
            return f"n.{digits(places)}"
        case PutTile(cell):
            return f"p.{name(cell)}"
        case Turn(turns):
            return f"r.{turns}"
        case PutToken(cell):
            return f"t.{name(cell)}"
        case ReturnToken():
            return "x"


def digits(places: Places) -> str:
    """`134`."""
    return "".join(str(place + 1) for place in places)


NOTATION: Final[Notation[Move]] = ListedMoves(
    "Cascadia", MOVES, written, "d.3, d.1.4, w, n, n.134, p.+1-2, r.4, t.+0+1 or x"
)
