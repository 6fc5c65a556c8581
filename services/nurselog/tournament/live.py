"""Standings of tournaments that are looked at: made once per change, shared by all who look."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from nurselog.api.tournament.v1 import standing_pb2
from nurselog.tournament.book import Book, StageBook
from nurselog.tournament.compute import Computer
from nurselog.tournament.events import event_of, stage_terms

KEPT = 64


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a stage at a version, a line each, as bytes."""

    scored: int
    lines: tuple[bytes, ...]

    def part(self, start: int, stop: int) -> list[standing_pb2.Standing]:
        """Some of the lines."""
        return [standing_pb2.Standing.FromString(line) for line in self.lines[start:stop]]


EMPTY = Table(0, ())


class Standings:
    """Asks the computer once per change, however many look."""

    def __init__(self, computer: Computer) -> None:
        self._computer = computer
        self._known: OrderedDict[tuple[str, int], asyncio.Task[Table]] = OrderedDict()
        self._scored: dict[tuple[str, int], int] = {}

    async def of(self, book: Book, number: int = 0) -> Table:
        """The standings of a stage (0: the current one) as the book stands."""
        if not book.stages:
            return EMPTY
        stage = book.stages[(number or len(book.stages)) - 1]
        where = book.id, stage.number
        if self._scored.get(where) != book.scored or where not in self._known:
            self._scored[where] = book.scored
            self._known[where] = asyncio.create_task(self._compute(book, stage))
            self._trim()
        self._known.move_to_end(where)
        try:
            return await asyncio.shield(self._known[where])
        except Exception:
            self._scored.pop(where, None)
            raise

    def _trim(self) -> None:
        while len(self._known) > KEPT:
            where, _ = self._known.popitem(last=False)
            self._scored.pop(where, None)

    async def _compute(self, book: Book, stage: StageBook) -> Table:
        scored = book.scored
        before = sum(one.stage < stage.number for one in book.rounds)
        event = event_of(book, stage, running=True)
        lines = await self._computer.standings(stage_terms(book, stage.number), event, book.id, before)
        return Table(scored, tuple(lines))
