"""Ending tasks for certain.

Before Python 3.12 `asyncio.wait_for` loses a cancellation that comes in the moment in which it is done
(https://github.com/python/cpython/issues/86296), and redis-py sends every command in one: who loops goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

AGAIN_S = 1.0


async def end(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Cancels the tasks, again where a cancellation was lost, and returns when all of them have ended."""
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN_S)
    await asyncio.gather(*tasks, return_exceptions=True)  # their failures are known, or of no interest now
