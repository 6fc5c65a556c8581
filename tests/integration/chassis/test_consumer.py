"""The consumer loop on a real server and on a real cluster."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from nurselog.chassis import outbox
from nurselog.chassis.config import Settings
from nurselog.chassis.consumer import Consumer, Group, Pace
from nurselog.chassis.errors import Unavailable
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import TAGS, key
from nurselog.chassis.redis import Libraries, RedisClient, close, connect, execute

FAST = Pace(block_ms=50, backoff_s=0.01, backoff_limit_s=0.05, claim_every_s=0.05)
SUSPICIOUS = replace(FAST, silent_ms=1_000)
OUTBOX = key("e0", "outbox")

Handler = Callable[[str], Awaitable[None]]


def decode(fields: Mapping[bytes, bytes]) -> str:
    return fields[outbox.FACT].decode()


class House:
    """A store with outboxes, and consumers of them."""

    def __init__(self, client: RedisClient, gatherer: Gatherer) -> None:
        self.client, self.gatherer = client, gatherer
        self.handled: list[str] = []
        self._news = asyncio.Event()

    async def write(self, fact: str, tag: str = "e0", kind: str = "turn") -> None:
        stream = key(tag, "outbox")
        await self.gatherer.call("XADD", stream, "*", "kind", kind, "fact", fact, key=stream)

    async def note(self, fact: str) -> None:
        """A handler that only remembers."""
        self.handled.append(fact)
        self._news.set()

    async def until_handled(self, count: int) -> None:
        async with asyncio.timeout(10):
            while len(self.handled) < count:
                self._news.clear()
                await self._news.wait()

    def consumer(
        self,
        handler: Handler | None = None,
        name: str = "one",
        kinds: set[str] | None = None,
        pace: Pace = FAST,
    ) -> Consumer[str]:
        group = Group("scoring", name, kinds)
        return Consumer(self.gatherer, group, decode, handler or self.note, pace=pace)

    @asynccontextmanager
    async def running(self, consumer: Consumer[str]) -> AsyncIterator[asyncio.Task[None]]:
        """A consumer that is stopped in order; cancel the task instead to let it die."""
        task = asyncio.create_task(consumer.run())
        yield task
        await consumer.stop()
        await asyncio.gather(task, return_exceptions=True)

    async def owed(self) -> int:
        """How many entries of e0 the group was given and has not acknowledged."""
        answer = await execute(self.client, "XPENDING", OUTBOX, "scoring")
        return int(answer["pending"] if isinstance(answer, dict) else answer[0])

    async def until_nothing_is_owed(self) -> None:
        async with asyncio.timeout(10):
            while await self.owed():  # noqa: ASYNC110 - nothing announces it
                await asyncio.sleep(0.01)

    async def buried(self) -> list[dict[bytes, bytes]]:
        buried = outbox.buried(OUTBOX)
        entries = await self.gatherer.call("XRANGE", buried, "-", "+", key=buried)
        return [dict(zip(flat[::2], flat[1::2], strict=True)) for _, flat in entries]


@pytest.fixture
async def house(either_settings: Settings) -> AsyncIterator[House]:
    client = connect(either_settings)
    libraries = Libraries(client)
    await libraries.load(outbox.functions())
    gatherer = Gatherer(client, libraries)
    yield House(client, gatherer)
    await gatherer.aclose()
    await close(client)


async def test_facts_of_all_partitions_arrive_once_and_are_acknowledged(house: House) -> None:
    for tag in TAGS:
        await house.write(f"before {tag}", tag)
    async with house.running(house.consumer()):
        await house.until_handled(64)
        for tag in TAGS:
            await house.write(f"after {tag}", tag)
        await house.until_handled(128)
    assert sorted(house.handled) == sorted(f"{when} {tag}" for when in ("before", "after") for tag in TAGS)
    assert await house.owed() == 0


async def test_facts_of_a_partition_arrive_in_order(house: House) -> None:
    async def dawdle(fact: str) -> None:
        await asyncio.sleep(0.01 if fact == "0" else 0)
        await house.note(fact)

    for number in range(50):
        await house.write(str(number))
    async with house.running(house.consumer(dawdle)):
        await house.until_handled(50)
    assert house.handled == [str(number) for number in range(50)]


async def test_kinds_that_nobody_wants_are_passed_over(house: House) -> None:
    await house.write("a", kind="opened")
    await house.write("b", kind="finished")
    async with house.running(house.consumer(kinds={"finished"})):
        await house.until_handled(1)
        await house.until_nothing_is_owed()
    assert house.handled == ["b"]


async def test_what_a_consumer_left_unfinished_comes_first_when_it_is_back(house: House) -> None:
    begun = asyncio.Event()

    async def die(_fact: str) -> None:
        begun.set()
        await asyncio.Event().wait()

    for number in range(3):
        await house.write(str(number))
    dying = asyncio.create_task(house.consumer(die).run())
    await begun.wait()
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    await house.write("new")
    async with house.running(house.consumer()):
        await house.until_handled(4)
    assert house.handled == ["0", "1", "2", "new"]


async def test_what_a_dead_consumer_owes_is_taken_over(house: House) -> None:
    begun = asyncio.Event()

    async def die(_fact: str) -> None:
        begun.set()
        await asyncio.Event().wait()

    await house.write("x")
    dying = asyncio.create_task(house.consumer(die, "dead").run())
    await begun.wait()
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    async with house.running(house.consumer(name="alive", pace=SUSPICIOUS)):
        await house.until_handled(1)
        await house.until_nothing_is_owed()
    assert house.handled == ["x"]


async def test_a_consumer_that_lives_keeps_what_it_holds(house: House) -> None:
    begun, release = asyncio.Event(), asyncio.Event()

    async def hold(fact: str) -> None:
        begun.set()
        await release.wait()
        await house.note(fact)

    await house.write("x")
    async with house.running(house.consumer(hold, "slow", pace=SUSPICIOUS)):
        await begun.wait()
        async with house.running(house.consumer(name="quick", pace=SUSPICIOUS)):
            await asyncio.sleep(2 * SUSPICIOUS.silent_ms / 1000)
            assert house.handled == []
            release.set()
            await house.until_handled(1)
    assert house.handled == ["x"]


async def test_what_fails_five_times_is_buried_with_its_reason_and_blocks_nobody(house: House) -> None:
    tries: list[str] = []

    async def fail(fact: str) -> None:
        if fact == "bad":
            tries.append(fact)
            raise ValueError("cannot score this")
        await house.note(fact)

    await house.write("bad")
    for number in range(3):
        await house.write(str(number))
    with capture_logs() as logs:
        async with house.running(house.consumer(fail)):
            await house.until_handled(3)
            await house.until_nothing_is_owed()
    assert len(tries) == 5
    [entry] = await house.buried()
    assert entry[b"reason"] == b"ValueError: cannot score this"
    assert (entry[b"group"], entry[b"deliveries"]) == (b"scoring", b"5")
    assert (entry[b"kind"], entry[b"fact"]) == (b"turn", b"bad")
    assert [entry["event"] for entry in logs].count("fact_buried") == 1


async def test_what_cannot_be_read_is_buried_too(house: House) -> None:
    await house.gatherer.call("XADD", OUTBOX, "*", "kind", "turn", key=OUTBOX)
    await house.write("good")
    async with house.running(house.consumer()):
        await house.until_handled(1)
        await house.until_nothing_is_owed()
    [entry] = await house.buried()
    assert entry[b"reason"].startswith(b"KeyError")


async def test_an_outage_elsewhere_buries_nothing(house: House) -> None:
    tries: list[str] = []

    async def outage(fact: str) -> None:
        tries.append(fact)
        if len(tries) < 15:
            raise Unavailable("SERVICE_UNAVAILABLE", "The engine does not answer.")
        await house.note(fact)

    await house.write("x")
    async with house.running(house.consumer(outage)):
        await house.until_handled(1)
    assert len(tries) == 15
    assert await house.buried() == []


async def test_a_handler_that_hangs_has_failed(house: House) -> None:
    tries: list[str] = []

    async def hang_once(fact: str) -> None:
        tries.append(fact)
        if len(tries) == 1:
            await asyncio.Event().wait()
        await house.note(fact)

    pace = Pace(block_ms=50, backoff_s=0.01, handler_timeout_s=0.1)
    await house.write("x")
    async with house.running(house.consumer(hang_once, pace=pace)):
        await house.until_handled(1)
    assert tries == ["x", "x"]


async def test_what_kills_its_handler_again_and_again_is_buried_unread(house: House) -> None:
    await house.write("poison")
    await execute(house.client, "XGROUP", "CREATE", OUTBOX, "scoring", "0")
    read = await house.gatherer.call(
        *("XREADGROUP", "GROUP", "scoring", "one", "STREAMS", OUTBOX, ">"), key=OUTBOX
    )
    [[_, [[entry_id, _]]]] = read
    for _ in range(10):
        await execute(house.client, "XCLAIM", OUTBOX, "scoring", "one", 0, entry_id)
    async with house.running(house.consumer()):
        await house.until_nothing_is_owed()
    assert house.handled == []
    assert [entry[b"fact"] for entry in await house.buried()] == [b"poison"]


async def test_a_group_that_vanished_is_named_and_made_again(house: House) -> None:
    with capture_logs() as logs:
        async with house.running(house.consumer()):
            await house.write("a")
            await house.until_handled(1)
            await execute(house.client, "XGROUP", "DESTROY", OUTBOX, "scoring")
            await house.write("b")
            await house.until_handled(3)
    assert house.handled[0] == "a"
    assert sorted(house.handled[1:]) == ["a", "b"]  # from the first entry on: at least once
    [entry] = [entry for entry in logs if entry["event"] == "group_vanished"]
    assert entry["streams"] == [OUTBOX]


async def test_stop_waits_for_the_handler_and_reads_nothing_more(house: House) -> None:
    begun, release = asyncio.Event(), asyncio.Event()

    async def hold(fact: str) -> None:
        begun.set()
        await release.wait()
        await house.note(fact)

    await house.write("x")
    consumer = house.consumer(hold)
    run = asyncio.create_task(consumer.run())
    await begun.wait()
    stop = asyncio.create_task(consumer.stop())
    await asyncio.sleep(0)
    release.set()
    await stop
    await run
    assert house.handled == ["x"]
    assert await house.owed() == 0


async def test_two_consumers_of_a_group_share_the_facts(house: House) -> None:
    async with house.running(house.consumer(name="one")), house.running(house.consumer(name="two")):
        for number in range(100):
            await house.write(str(number))
        await house.until_handled(100)
    assert sorted(map(int, house.handled)) == list(range(100))


async def test_more_than_may_be_held_is_left_in_the_store(house: House) -> None:
    running, most = 0, 0

    async def count(fact: str) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001)
        running -= 1
        await house.note(fact)

    for tag in TAGS:
        for number in range(5):
            await house.write(f"{tag}{number}", tag)
    pace = Pace(block_ms=50, count=1, max_in_flight=8)
    consumer = house.consumer(count, pace=pace)
    async with house.running(consumer):
        await house.until_handled(320)
    assert len(set(house.handled)) == 320
