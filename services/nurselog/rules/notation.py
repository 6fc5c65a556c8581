"""Notations that several games need. The rules of all notations are in `api.Notation`."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from nurselog.rules.api import Unreadable

M = TypeVar("M")


class ListedMoves(Generic[M]):
    """The notation of a game whose moves can all be listed: a table, read from both sides.

    `examples` ends the sentence that says why a text is unreadable.
    """

    def __init__(self, title: str, moves: Iterable[M], write: Callable[[M], str], examples: str) -> None:
        self._texts = {move: write(move) for move in moves}
        self._known = {id(move): text for move, text in self._texts.items()}
        """By identity, which is found without comparing: games share the moves that they list."""
        self._moves = {text: move for move, text in self._texts.items()}
        self._hint = f"is no move of {title}; moves are written like {examples}."

    def parse(self, text: str) -> M:
        """The move of a text. Raises `Unreadable`."""
        try:
            return self._moves[text]
        except KeyError:
            raise Unreadable(f"{text[:40]!r} {self._hint}") from None

    def format(self, move: M) -> str:
        """The one text of a move."""
        return self._known.get(id(move)) or self._texts[move]
