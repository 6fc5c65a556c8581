"""The logs that must keep the same promises: in memory, on one real server, on a real cluster."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis.asyncio import RedisCluster

from nurselog.chassis.config import Settings
from nurselog.chassis.embedded import EmbeddedStore
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import connect, load_functions
from nurselog.engine.memory_log import MemoryTableLog
from nurselog.engine.redis_log import RedisTableLog, functions
from tests.support.log_bench import Bench, MemoryBench, RedisBench
from tests.support.valkey_cluster import ValkeyCluster


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    with EmbeddedStore(tmp_path_factory.mktemp("store")) as server:
        yield server


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyCluster]:
    with ValkeyCluster(Path(tmp_path_factory.mktemp("cluster")), nodes=3) as servers:
        yield servers


@pytest.fixture(params=["memory", "redis", "cluster"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    if request.param == "memory":
        yield MemoryBench(MemoryTableLog())
        return
    clustered = request.param == "cluster"
    url = request.getfixturevalue("cluster" if clustered else "store").url
    client = connect(Settings(redis_url=url, redis_cluster=clustered))
    if isinstance(client, RedisCluster):
        await client.initialize()
    gatherer = Gatherer(client, await load_functions(client, functions()))
    yield RedisBench(RedisTableLog(gatherer), gatherer)
    await gatherer.aclose()
    await client.aclose()
