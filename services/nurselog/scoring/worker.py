"""Annulments in a process of their own: they compute for long, and the loop that answers must go on."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from google.rpc.status_pb2 import Status

from nurselog.api.scoring.v1.scoring_service_pb2 import TableResult
from nurselog.chassis import logs
from nurselog.chassis.errors import Refusal, Unavailable, from_status, to_status
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import close, connect, load_functions
from nurselog.scoring.annulment import Annulment
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.library import functions
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.settings import ScoringSettings


class Worker:
    """One annulment at a time."""

    def __init__(self, settings: ScoringSettings) -> None:
        self._settings = settings
        self._pool: ProcessPoolExecutor | None = None

    async def annul(self, table: str, reason: str, at_s: int) -> TableResult:
        """As `Annulment.annul`."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=16)
        loop = asyncio.get_running_loop()
        try:
            done, answer = await loop.run_in_executor(
                self._pool, _annul_apart, self._settings, table, reason, at_s
            )
        except BrokenProcessPool:
            self._pool = None
            raise Unavailable("SERVICE_UNAVAILABLE", "The annulment was cut short; ask again.") from None
        if not done:
            raise from_status(Status.FromString(answer))
        return TableResult.FromString(answer)

    async def close(self) -> None:
        """Ends the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


async def annul(settings: ScoringSettings, table: str, reason: str, at_s: int) -> TableResult:
    """Annuls a table with connections of its own. Raises `Refusal`."""
    client = connect(settings)
    gatherer = Gatherer(client, await load_functions(client, functions()))
    try:
        annulment = Annulment(
            LadderStore(gatherer),
            CopyStore(gatherer),
            ResultsStore(gatherer),
            BoardStore(gatherer),
            settings.scoring_windows,
        )
        return await annulment.annul(table, reason, at_s)
    finally:
        await gatherer.aclose()
        await close(client)


def _annul_apart(settings: ScoringSettings, table: str, reason: str, at_s: int) -> tuple[bool, bytes]:
    logs.configure("scoring-annulment", settings.log_format, settings.log_level)
    try:
        document = asyncio.run(annul(settings, table, reason, at_s))
    except Refusal as refusal:
        return False, to_status(refusal).SerializeToString()
    return True, document.SerializeToString()
