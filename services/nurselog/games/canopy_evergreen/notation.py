"""Moves as text (chapter 18)."""

from typing import Final

from nurselog.games.canopy_evergreen.components import NAME, SPACE_NAME, SPECIES_NAME, WILD_NAME
from nurselog.games.canopy_evergreen.moves import (
    MOVES,
    Add,
    Attract,
    Choose,
    Grow,
    Lose,
    LoseWildlife,
    Move,
    Refresh,
    Say,
    Use,
)
from nurselog.rules.api import Notation
from nurselog.rules.notation import ListedMoves


def written(move: Move) -> str:
    """The one text of a move."""
    match move:
        case Say(word):
            return word.value
        case Choose(pile):
            return f"pile.{pile + 1}"
        case Use():
            return written_use(move)
        case _:
            return written_name(move)


def written_name(move: Grow | Attract | Add | Lose | LoseWildlife | Refresh) -> str:
    """What is done, and to what."""
    match move:
        case Grow(space):
            return f"grow.{SPACE_NAME[space]}"
        case Attract(wild):
            return f"attract.{WILD_NAME[wild]}"
        case Add(card):
            return f"add.{NAME[card]}"
        case Lose(card):
            return f"lose.{NAME[card]}"
        case LoseWildlife(wild):
            return f"lose.{WILD_NAME[wild]}"
        case Refresh(species):
            return f"refresh.{SPECIES_NAME[species]}"


def written_use(move: Use) -> str:
    """`use.wolf.` with its target, `copy.` in front if the Otter does it."""
    parts = ["copy" if move.copied else "use", SPECIES_NAME[move.species]]
    if move.pile is not None:
        parts.append(str(move.pile + 1))
    if move.card is not None:
        parts.append(NAME[move.card])
    if move.wild is not None:
        parts.append(WILD_NAME[move.wild])
    if move.name is not None:
        parts.append(move.name)
    return ".".join(parts)


NOTATION: Final[Notation[Move]] = ListedMoves(
    "Canopy: Evergreen",
    MOVES,
    written,
    "look, keep, pass, attract.bald_eagle.p, add.salal, grow.d, use.red_fox.2, lose.rain3 or end",
)
