"""The calls for one game: a bounded queue, a few calls at once, and a dead engine only delays them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Self

from nurselog.chassis.errors import DeadlineExceeded, Refusal, Unavailable
from nurselog.chassis.logs import get

AGAIN_S = 1.0
"""A table whose call changed nothing rests this long before it is asked about again."""

REFUSED_S = 30.0
"""Likewise a table whose call was refused: an operator has to look at it."""

Entry = tuple[str, float]
"""A table, and the mark that tells two of its entries apart (when it is due)."""

log = get(__name__)


class Lane(AbstractAsyncContextManager["Lane"]):
    """`lane.put(table, mark)`: while the lane is open, `call(table)` runs for each, `at_once` together.

    An entry is known from `put` until a moment after its call, and is not taken twice meanwhile.
    """

    def __init__(self, name: str, call: Callable[[str], Awaitable[bool]], *, at_once: int, room: int) -> None:
        self._name = name
        self._call = call
        self._queue: asyncio.Queue[Entry] = asyncio.Queue()
        self._known: set[Entry] = set()
        self._room = room
        self._open = asyncio.Event()
        self._at_once = at_once
        self._workers: list[asyncio.Task[None]] = []

    @property
    def known(self) -> int:
        """How many entries are here."""
        return len(self._known)

    def put(self, table: str, mark: float = 0.0, after_s: float = 0.0) -> bool:
        """Takes the table, to be called about in `after_s`; False if it is known or there is no room."""
        entry = (table, mark)
        if entry in self._known or len(self._known) >= self._room:
            return False
        self._known.add(entry)
        if after_s > 0:
            asyncio.get_running_loop().call_later(after_s, self._queue.put_nowait, entry)
        else:
            self._queue.put_nowait(entry)
        return True

    def open(self) -> None:
        """The engines answer: go on."""
        self._open.set()

    def shut(self) -> None:
        """The engines do not answer: wait."""
        self._open.clear()

    async def __aenter__(self) -> Self:
        self._workers = [asyncio.create_task(self._work()) for _ in range(self._at_once)]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            entry = await self._queue.get()
            await self._open.wait()
            await self._serve(entry)

    async def _serve(self, entry: Entry) -> None:
        table, _ = entry
        try:
            done = await self._call(table)
        except (Unavailable, DeadlineExceeded) as refusal:
            self.shut()  # until the next look finds the engines again
            log.warning("engine_unavailable", lane=self._name, table=table, reason=refusal.reason)
            self._queue.put_nowait(entry)
        except Refusal as refusal:
            log.warning("call_refused", lane=self._name, table=table, reason=refusal.reason)
            self._forget(entry, REFUSED_S)
        else:
            self._forget(entry, 0.0 if done else AGAIN_S)

    def _forget(self, entry: Entry, after_s: float) -> None:
        if after_s > 0:
            asyncio.get_running_loop().call_later(after_s, self._known.discard, entry)
        else:
            self._known.discard(entry)
