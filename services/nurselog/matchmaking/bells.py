"""Who waits for news of a ticket or a pool is woken by a bell; the truth is read from the store.

One subscription per process, whatever the number of waiters. A bell may be lost, so nobody waits for one
without an end.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis.exceptions import RedisError

from nurselog.chassis.logs import get
from nurselog.chassis.redis import RedisClient
from nurselog.matchmaking.ticket_store import BELL

POOL = "pool "
AGAIN_S = 0.5
READ_S = 5.0

log = get(__name__)


class Bells:
    """Hears the store's bells (`run`) and wakes who listens."""

    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._pools: set[str] = set()
        self._pool_rung = asyncio.Event()

    @contextmanager
    def listen(self, ticket_id: str) -> Iterator[asyncio.Event]:
        """An event that is set when the ticket changes; clear it before reading the ticket."""
        event = asyncio.Event()
        self._listeners[ticket_id].add(event)
        try:
            yield event
        finally:
            self._listeners[ticket_id].discard(event)
            if not self._listeners[ticket_id]:
                del self._listeners[ticket_id]

    async def pools(self, within_s: float) -> set[str]:
        """The pools that got a ticket since the last call; empty if none did `within_s`."""
        try:
            async with asyncio.timeout(within_s):
                await self._pool_rung.wait()
        except TimeoutError:
            return set()
        rung, self._pools = self._pools, set()
        self._pool_rung.clear()
        return rung

    def ring(self, word: str) -> None:
        """One bell."""
        if word.startswith(POOL):
            self._pools.add(word.removeprefix(POOL))
            self._pool_rung.set()
        for event in self._listeners.get(word, ()):
            event.set()

    async def run(self) -> None:
        """Listens for ever; after a lost connection everybody is woken, because bells were missed."""
        while True:
            try:
                await self._hear()
            except (RedisError, OSError) as error:
                log.warning("bells_lost", error=str(error))
            await asyncio.sleep(AGAIN_S)

    async def _hear(self) -> None:
        pubsub: Any = self._client.pubsub()
        try:
            await pubsub.ssubscribe(BELL)
            self._wake_all()
            while True:
                message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=READ_S)
                if message is not None and message["type"] == "smessage":
                    self.ring(message["data"].decode())
        finally:
            await pubsub.aclose()

    def _wake_all(self) -> None:
        for events in self._listeners.values():
            for event in events:
                event.set()
