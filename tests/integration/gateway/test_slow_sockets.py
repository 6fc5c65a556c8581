"""Slow readers, silence, and the end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.integration.gateway.conftest import TABLE, House, MakeHouse, until
from tests.integration.gateway.talk import follow, hear, say
from tests.support.raw_socket import RawSocket
from tests.support.toy_engine import ToyEngine


async def test_a_slow_reader_gets_a_fresh_view_and_slows_nobody(
    make_house: MakeHouse, engine: ToyEngine
) -> None:
    house = await make_house(engine, unsent_bytes=20_000)
    table = engine.tables[TABLE]
    table.padding = 100_000
    async with house.socket() as quick, RawSocket(house.gateway.http_port) as slow:
        await follow(quick)
        await slow.say(id=1, subscribe={"name": TABLE})
        assert (await slow.hear())["id"] == 1
        await slow.hear()  # the snapshot; and now it reads no more
        versions: list[int] = []
        while len(versions) < 5 or len(table.readers) == 2:
            table.step(0, 1)
            versions.append((await hear(quick))["push"]["update"]["version"])
        assert versions == list(range(1, len(versions) + 1))
        heard: list[Any] = []
        while not heard or heard[-1]["kind"] != "UPDATE_KIND_RESYNC":
            heard.append((await slow.hear())["push"]["update"])
        assert [update["version"] for update in heard[:-1]] == list(range(1, len(heard)))
        assert heard[-1]["version"] == len(versions)
        table.step(1, 1)
        assert (await slow.hear())["push"]["update"]["version"] == len(versions) + 1


async def test_who_is_gone_is_forgotten(house: House, engine: ToyEngine) -> None:
    async with house.socket() as socket:
        await follow(socket)
    await until(lambda: not engine.tables[TABLE].readers)


async def test_a_silent_client_is_pinged_and_a_dead_one_dropped(
    make_house: MakeHouse, engine: ToyEngine
) -> None:
    house = await make_house(engine, ping_s=0.1)
    async with house.socket() as living, RawSocket(house.gateway.http_port) as dead:
        await dead.say(id=1, subscribe={"name": TABLE})
        await until(lambda: bool(engine.tables[TABLE].readers))
        await until(lambda: not engine.tables[TABLE].readers)  # it answered no ping
        await say(living, id=1, ping={})
        assert (await hear(living))["id"] == 1


async def test_sockets_are_told_when_the_gateway_ends(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine)
    async with house.socket() as socket:
        await say(socket, id=1, ping={})
        await hear(socket)
        stopping = asyncio.create_task(house.app.stop())
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        await stopping
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
