"""Where pairings and standings are computed: never in the loop that answers.

A small field is paired in a thread; a large one in a process of its own, which is made anew if it dies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from nurselog.chassis.collector import spare_the_collector
from nurselog.chassis.logs import get
from nurselog.tournament import metrics, sheets
from nurselog.tournament.events import inputs_hash, inputs_json
from nurselog.tournament.formats.api import Sheet
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.pure import format_named
from nurselog.tournament.values import Event, Pairing, Refused

T = TypeVar("T")

ROUND_OF_MANY = 500_000
"""Containers a large round makes and drops, without a cycle among them."""

log = get(__name__)


class Computer:
    """Runs the pure half; one worker process, started when it is first needed."""

    def __init__(self, small: int) -> None:
        self._small = small
        self._pool: ProcessPoolExecutor | None = None

    async def pair(self, terms: Terms, event: Event) -> tuple[tuple[Pairing, ...], str]:
        """The pairings of the next round, and the hash of what they were made from. Raises `Refused`."""
        pairings, digest = await self._run(len(event.entrants), _pair, terms, event)
        if isinstance(pairings, _No):
            raise Refused(pairings.reason, pairings.message, pairings.field)
        return pairings, digest

    async def sheet(self, terms: Terms, event: Event) -> Sheet:
        """Where everybody stands."""
        return await self._run(len(event.entrants), _sheet, terms, event)

    async def standings(self, terms: Terms, event: Event, tournament: str, rounds_before: int) -> list[bytes]:
        """The same as messages, a line each."""
        size = len(event.entrants)
        return await self._run(size, sheets.standings, terms, event, tournament, rounds_before)

    async def close(self) -> None:
        """Ends the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, size: int, work: Callable[..., T], *args: object) -> T:
        with metrics.computing_seconds.labels(work.__name__.strip("_")).time():
            return await self._computed(size, work, *args)

    async def _computed(self, size: int, work: Callable[..., T], *args: object) -> T:
        if size <= self._small:
            return await asyncio.to_thread(work, *args)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._processes(), work, *args)
        except BrokenProcessPool:
            log.warning("computing_process_died")
            self._pool = None
            return await loop.run_in_executor(self._processes(), work, *args)

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max_workers=1,
                mp_context=get_context("spawn"),
                initializer=spare_the_collector,
                initargs=(ROUND_OF_MANY,),
            )
        return self._pool


class _No:
    """A refusal on its way between processes."""

    def __init__(self, refused: Refused) -> None:
        self.reason, self.message, self.field = refused.reason, refused.message, refused.field


def _pair(terms: Terms, event: Event) -> tuple[tuple[Pairing, ...] | _No, str]:
    digest = inputs_hash(inputs_json(terms, event))
    try:
        return format_named(terms.format).pair(terms, event), digest
    except Refused as refused:
        return _No(refused), digest


def _sheet(terms: Terms, event: Event) -> Sheet:
    return format_named(terms.format).standings(terms, event)
