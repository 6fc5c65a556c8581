"""Tables that were decided otherwise while they ran are ended by the house, each until it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import (
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    PermissionDenied,
    Refusal,
    Unimplemented,
)
from nurselog.chassis.logs import get
from nurselog.tournament import changes
from nurselog.tournament.acts import Act, Stop, Wait
from nurselog.tournament.book import Book
from nurselog.tournament.desk import Ask, Desk

StopTable: TypeAlias = Callable[[str, bool], Awaitable[None]]
"""Ends a table without a result, if it runs; tells whether its result was set by hand. Raises `Refusal`."""

FOR_GOOD: Final = (InvalidArgument, FailedPrecondition, NotFound, PermissionDenied, Unimplemented)
"""Refusals that stay what they are until somebody changes something."""

REFUSED_REST_MS: Final = 30_000
"""How long what was refused for good is not tried again."""

log = get(__name__)


def rest_ms(refusal: Refusal) -> int:
    """How long to wait until the same is tried again."""
    return REFUSED_REST_MS if isinstance(refusal, FOR_GOOD) else refusal.retry_after_ms or 1000


class Ender:
    """Ends tables, some at a time, when nothing else is to be done in their tournament."""

    def __init__(self, desk: Desk, stop: StopTable, at_once: int) -> None:
        self._desk = desk
        self._stop = stop
        self._at_once = at_once
        self._again: dict[str, int] = {}
        """When the tables of a tournament that could not be ended are tried again (ms)."""

    def instead_of(self, wait: Wait, book: Book, now_ms: int) -> Act:
        """What to do where there would be nothing to do."""
        if not book.stopping:
            return wait
        again_ms = self._again.get(book.id, 0)
        if now_ms >= again_ms:
            return Stop(tuple(book.stopping))
        return Wait(min(again_ms, wait.until_ms or again_ms))

    async def end(self, book: Book, tables: Sequence[str], ask: Ask, now_ms: int) -> None:
        """Ends them and notes those that do not run any more; the others are tried again later."""
        done, rests = list[str](), list[int]()
        for start in range(0, len(tables), self._at_once):
            some = tables[start : start + self._at_once]
            answers = await asyncio.gather(*(self._ended(one, book.is_by_hand(one)) for one in some))
            for table, refusal in zip(some, answers, strict=True):
                if refusal is None or isinstance(refusal, NotFound):
                    done.append(table)
                else:
                    log.warning("table_not_stopped", table=table, error=str(refusal))
                    rests.append(rest_ms(refusal))
        if rests:
            self._again[book.id] = now_ms + max(rests)
        if done:
            await self._desk.change(book.id, lambda b: _not_running(b, done), ask)

    async def _ended(self, table: str, by_hand: bool) -> Refusal | None:  # noqa: FBT001 - a fact of the table
        try:
            await self._stop(table, by_hand)
        except Refusal as refusal:
            return refusal
        return None


def _not_running(book: Book, tables: Sequence[str]) -> Sequence[TournamentChange]:
    known = [one for one in tables if one in book.stopping]
    return [changes.tables_stopped(known)] if known else ()
