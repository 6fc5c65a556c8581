"""What several games need to read moves and positions. The rules of all notations are in `api.Notation`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from nurselog.rules.api import PositionImpossible, Unreadable

M = TypeVar("M")
T = TypeVar("T")
W = TypeVar("W", str, int)


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


def named(kind: str, things: Mapping[str, T], hint: str) -> Callable[[str], T]:
    """Reads the names of things; a name that none has raises `Unreadable`, which ends with the hint."""

    def read(name: str) -> T:
        thing = things.get(name)
        if thing is None:
            raise Unreadable(f"{name[:20]!r} is no {kind}; {hint}.")
        return thing

    return read


def numbered(kind: str, things: Sequence[T], first: int = 1) -> Callable[[int], T]:
    """Reads the numbers of things, which are counted from the first; other numbers raise `Unreadable`."""
    last = first + len(things) - 1

    def read(number: int) -> T:
        if not first <= number <= last:
            raise Unreadable(f"There is no {kind} {number}; they are numbered from {first} to {last}.")
        return things[number - first]

    return read


def read_at(path: str, read: Callable[[W], T], written: W) -> T:
    """What is written in a position for the score pad at this path. Raises `PositionImpossible`."""
    try:
        return read(written)
    except Unreadable as problem:
        raise PositionImpossible(path, str(problem)) from None


def read_once(path: str, read: Callable[[str], T], name: str, met: dict[T, str]) -> T:
    """The same for things of which there is one each; `met` keeps where each was named, and grows."""
    thing = read_at(path, read, name)
    if thing in met:
        raise PositionImpossible(path, f"{name} lies in {met[thing]} already; there is one of each.")
    met[thing] = path
    return thing
