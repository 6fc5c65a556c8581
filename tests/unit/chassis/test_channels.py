"""Channels between our processes, where the other one is alive but busy."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from tests.support.toy_service import ToyClient, ToyService, add_to_server

BUSY_S = 0.5


async def echo(word: str) -> str:
    return word


@asynccontextmanager
async def door(port: int, opened: asyncio.Event) -> AsyncIterator[str]:
    """An address that takes connections at once, and passes nothing on to `port` before it is opened."""

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    async def enter(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await opened.wait()
        inner = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pipe(reader, inner[1]), pipe(inner[0], writer))

    async with await asyncio.start_server(enter, "127.0.0.1", 0) as server:
        host, own_port = server.sockets[0].getsockname()
        yield f"{host}:{own_port}"


async def test_a_peer_that_is_slow_to_shake_hands_is_waited_for() -> None:
    app, opened = App(Settings(drain_s=1), "toy"), asyncio.Event()
    app.add(ToyService(echo), add_to_server)
    await app.start()
    async with door(app.port, opened) as address:
        client = ToyClient(await app.channel(address))
        call = asyncio.create_task(client.call("unary", "hello"))
        done, _ = await asyncio.wait({call}, timeout=BUSY_S)  # time itself is what is waited for
        assert not done
        opened.set()
        assert await call == ["hello"]
        await app.stop()
