"""Work that nobody waits for: its failure is noted, and repaired by whoever looks at the table next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

from nurselog.chassis.logs import get

P = ParamSpec("P")

log = get(__name__)


class Errands:
    """What was started and has not ended yet."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self, work: Callable[P, Coroutine[Any, Any, None]], *args: P.args, **more: P.kwargs) -> None:
        """Runs `work(...)` beside everything else."""
        if self._closed:
            return
        task = asyncio.create_task(_quietly(work, *args, **more))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def aclose(self) -> None:
        """Ends all that was started; from now on nothing is."""
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _quietly(work: Callable[P, Coroutine[Any, Any, None]], *args: P.args, **more: P.kwargs) -> None:
    try:
        await work(*args, **more)
    except Exception as error:  # noqa: BLE001 - nobody waits for it
        log.warning("errand_failed", error=repr(error))
