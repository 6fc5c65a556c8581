from __future__ import annotations

import asyncio
from typing import Any, cast

from redis.exceptions import ConnectionError as StoreConnectionError

from nurselog.engine.redis_bells import _Ear


class Deaf(_Ear):
    """An ear whose library takes the end for a lost connection."""

    def __init__(self, topology: Any) -> None:
        super().__init__(topology, "")
        self.listening = asyncio.Event()

    async def _hear(self) -> None:
        self.listening.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise StoreConnectionError("the connection is gone") from None


class Topology:
    async def refresh(self) -> None:
        """Nothing has moved."""


async def test_an_ear_ends_though_its_end_is_taken_for_a_lost_connection() -> None:
    ear = Deaf(cast("Any", Topology()))
    adding = asyncio.create_task(ear.add(b"bell", lambda _news: None))
    async with asyncio.timeout(20):
        await ear.listening.wait()
        await ear.aclose()
        await adding
    assert ear._task is not None
    assert ear._task.done()
