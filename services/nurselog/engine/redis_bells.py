"""Bells over sharded pub/sub: one connection per server, a subscription per watched table.

A lost connection loses bells, so after it every table is rung once: somebody looks.
"""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import MovedError, RedisError, ResponseError

from nurselog.chassis.endings import end
from nurselog.chassis.logs import get
from nurselog.chassis.redis import RedisClient
from nurselog.chassis.topology import Topology, topology_of
from nurselog.engine.address import Address
from nurselog.engine.log import Ring

FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 2.0
LOOK = b"look"
"""What a bell says when something may have been missed."""

log = get(__name__)


class RedisBells:
    """The adapter."""

    def __init__(self, client: RedisClient) -> None:
        self._topology = topology_of(client)
        self._ears: dict[str, _Ear] = {}

    async def listen(self, address: Address, ring: Ring) -> None:
        server = self._topology.server(address.bell)
        if server is None:
            await self._topology.refresh()
            server = self._topology.server(address.bell) or ""
        ear = self._ears.get(server)
        if ear is None:
            ear = self._ears[server] = _Ear(self._topology, server)
        await ear.add(address.bell, ring)

    async def unlisten(self, address: Address) -> None:
        for ear in self._ears.values():
            await ear.remove(address.bell)

    async def aclose(self) -> None:
        """Stops listening to everything."""
        await asyncio.gather(*(ear.aclose() for ear in self._ears.values()))


class _Ear:
    """One connection; connects when there is something to hear, and again after a loss."""

    def __init__(self, topology: Topology, server: str) -> None:
        self._topology = topology
        self._server = server
        self._rings: dict[bytes, Ring] = {}
        self._confirmed: dict[bytes, asyncio.Future[None]] = {}
        self._connection: AbstractConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def add(self, bell: bytes, ring: Ring) -> None:
        """Returns when the server has confirmed the subscription, or cannot be reached now."""
        self._rings[bell] = ring
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        confirmed = self._confirmed.get(bell)
        if confirmed is None:
            confirmed = self._confirmed[bell] = asyncio.get_running_loop().create_future()
        await self._say("SSUBSCRIBE", bell)
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_PAUSE_S):
                await asyncio.shield(confirmed)

    async def remove(self, bell: bytes) -> None:
        if self._rings.pop(bell, None) is not None:
            self._confirmed.pop(bell, None)
            await self._say("SUNSUBSCRIBE", bell)

    async def aclose(self) -> None:
        self._closed = True
        if self._task is not None:
            await end([self._task])

    async def _say(self, *words: str | bytes) -> None:
        if self._connection is not None:
            with suppress(RedisError, OSError):  # the reader notices a loss, and says everything again
                await self._connection.send_command(*words)

    async def _run(self) -> None:
        pause = FIRST_PAUSE_S
        while not self._closed:
            try:
                await self._hear()
            except MovedError:
                await self._topology.refresh()
            except (RedisError, OSError, KeyError) as error:
                log.warning("bells_lost", server=self._server, error=str(error))
                with suppress(RedisError, OSError):
                    await self._topology.refresh()
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_S)

    async def _hear(self) -> None:
        connection = self._topology.connection(self._server)
        await connection.connect()  # type: ignore[no-untyped-call]
        try:
            for bell in tuple(self._rings):
                await connection.send_command("SSUBSCRIBE", bell)
            self._connection = connection
            for ring in tuple(self._rings.values()):
                ring(LOOK)
            while True:
                self._heard(await connection.read_response(timeout=math.inf, disconnect_on_error=False))
        finally:
            self._connection = None
            await connection.disconnect(nowait=True)

    def _heard(self, message: object) -> None:
        match message:
            case [b"smessage", bytes(bell), bytes(news)]:
                ring = self._rings.get(bell)
                if ring is not None:
                    ring(news)
            case [b"ssubscribe", bytes(bell), _]:
                confirmed = self._confirmed.get(bell)
                if confirmed is not None and not confirmed.done():
                    confirmed.set_result(None)
            case [b"sunsubscribe", bytes(bell), _] if (
                bell in self._rings and self._topology.server(bell) != self._server
            ):
                self._rings.pop(bell)(LOOK)
            case ResponseError() as error:
                raise error
            case _:
                pass
