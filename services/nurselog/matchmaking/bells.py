"""Who waits for news of a ticket or a pool is woken by a bell; the truth is read from the store.

One subscription per process, whatever the number of waiters. A bell may be lost, so nobody waits for one
without an end.
"""

from __future__ import annotations

import asyncio
import math
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from redis.exceptions import RedisError, ResponseError

from nurselog.chassis.logs import get
from nurselog.chassis.topology import Topology
from nurselog.matchmaking.ticket_store import BELL

POOL = "pool "
PROPOSALS = "proposals"
AGAIN_S = 0.5

log = get(__name__)


class Bells:
    """Hears the store's bells (`run`) and wakes who listens."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._pools: set[str] = set()
        self._pool_rung = asyncio.Event()
        self._proposals_rung = asyncio.Event()
        self.heard = asyncio.Event()
        """Set while bells are heard."""

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

    async def proposals(self, within_s: float) -> None:
        """Returns when a proposal is to be looked at, or after so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._proposals_rung.wait()
        self._proposals_rung.clear()

    def ring(self, word: str) -> None:
        """One bell."""
        if word.startswith(POOL):
            self._pools.add(word.removeprefix(POOL))
            self._pool_rung.set()
        if word == PROPOSALS:
            self._proposals_rung.set()
        for event in self._listeners.get(word, ()):
            event.set()

    async def run(self) -> None:
        """Listens for ever; after a lost connection everybody is woken, because bells were missed."""
        while True:
            try:
                await self._hear()
            except (RedisError, OSError, KeyError) as error:
                log.warning("bells_lost", error=str(error))
            with suppress(RedisError, OSError):
                await self._topology.refresh()
            await asyncio.sleep(AGAIN_S)

    async def _hear(self) -> None:
        """Until the connection is lost, or the slot of the bells moved to another server."""
        server = self._topology.server(BELL.encode())
        if server is None:
            return
        connection = self._topology.connection(server)
        await connection.connect()  # type: ignore[no-untyped-call]
        try:
            await connection.send_command("SSUBSCRIBE", BELL)
            while self._heard(await connection.read_response(timeout=math.inf, disconnect_on_error=False)):
                pass
        finally:
            self.heard.clear()
            await connection.disconnect(nowait=True)

    def _heard(self, message: object) -> bool:
        match message:
            case [b"smessage", _, bytes(word)]:
                self.ring(word.decode())
            case [b"ssubscribe", *_]:
                self.heard.set()
                self._wake_all()
            case [b"sunsubscribe", *_]:
                return False
            case ResponseError() as error:
                raise error
        return True

    def _wake_all(self) -> None:
        for events in self._listeners.values():
            for event in events:
                event.set()
