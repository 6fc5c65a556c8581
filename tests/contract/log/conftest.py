"""The logs that must keep the same promises: in memory, on one real server, on a real cluster."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import RedisCluster

from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import connect, load_functions
from nurselog.engine.memory_log import MemoryTableLog
from nurselog.engine.redis_log import RedisTableLog, functions
from tests.support.log_bench import Bench, MemoryBench, RedisBench


@pytest.fixture(params=["memory", "single", "cluster"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    if request.param == "memory":
        yield MemoryBench(MemoryTableLog())
        return
    fixture = "cluster_settings" if request.param == "cluster" else "store_settings"
    settings: Settings = request.getfixturevalue(fixture)
    client = connect(settings)
    if isinstance(client, RedisCluster):
        await client.initialize()
    gatherer = Gatherer(client, await load_functions(client, functions()))
    yield RedisBench(RedisTableLog(gatherer), gatherer)
    await gatherer.aclose()
    await client.aclose()
