"""The menu of legal moves, and what an answer to it means: no network and no terminal here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

Json = dict[str, Any]

HELP = (
    "number or notation: move   u: take back   v: view again   r: resign   q: quit (the table waits for you)"
)
"""What can be typed; taking back is refused with a reason where there is nothing to take back."""


@dataclass(frozen=True, slots=True)
class Play:
    """Submit this notation."""

    notation: str


@dataclass(frozen=True, slots=True)
class Puzzled:
    """The answer means nothing; the sentence says why."""

    sentence: str


Command: TypeAlias = Literal["undo", "view", "resign", "quit", "help"]
Answer: TypeAlias = Play | Puzzled | Command

COMMANDS: dict[str, Command] = {
    "u": "undo",
    "v": "view",
    "r": "resign",
    "q": "quit",
    "?": "help",
    "h": "help",
}


def read_answer(text: str, moves: Sequence[Json]) -> Answer:
    """What a typed line means while these moves are legal."""
    word = text.strip().lower()
    if any(move["notation"] == word for move in moves):
        return Play(word)
    if word in COMMANDS:
        return COMMANDS[word]
    if word.isdecimal():
        number = int(word)
        if 1 <= number <= len(moves):
            return Play(moves[number - 1]["notation"])
        return Puzzled(f"There are moves 1 to {len(moves)}.")
    if not word:
        return Puzzled(HELP)
    return Play(word)  # the backend says better than we could what is wrong with it


def menu(moves: Sequence[Json], *, can_undo: bool) -> RenderableType:
    """The moves as a numbered list, in columns where they fit."""
    entries = [_entry(number, move) for number, move in enumerate(moves, start=1)]
    hint = HELP if can_undo else HELP.replace("u: take back   ", "")
    return Group(Columns(entries, padding=(0, 3)), Text(hint, style="dim"))


def _entry(number: int, move: Json) -> Text:
    return Text.assemble((f"{number:>3} ", "bold"), move.get("label") or "", "  ", (move["notation"], "dim"))
