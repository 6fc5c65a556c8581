"""Which server holds a key, and a fresh connection to it: one server, or a cluster as redis-py knows it."""

from __future__ import annotations

from typing import Protocol

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import key_slot

from nurselog.chassis.redis import RedisClient


class Topology(Protocol):
    """The servers of a store, by name."""

    is_cluster: bool

    def server(self, key: bytes) -> str | None:
        """The name of the primary that holds `key`; None while that is not known (refresh first)."""

    def connection(self, server: str) -> AbstractConnection:
        """A connection to a server, not connected yet; KeyError when the server is gone from the cluster."""

    async def refresh(self) -> None:
        """Asks the store which server holds what."""


def topology_of(client: RedisClient) -> Topology:
    """The servers behind a client."""
    return ClusterMap(client) if isinstance(client, RedisCluster) else OneServer(client)


class OneServer:
    is_cluster = False

    def __init__(self, client: Redis) -> None:
        self._pool = client.connection_pool

    def server(self, key: bytes) -> str | None:  # noqa: ARG002 - the port's signature
        return "store"

    def connection(self, server: str) -> AbstractConnection:  # noqa: ARG002 - the port's signature
        connection: AbstractConnection = self._pool.make_connection()  # type: ignore[no-untyped-call]
        return connection

    async def refresh(self) -> None:
        """Nothing can change."""


class ClusterMap:
    is_cluster = True

    def __init__(self, client: RedisCluster) -> None:
        self._client = client
        self._names: dict[bytes, str] = {}

    def server(self, key: bytes) -> str | None:
        tag = key[: key.find(b"}") + 1]
        name = self._names.get(tag)
        if name is None:
            owners = self._client.nodes_manager.slots_cache.get(key_slot(key))
            name = owners[0].name if owners else None
            if name is not None and tag:
                self._names[tag] = name
        return name

    def connection(self, server: str) -> AbstractConnection:
        node = self._client.nodes_manager.nodes_cache[server]
        options = {**node.connection_kwargs, "retry": Retry(NoBackoff(), 0)}
        connection: AbstractConnection = node.connection_class(**options)
        return connection

    async def refresh(self) -> None:
        known = bool(self._client.nodes_manager.slots_cache)
        await self._client.initialize()  # does nothing when it was done before
        if known:
            await self._client.nodes_manager.initialize()
        self._names.clear()
