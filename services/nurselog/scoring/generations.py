"""Keys that can be made anew: their names hold a generation, which the store tells who calls with another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from nurselog.chassis.errors import Aborted
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.chassis.redis import Word

ATTEMPTS = 5

KeysOf: TypeAlias = Callable[[int], Sequence[str]]
"""The keys of a call, given the generation."""


class Generations:
    """Calls functions whose first argument is the generation of what they touch, and remembers it."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._store = gatherer
        self._known: dict[str, int] = {}

    async def call(self, name: str, function: str, keys: KeysOf, args: Iterable[Word] = ()) -> list[Any]:
        """The answer of a function on the present generation of `name`."""
        words = list(args)
        for _ in range(ATTEMPTS):
            generation = self._known.get(name, 0)
            answer: list[Any] = await self._store.fcall(function, keys(generation), [generation, *words])
            if answer[0] != b"moved":
                return answer
            self._known[name] = int(answer[1])
        raise Aborted("CONFLICT", f"{name} is being made anew again and again.", name=name)

    def present(self, name: str) -> int:
        """The generation of the last call."""
        return self._known.get(name, 0)

    async def read(self, name: str) -> int:
        """The present generation, from the store."""
        where = meta_key(name)
        found = await self._store.call("HGET", where, "generation", key=where)
        return int(found or 0)


def meta_key(name: str) -> str:
    """Where the generation of a ladder or a board is kept."""
    return key(name, "meta")
