"""A consumer whose store dies under it: it waits, and goes on where the store stands."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Mapping

import pytest
from structlog.testing import capture_logs

from nurselog.chassis import outbox
from nurselog.chassis.config import Settings
from nurselog.chassis.consumer import Consumer, Group, Pace
from nurselog.chassis.embedded import EmbeddedStore
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import TAGS, key
from nurselog.chassis.redis import Libraries, close, connect

PACE = Pace(block_ms=50, backoff_s=0.01, backoff_limit_s=0.1, claim_every_s=0.05)


class House:
    def __init__(self, gatherer: Gatherer) -> None:
        self.gatherer = gatherer
        self.handled: list[str] = []
        self.open = asyncio.Event()
        self.open.set()
        self._news = asyncio.Event()
        group = Group("scoring", "one")
        self.consumer = Consumer(gatherer, group, decode, self.note, pace=PACE)

    async def note(self, fact: str) -> None:
        await self.open.wait()
        await self.gatherer.call("SET", "noted", fact, key="noted")
        self.handled.append(fact)
        self._news.set()

    async def write(self, when: str) -> set[str]:
        """One fact in each partition."""
        for tag in TAGS:
            stream = key(tag, "outbox")
            await self.gatherer.call("XADD", stream, "*", "kind", "turn", "fact", f"{when} {tag}", key=stream)
        return {f"{when} {tag}" for tag in TAGS}

    async def until_handled(self, facts: set[str]) -> None:
        async with asyncio.timeout(20):
            while not facts <= set(self.handled):
                self._news.clear()
                await self._news.wait()


def decode(fields: Mapping[bytes, bytes]) -> str:
    return fields[outbox.FACT].decode()


@pytest.fixture
async def house(private_store: EmbeddedStore) -> AsyncIterator[House]:
    client = connect(Settings(redis_url=private_store.url, redis_cluster=False))
    libraries = Libraries(client)
    libraries.add(outbox.functions())
    gatherer = Gatherer(client, libraries)
    made = House(gatherer)
    run = asyncio.create_task(made.consumer.run())
    yield made
    await made.consumer.stop()
    await run
    await gatherer.aclose()
    await close(client)


async def test_a_consumer_goes_on_after_its_store_was_killed(
    house: House, private_store: EmbeddedStore
) -> None:
    await house.until_handled(await house.write("before"))
    await asyncio.to_thread(private_store.kill)
    await asyncio.to_thread(private_store.start)
    await house.until_handled(await house.write("after"))


async def test_a_store_that_came_back_empty_is_named_and_read_from_its_first_entry(
    house: House, private_store: EmbeddedStore
) -> None:
    await house.until_handled(await house.write("before"))
    with capture_logs() as logs:
        await asyncio.to_thread(private_store.kill)
        shutil.rmtree(private_store.folder)
        await asyncio.to_thread(private_store.start)
        await house.until_handled(await house.write("after"))
    assert "group_vanished" in [entry["event"] for entry in logs]


async def test_a_store_that_takes_no_writes_for_a_while_costs_no_fact(
    house: House, private_store: EmbeddedStore
) -> None:
    house.open.clear()
    facts = await house.write("before")
    refusing = ("CONFIG", "SET", "min-replicas-to-write")
    await house.gatherer.call(*refusing, 1, key="")
    with capture_logs() as logs:
        house.open.set()
        async with asyncio.timeout(20):
            while [entry["event"] for entry in logs].count("store_awaited") < 2 * len(facts):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    await house.gatherer.call(*refusing, 0, key="")

    await house.until_handled(facts)
    buried = [outbox.buried(key(tag, "outbox")) for tag in TAGS]
    assert not any([await house.gatherer.call("XLEN", stream, key=stream) for stream in buried])


async def test_a_consumer_that_starts_before_its_store_waits_for_it(tmp_path: object) -> None:
    server = EmbeddedStore(f"{tmp_path}/store")
    client = connect(Settings(redis_url=server.url, redis_cluster=False))
    libraries = Libraries(client)
    libraries.add(outbox.functions())
    gatherer = Gatherer(client, libraries, attempts=1)
    house = House(gatherer)
    with capture_logs() as logs:
        run = asyncio.create_task(house.consumer.run())
        async with asyncio.timeout(20):
            while not logs:  # noqa: ASYNC110 - nothing announces it
                await asyncio.sleep(0.01)
        await asyncio.to_thread(server.start)
        await house.until_handled(await house.write("first"))
        await house.consumer.stop()
        await run
    assert "store_awaited" in [entry["event"] for entry in logs]
    await gatherer.aclose()
    await close(client)
    server.stop()
