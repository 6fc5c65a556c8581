"""Trimming by what all groups acknowledged, on a real server and on a real cluster."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from nurselog.chassis import outbox
from nurselog.chassis.config import Settings
from nurselog.chassis.cursor import Trimmer, trim
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import TAGS, key
from nurselog.chassis.redis import Libraries, close, connect

GROUPS = ("bots", "scoring")
OUTBOX = key("e0", "outbox")


class Outboxes:
    def __init__(self, gatherer: Gatherer) -> None:
        self.gatherer = gatherer

    async def write(self, count: int, stream: str = OUTBOX) -> list[bytes]:
        return [await self.gatherer.call("XADD", stream, "*", "fact", "x", key=stream) for _ in range(count)]

    async def create(self, *groups: str, stream: str = OUTBOX) -> None:
        for group in groups:
            await self.gatherer.call("XGROUP", "CREATE", stream, group, "0", "MKSTREAM", key=stream)

    async def read(self, group: str, count: int, stream: str = OUTBOX) -> None:
        words = ("XREADGROUP", "GROUP", group, "one", "COUNT", count, "STREAMS", stream, ">")
        await self.gatherer.call(*words, key=stream)

    async def acknowledge(self, group: str, *ids: bytes, stream: str = OUTBOX) -> None:
        await self.gatherer.call("XACK", stream, group, *ids, key=stream)

    async def left(self, stream: str = OUTBOX) -> list[bytes]:
        return [entry[0] for entry in await self.gatherer.call("XRANGE", stream, "-", "+", key=stream)]


@pytest.fixture
async def outboxes(either_settings: Settings) -> AsyncIterator[Outboxes]:
    client = connect(either_settings)
    libraries = Libraries(client)
    await libraries.load(outbox.functions())
    gatherer = Gatherer(client, libraries)
    yield Outboxes(gatherer)
    await gatherer.aclose()
    await close(client)


async def test_what_one_group_has_not_read_stays(outboxes: Outboxes) -> None:
    ids = await outboxes.write(5)
    await outboxes.create(*GROUPS)
    await outboxes.read("bots", 5)
    await outboxes.acknowledge("bots", *ids)
    assert (await trim(outboxes.gatherer, GROUPS)).removed == 0
    assert await outboxes.left() == ids


async def test_what_was_read_but_not_acknowledged_stays_with_all_after_it(outboxes: Outboxes) -> None:
    ids = await outboxes.write(5)
    await outboxes.create(*GROUPS)
    for group in GROUPS:
        await outboxes.read(group, 5)
    await outboxes.acknowledge("bots", *ids)
    await outboxes.acknowledge("scoring", ids[0], ids[1], ids[3])
    assert (await trim(outboxes.gatherer, GROUPS)).removed == 2
    assert await outboxes.left() == ids[2:]


async def test_what_every_group_acknowledged_goes(outboxes: Outboxes) -> None:
    for tag in TAGS:
        stream = key(tag, "outbox")
        ids = await outboxes.write(2, stream)
        await outboxes.create(*GROUPS, stream=stream)
        for group in GROUPS:
            await outboxes.read(group, 2, stream)
            await outboxes.acknowledge(group, *ids, stream=stream)
    done = await trim(outboxes.gatherer, GROUPS)
    assert (done.removed, done.missing) == (128, frozenset())
    assert [await outboxes.left(key(tag, "outbox")) for tag in TAGS] == [[]] * 64


async def test_what_is_written_after_a_trim_is_read_as_new(outboxes: Outboxes) -> None:
    ids = await outboxes.write(1)
    await outboxes.create("bots")
    await outboxes.read("bots", 1)
    await outboxes.acknowledge("bots", *ids)
    await trim(outboxes.gatherer, ["bots"])
    new = await outboxes.write(1)
    await outboxes.read("bots", 5)
    assert (await trim(outboxes.gatherer, ["bots"])).removed == 0
    assert await outboxes.left() == new


async def test_a_declared_group_that_does_not_exist_stops_the_trimming_and_is_named(
    outboxes: Outboxes,
) -> None:
    ids = await outboxes.write(3)
    await outboxes.create("bots")
    await outboxes.read("bots", 3)
    await outboxes.acknowledge("bots", *ids)
    done = await trim(outboxes.gatherer, GROUPS)
    assert (done.removed, set(done.missing)) == (0, {"scoring"})
    assert await outboxes.left() == ids


async def test_an_outbox_that_was_never_written_is_no_reason_to_stop(outboxes: Outboxes) -> None:
    assert await trim(outboxes.gatherer, GROUPS) == await trim(outboxes.gatherer, GROUPS)


async def test_the_trimmer_goes_on_and_says_once_who_is_missing(outboxes: Outboxes) -> None:
    ids = await outboxes.write(1)
    await outboxes.create("bots")
    await outboxes.read("bots", 1)
    await outboxes.acknowledge("bots", *ids)
    with capture_logs() as logs:
        task = asyncio.create_task(Trimmer(outboxes.gatherer, GROUPS, every_s=0.01).run())
        await until_logged(logs, 1)
        await outboxes.create("scoring")
        await outboxes.read("scoring", 1)
        await outboxes.acknowledge("scoring", *ids)
        await until_logged(logs, 2)
        await until_empty(outboxes)
        task.cancel()
    assert [entry["missing"] for entry in logs] == [["scoring"], []]


async def until_empty(outboxes: Outboxes) -> None:
    async with asyncio.timeout(10):
        while await outboxes.left():  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)


async def until_logged(logs: Sequence[object], count: int) -> None:
    async with asyncio.timeout(10):
        while len(logs) < count:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)


steps = st.lists(
    st.one_of(
        st.tuples(st.just("write"), st.just(""), st.integers(1, 3)),
        st.tuples(st.just("read"), st.sampled_from(GROUPS), st.integers(1, 4)),
        st.tuples(st.just("acknowledge"), st.sampled_from(GROUPS), st.integers(0, 20)),
        st.tuples(st.just("trim"), st.just(""), st.just(0)),
    ),
    max_size=40,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=steps)
def test_no_history_loses_what_a_group_still_owes(store_url: str, steps: list[tuple[str, str, int]]) -> None:
    """Every entry that a group has not acknowledged is still there, and nothing below all of them is."""
    with redis.Redis.from_url(store_url) as client:
        client.flushdb()
        client.function_load(outbox.functions(), replace=True)
        for group in GROUPS:
            client.xgroup_create(OUTBOX, group, "0", mkstream=True)
        written: list[bytes] = []
        unread = dict.fromkeys(GROUPS, 0)
        owed: dict[str, list[bytes]] = {group: [] for group in GROUPS}
        for what, group, number in [*steps, ("trim", "", 0)]:
            if what == "write":
                written += [client.xadd(OUTBOX, {"fact": "x"}) for _ in range(number)]
            elif what == "read":
                client.xreadgroup(group, "one", {OUTBOX: ">"}, count=number)
                owed[group] += written[unread[group] : unread[group] + number]
                unread[group] = min(len(written), unread[group] + number)
            elif what == "acknowledge" and owed[group]:
                client.xack(OUTBOX, group, owed[group].pop(number % len(owed[group])))
            elif what == "trim":
                client.fcall("trim_outbox", 1, OUTBOX, *GROUPS)
        needed = [entry for group in GROUPS for entry in owed[group] + written[unread[group] :]]
        left = [entry for entry, _ in client.xrange(OUTBOX)]
        assert left == (written[written.index(min(needed, key=written.index)) :] if needed else [])
