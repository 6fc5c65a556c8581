"""Running a coroutine without a task: at once up to its first wait, and on from there when that is over.

A task costs several microseconds and another pass of the loop before its first step; an engine starts one
coroutine per move. Python 3.12 has the same as eager tasks. What runs this way cannot be cancelled: a move on
its way to the log is better brought to its end. It must not use what needs a task (`asyncio.timeout`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


def start(work: Coroutine[Any, Any, None]) -> None:
    """Runs `work`, which must not raise."""
    _step(work)


def _step(work: Coroutine[Any, Any, None]) -> None:
    try:
        awaited: Any = work.send(None)
    except StopIteration:
        return
    if awaited is None:  # a bare yield: others first
        asyncio.get_running_loop().call_soon(_step, work)
        return
    awaited._asyncio_future_blocking = False  # noqa: SLF001 - the protocol between futures and who drives coroutines
    awaited.add_done_callback(lambda _: _step(work))
