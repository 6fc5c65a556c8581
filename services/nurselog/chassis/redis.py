"""The door to the store: one client for a single server or a cluster, and the function libraries in it.

Keys and what they hold belong to the services. Calls on the hot path go through `gatherer.Gatherer`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)
from redis.exceptions import ConnectionError as StoreConnectionError
from redis.exceptions import TimeoutError as StoreTimeoutError

from nurselog.chassis.config import Settings
from nurselog.chassis.logs import get

__all__ = [
    "Libraries",
    "RedisClient",
    "StoreConnectionError",
    "StoreTimeoutError",
    "Word",
    "close",
    "connect",
    "execute",
    "is_missing_function",
    "is_store_outage",
    "load_functions",
    "ping",
    "server_time_ms",
]

RedisClient: TypeAlias = Redis | RedisCluster
Word: TypeAlias = str | bytes | int
"""What a command or a function takes: floats have no place here."""

_AWAY = (StoreConnectionError, StoreTimeoutError, BusyLoadingError, ClusterDownError)
_NO_WRITES = (ReadOnlyError, OutOfMemoryError)
_NO_WRITES_SAID = ("MISCONF", "NOREPLICAS", "OOM")
"""Its disk is full, its replicas are gone, its memory is full: not all of these have classes of their own."""

CONNECTIONS = 256
"""How many commands of one client may be under way at once, each on its own connection; more wait their turn.

In a cluster it is per server, and more are an error: busy callers use a `Gatherer`.
"""

FUNCTION_MISSING = "function not found"

log = get(__name__)


def connect(config: Settings) -> RedisClient:
    """A client that connects when it is first used; answers are bytes. Close it with `close`."""
    retry = Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.5), config.redis_retries)
    if config.redis_cluster:
        return RedisCluster.from_url(
            config.redis_url,
            protocol=2,
            socket_timeout=config.redis_timeout_s,
            socket_connect_timeout=config.redis_timeout_s,
            retry=retry,
            max_connections=CONNECTIONS,
        )
    pool = BlockingConnectionPool.from_url(
        config.redis_url,
        protocol=2,
        max_connections=CONNECTIONS,
        timeout=config.redis_timeout_s,
        socket_timeout=config.redis_timeout_s,
        socket_connect_timeout=config.redis_timeout_s,
        retry=retry,
    )
    return Redis.from_pool(pool)


async def close(client: RedisClient) -> None:
    """Closes every connection; redis-py's own `aclose` leaves a cluster's open after an error."""
    await client.aclose()
    if isinstance(client, RedisCluster):
        await client.nodes_manager.aclose()
        await client.nodes_manager.aclose("startup_nodes")


async def ping(client: RedisClient) -> None:
    """Raises unless every primary answers."""
    await _everywhere(client, "PING")


async def server_time_ms(client: RedisClient) -> int:
    """The store's clock in milliseconds since 1970; in a cluster that of one node."""
    if isinstance(client, RedisCluster):
        await client.initialize()
        seconds, micros = await client.get_default_node().execute_command("TIME")
    else:
        seconds, micros = await execute(client, "TIME")
    return int(seconds) * 1000 + int(micros) // 1000


def is_store_outage(error: BaseException) -> bool:
    """Whether the store does not answer, or takes no writes, now: the same request may work later."""
    if isinstance(error, (*_AWAY, *_NO_WRITES)):
        return True
    return isinstance(error, ResponseError) and str(error).startswith(_NO_WRITES_SAID)


def is_missing_function(error: BaseException) -> bool:
    """Whether a call failed because the server lost its function libraries (it came back empty)."""
    return isinstance(error, ResponseError) and FUNCTION_MISSING in str(error).lower()


class Libraries:
    """The function libraries this process needs in the store; loads them, and again after a loss.

    https://redis.io/docs/latest/develop/programmability/functions-intro/
    """

    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._sources: dict[str, None] = {}
        self._loaded: tuple[str, ...] = ()
        self._loading: asyncio.Task[None] | None = None

    def add(self, *sources: str) -> None:
        """Remembers libraries for the next `load`; adding one twice is harmless."""
        self._sources.update(dict.fromkeys(sources))

    async def load(self, *sources: str) -> None:
        """Brings every library onto every primary, replacing older texts; concurrent calls share one load."""
        self.add(*sources)
        if self._loading is None or self._loading.done() or not self._covers(sources):
            self._loaded = tuple(self._sources)
            self._loading = asyncio.create_task(self._load(self._loaded))
        await asyncio.shield(self._loading)

    def _covers(self, sources: Sequence[str]) -> bool:
        return set(sources) <= set(self._loaded)

    async def _load(self, sources: Sequence[str]) -> None:
        for source in sources:
            await _everywhere(self._client, "FUNCTION LOAD", "REPLACE", source)

    async def fcall(self, name: str, keys: Sequence[str | bytes], args: Iterable[Word] = ()) -> Any:
        """One function call outside the hot path; loads the libraries and repeats once when they are gone."""
        words = (name, len(keys), *keys, *args)
        try:
            return await execute(self._client, "FCALL", *words)
        except ResponseError as error:
            if not is_missing_function(error):
                raise
        log.warning("functions_missing", function=name)
        await self.load()
        return await execute(self._client, "FCALL", *words)


async def load_functions(client: RedisClient, *sources: str) -> Libraries:
    """Loads libraries onto every primary and returns what can load them again."""
    libraries = Libraries(client)
    await libraries.load(*sources)
    return libraries


async def execute(client: RedisClient, *words: Word) -> Any:
    """One command, its reply as the server gave it (bytes, ints, lists)."""
    return await cast("Any", client).execute_command(*words)


async def _everywhere(client: RedisClient, *words: Word) -> None:
    if not isinstance(client, RedisCluster):
        await execute(client, *words)
        return
    await client.initialize()
    nodes: list[ClusterNode] = client.get_primaries()
    await asyncio.gather(*(node.execute_command(*words) for node in nodes))
