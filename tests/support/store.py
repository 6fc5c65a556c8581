"""A real store for tests: `REDIS_URL`, else a container where Docker answers, else the embedded Valkey.

Fixtures: `store_settings` (an empty database), `store` (a client of it), `gatherer`; `cluster_settings` (an
empty cluster of three); `either_settings` for both in turn; `private_store` for tests that kill their server.
None of them is ever skipped: a machine without any store cannot run these tests, and says so.
"""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis

from nurselog.chassis.config import Settings
from nurselog.chassis.embedded import EmbeddedStore
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import Libraries, RedisClient, close, connect
from tests.support.valkey_cluster import ValkeyCluster

IMAGE = "valkey/valkey:8"


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server per test process, or one database per process of a server that was named."""
    with _some_store(tmp_path_factory) as url:
        yield url


@pytest.fixture
def store_settings(store_url: str) -> Settings:
    """The settings that lead to an empty database."""
    _empty(store_url)
    return Settings(redis_url=store_url, redis_cluster=False)


@pytest.fixture
async def store(store_settings: Settings) -> AsyncIterator[RedisClient]:
    """A client of an empty database."""
    client = connect(store_settings)
    yield client
    await close(client)


@pytest.fixture
async def gatherer(store: RedisClient) -> AsyncIterator[Gatherer]:
    """The fast entrance to an empty database."""
    made = Gatherer(store, Libraries(store))
    yield made
    await made.aclose()


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster of three servers that share the slots equally."""
    with ValkeyCluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster.url


@pytest.fixture
def cluster_settings(cluster_url: str) -> Settings:
    """The settings that lead to an empty cluster."""
    with redis.RedisCluster.from_url(cluster_url) as client:
        client.flushall(target_nodes=redis.RedisCluster.PRIMARIES)
    return Settings(redis_url=cluster_url, redis_cluster=True)


@pytest.fixture(params=["single", "cluster"])
def either_settings(request: pytest.FixtureRequest) -> Settings:
    """An empty database, then an empty cluster: what is promised of one is promised of the other."""
    settings: Settings = request.getfixturevalue(
        "cluster_settings" if request.param == "cluster" else "store_settings"
    )
    return settings


@pytest.fixture
def private_store(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """A server of this test alone, to be killed and started again."""
    with EmbeddedStore(tmp_path / "store") as server:
        yield server


@contextmanager
def _some_store(folders: pytest.TempPathFactory) -> Iterator[str]:
    if url := os.environ.get("REDIS_URL"):
        with _named(url) as database:
            yield database
    elif _docker_answers():
        with _container() as url:
            yield url
    else:
        with EmbeddedStore(folders.mktemp("store")) as server:
            yield server.url


@contextmanager
def _named(url: str) -> Iterator[str]:
    """The database of this test process on a server that was named; empty, because tests empty it."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    database = urlsplit(url)._replace(path=f"/{worker}").geturl() if worker != "0" else url
    with redis.Redis.from_url(database) as client:
        if client.dbsize():
            pytest.fail(
                f"REDIS_URL names a database with data. Tests empty theirs: name an empty one ({worker})."
            )
    try:
        yield database
    finally:
        _empty(database)


def _empty(url: str) -> None:
    with redis.Redis.from_url(url) as client:
        client.flushdb()


def _docker_answers() -> bool:
    """Asked over its socket: the client library leaves one open when nobody listens."""
    address = urlsplit(os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock"))
    over_tcp = address.scheme == "tcp"
    with closing(socket.socket(socket.AF_INET if over_tcp else socket.AF_UNIX)) as engine:
        engine.settimeout(3)
        try:
            engine.connect((address.hostname, address.port) if over_tcp else address.path)
            engine.sendall(b"GET /_ping HTTP/1.0\r\n\r\n")
            return b"200 OK" in engine.recv(1024)
        except OSError:
            return False


@contextmanager
def _container() -> Iterator[str]:
    from testcontainers.core.container import DockerContainer
    from testcontainers.core.wait_strategies import LogMessageWaitStrategy

    wanted = (
        DockerContainer(IMAGE)
        .with_exposed_ports(6379)
        .with_command("valkey-server --appendonly yes --save ''")
        .waiting_for(LogMessageWaitStrategy("Ready to accept connections"))
    )
    with wanted as container:
        yield f"redis://{container.get_container_host_ip()}:{container.get_exposed_port(6379)}/0"
