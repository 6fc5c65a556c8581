"""Group commit on a real server and on a real cluster."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import RedisCluster
from redis.exceptions import ResponseError

from nurselog.chassis.config import Settings
from nurselog.chassis.errors import Unavailable
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.lanes import Ack
from nurselog.chassis.partitions import TAGS, key
from nurselog.chassis.redis import Libraries, RedisClient, close, connect, execute
from nurselog.chassis.wire import Wire
from tests.support.slots import migrating, moved

FUNCTIONS = """#!lua name=nurselog_test_gatherer
redis.register_function('add', function(keys, args) return redis.call('INCRBY', keys[1], args[1]) end)
redis.register_function('look', function(keys, args) return redis.call('GET', keys[1]) end)
redis.register_function('fail', function(keys, args) return redis.error_reply('NOPE ' .. args[1]) end)
"""


@pytest.fixture
async def gatherer(client: RedisClient) -> AsyncIterator[Gatherer]:
    libraries = Libraries(client)
    await libraries.load(FUNCTIONS)
    made = Gatherer(client, libraries)
    yield made
    await made.aclose()


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many commands went out with each write."""
    seen: list[int] = []
    send = Wire.send

    def counting(wire: Wire, data: bytes, waiters: list[object]) -> None:
        seen.append(len(waiters))
        send(wire, data, waiters)  # type: ignore[arg-type]

    monkeypatch.setattr(Wire, "send", counting)
    return seen


async def test_each_caller_gets_its_own_reply(gatherer: Gatherer) -> None:
    keys = [key(tag, str(number)) for tag in TAGS for number in range(10)]
    calls = [gatherer.fcall("add", [name], [number]) for number, name in enumerate(keys)]
    assert await asyncio.gather(*calls) == list(range(640))
    assert gatherer.waiting == 0


async def test_calls_of_one_loop_pass_share_one_write(gatherer: Gatherer, writes: list[int]) -> None:
    async def call(number: int) -> int:
        return int(await gatherer.fcall("add", [key("e0", "x")], [number]))

    await call(0)
    await asyncio.gather(*(call(1) for _ in range(50)))
    assert writes == [1, 50]


async def test_calls_are_done_in_the_order_of_their_making(gatherer: Gatherer) -> None:
    calls = [gatherer.fcall("add", [key("e0", "x")], [1]) for _ in range(100)]
    assert await asyncio.gather(*calls) == list(range(1, 101))


async def test_a_failing_call_fails_alone(gatherer: Gatherer) -> None:
    name = key("e0", "x")
    good, bad, good_too = (
        gatherer.fcall("add", [name], [1]),
        gatherer.fcall("fail", [name], ["why"]),
        gatherer.fcall("add", [name], [1]),
    )
    assert await good == 1
    with pytest.raises(ResponseError, match="NOPE why"):
        await bad
    assert await good_too == 2


async def test_a_caller_that_left_disturbs_nobody(gatherer: Gatherer) -> None:
    name = key("e0", "x")
    left, stayed = gatherer.fcall("add", [name], [1]), gatherer.fcall("add", [name], [1])
    left.cancel()
    assert await stayed == 2
    assert gatherer.waiting == 0


async def test_functions_that_the_store_lost_are_loaded_again(
    gatherer: Gatherer, client: RedisClient
) -> None:
    await lose_functions(client)
    calls = [gatherer.fcall("add", [key(tag, "x")], [1]) for tag in TAGS]
    assert await asyncio.gather(*calls) == [1] * 64


async def test_a_function_nobody_has_is_an_error(gatherer: Gatherer) -> None:
    with pytest.raises(ResponseError, match=r"(?i)function not found"):
        await gatherer.fcall("nobody_has_this", [key("e0", "x")])
    assert gatherer.waiting == 0


async def test_more_than_it_may_hold_is_refused_at_once(client: RedisClient) -> None:
    gatherer = Gatherer(client, max_waiting=2)
    name = key("e0", "x")
    first, second, third = (gatherer.call("INCR", name, key=name) for _ in range(3))
    with pytest.raises(Unavailable) as refused:
        await third
    assert refused.value.reason == "STORE_UNAVAILABLE"
    assert refused.value.retry_after_ms is not None
    assert [await first, await second] == [1, 2]
    assert await gatherer.call("INCR", name, key=name) == 3
    await gatherer.aclose()


async def test_who_still_waits_at_the_end_is_told(client: RedisClient) -> None:
    gatherer = Gatherer(client)
    call = gatherer.call("INCR", key("e0", "x"), key=key("e0", "x"))
    await gatherer.aclose()
    with pytest.raises(Exception, match=r"closing|lost"):
        await call
    with pytest.raises(Unavailable):
        await gatherer.call("GET", key("e0", "x"), key=key("e0", "x"))


async def test_ack_disk_waits_for_the_disk(gatherer: Gatherer, client: RedisClient) -> None:
    before = await fences(client)
    assert await gatherer.fcall("add", [key("e0", "x")], [1], ack="disk") == 1
    assert await fences(client) == before + 1


async def test_a_batch_shares_its_fence(gatherer: Gatherer, client: RedisClient) -> None:
    before = await fences(client)
    await asyncio.gather(*(gatherer.fcall("add", [key("e0", "x")], [1], ack="disk") for _ in range(100)))
    assert await fences(client) - before <= 4


async def test_a_repeated_request_waits_for_the_disk_though_it_writes_nothing(
    gatherer: Gatherer, client: RedisClient
) -> None:
    await execute(client, "SET", key("e0", "x"), "1")
    assert await gatherer.fcall("look", [key("e0", "x")], ack="disk") == b"1"
    assert await execute(client, "EXISTS", key("e0", "fence")) == 1


async def test_an_error_in_a_fenced_batch_is_that_call_s_own(gatherer: Gatherer) -> None:
    name = key("e0", "x")
    bad, good = (
        gatherer.fcall("fail", [name], ["why"], ack="disk"),
        gatherer.fcall("add", [name], [1], ack="disk"),
    )
    with pytest.raises(ResponseError, match="NOPE"):
        await bad
    assert await good == 1


async def test_without_a_replica_nothing_counts_as_replicated(
    gatherer: Gatherer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nurselog.chassis.lanes.FENCE_MS", 50)
    ack: Ack = "replica"
    with pytest.raises(Unavailable, match="not confirmed"):
        await gatherer.fcall("add", [key("e0", "x")], [1], ack=ack)


async def test_a_slot_that_moved_is_followed(cluster_settings: Settings) -> None:
    client = connect(cluster_settings)
    gatherer = Gatherer(client, Libraries(client))
    name = key("e0", "moving")
    assert await gatherer.call("INCR", name, key=name) == 1
    with moved(cluster_settings.redis_url, name):
        assert await gatherer.call("INCR", name, key=name) == 2
    assert await gatherer.call("INCR", name, key=name) == 3
    await gatherer.aclose()
    await close(client)


async def test_a_key_on_its_way_to_another_node_is_followed(cluster_settings: Settings) -> None:
    client = connect(cluster_settings)
    gatherer = Gatherer(client, Libraries(client))
    name = key("e0", "moving")
    assert await gatherer.call("INCR", name, key=name) == 1
    await execute(client, "DEL", name)
    with migrating(cluster_settings.redis_url, name):
        assert await gatherer.call("INCR", name, key=name) == 1
    await gatherer.aclose()
    await close(client)


async def lose_functions(client: RedisClient) -> None:
    if isinstance(client, RedisCluster):
        for node in client.get_primaries():
            await node.execute_command("FUNCTION FLUSH", "SYNC")
    else:
        await execute(client, "FUNCTION FLUSH", "SYNC")


async def fences(client: RedisClient) -> int:
    """How many WAITAOF the server that holds e0 has answered."""
    if isinstance(client, RedisCluster):
        await client.initialize()
        node = client.get_node_from_key(key("e0", "x"))
        assert node is not None
        stats = await node.execute_command("INFO", "commandstats")
    else:
        stats = await client.info("commandstats")
    return int(stats.get("cmdstat_waitaof", {}).get("calls", 0))
