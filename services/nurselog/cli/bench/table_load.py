"""Tables under load: each plays random legal moves, the next as soon as both seats have the view of the last.

It knows no network. A face (see `Face`) carries moves and brings updates.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class News:
    """What a seat's watch told: just what the load needs of it."""

    version: int
    finished: bool
    decision: int
    moves: Sequence[str]


class Face(Protocol):
    """How one seat talks to the backend. `table_load.seen` is called for each update it gets."""

    def watch(self, table: str) -> None:
        """Follows a table."""
        ...

    def submit(self, table: str, seat: int, decision: int, notation: str) -> None:
        """Sends a move; its acceptance is known by the view that follows."""
        ...


@dataclass(slots=True)
class Measured:
    """What one load process saw."""

    moves: int = 0
    tables: int = 0
    refused: int = 0
    latencies_ms: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu_s: float = 0.0
    """CPU time of the backend and the load meanwhile; 0 if it is not known."""


class Stock:
    """Tables that are ready to be played; more are opened while others play."""

    def __init__(self, tables: Sequence[str]) -> None:
        self._ready = deque(tables)
        self.low = asyncio.Event()

    def take(self) -> str | None:
        """A fresh table, if there is one."""
        if len(self._ready) < LOW:
            self.low.set()
        return self._ready.popleft() if self._ready else None

    def put(self, table: str) -> None:
        """One more."""
        self._ready.append(table)


LOW = 40


class TableLoad:
    """One place at which tables are played, one after the other."""

    def __init__(self, faces: Sequence[Face], stock: Stock, measured: Measured, luck: random.Random) -> None:
        self._faces = faces
        self._stock = stock
        self._measured = measured
        self._luck = luck
        self._table = ""
        self._version = -1
        self._seen = 0
        self._sent = 0.0
        self._next: tuple[int, News] | None = None
        self.over = False

    @property
    def table(self) -> str:
        """The table that is played here now."""
        return self._table

    def begin(self) -> None:
        """Takes a fresh table and follows it from all seats."""
        table = None if self.over else self._stock.take()
        if table is None:
            return
        self._table, self._version, self._seen, self._sent, self._next = table, -1, 0, 0.0, None
        for face in self._faces:
            face.watch(table)

    def seen(self, table: str, seat: int, news: News) -> None:
        """A seat has a view. With the last seat's, the move is done and the next one goes out."""
        if table != self._table or news.version < self._version:
            return
        if news.version > self._version:
            self._version, self._seen, self._next = news.version, 0, None
        self._seen += 1
        if news.moves:
            self._next = (seat, news)
        if self._seen == len(self._faces):
            self._done(finished=news.finished)

    def _done(self, *, finished: bool) -> None:
        now = time.perf_counter()
        if self._sent:
            self._measured.moves += 1
            self._measured.latencies_ms.append((now - self._sent) * 1000)
        if finished or self._next is None:
            self._measured.tables += finished
            self.begin()
        elif not self.over:
            seat, news = self._next
            self._sent = now
            self._faces[seat].submit(self._table, seat, news.decision, self._luck.choice(news.moves))
