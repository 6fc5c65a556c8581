"""Finished tables come by the outbox; those of a tournament are entered into its book, once.

Results that come while others are being entered go together in the next commit, so a round of many tables
costs few writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis import outbox
from nurselog.chassis.errors import InvalidArgument, NotFound, Refusal
from nurselog.chassis.logs import get
from nurselog.tournament import results
from nurselog.tournament.book import Book
from nurselog.tournament.desk import HOUSE, Desk
from nurselog.tournament.names import PairingName, read_pairing

BATCH = 64

Arrival: TypeAlias = tuple[Result, PairingName, "asyncio.Future[None]"]

log = get(__name__)


def finished(fields: Mapping[bytes, bytes]) -> Result:
    """The result in an entry of the outbox."""
    return Fact.FromString(fields[outbox.FACT]).finished


class Arrivals:
    """Enters results. A second delivery finds the table ended and changes nothing."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._pending: dict[str, list[Arrival]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def enter(self, result: Result) -> None:
        """The result of one table, if a tournament waits for it; returns when it is in the book."""
        if not result.tournament:
            return
        try:
            where = read_pairing(result.tournament)
        except (InvalidArgument, NotFound) as refusal:
            log.warning("result_of_no_tournament", pairing=result.tournament, error=str(refusal))
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        alone = where.tournament not in self._pending
        self._pending.setdefault(where.tournament, []).append((result, where, done))
        if alone:
            task = asyncio.create_task(self._enter_all(where.tournament))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        await done

    async def _enter_all(self, tournament: str) -> None:
        while batch := self._pending[tournament][:BATCH]:
            del self._pending[tournament][: len(batch)]
            await self._enter(tournament, batch)
        del self._pending[tournament]

    async def _enter(self, tournament: str, batch: Sequence[Arrival]) -> None:
        refused: dict[int, Refusal] = {}
        try:
            await self._desk.change(tournament, lambda book: _decided(book, batch, refused), HOUSE)
        except NotFound as refusal:
            log.warning("result_of_no_tournament", tournament=tournament, error=str(refusal))
        except BaseException as error:  # whoever waits for one of them is told
            _settle(batch, dict.fromkeys(range(len(batch)), error))
            if not isinstance(error, Exception):
                raise
            return
        _settle(batch, refused)


def _decided(book: Book, batch: Sequence[Arrival], refused: dict[int, Refusal]) -> list[TournamentChange]:
    """The changes of a batch: each table once, and a result that has to wait does not hold up the rest."""
    refused.clear()
    seen: set[str] = set()
    decided: list[TournamentChange] = []
    for index, (result, where, _) in enumerate(batch):
        if result.table in seen:
            continue
        seen.add(result.table)
        try:
            decided += results.table_ended(book, result, where)
        except Refusal as refusal:
            refused[index] = refusal
    return decided


def _settle(batch: Sequence[Arrival], errors: Mapping[int, BaseException]) -> None:
    for index, (_, _, done) in enumerate(batch):
        if done.done():
            continue
        if index in errors:
            done.set_exception(errors[index])
        else:
            done.set_result(None)
