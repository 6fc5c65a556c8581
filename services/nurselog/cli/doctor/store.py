"""Checks of the store: it answers, it is of an age we know, it keeps what it is told."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Iterator, Mapping
from typing import Any, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from nurselog.cli.addresses import without_password
from nurselog.cli.doctor.finding import Finding, note, wrong

OLDEST = {"redis": (7, 2), "valkey": (8, 0)}


async def check_store(url: str, *, cluster: bool) -> list[Finding]:
    """Everything about the store at `url`."""
    client = Redis.from_url(url, socket_timeout=3, socket_connect_timeout=3)
    url = without_password(url)
    try:
        info = await client.info()
        settings = await _settings(client)
    except (RedisError, OSError) as error:
        return [wrong("store", f"{url} does not answer: {error}", "start it, or set REDIS_URL")]
    finally:
        await client.aclose()
    return [
        *_about_version(url, info),
        *_about_cluster(info, cluster=cluster),
        *_about_safety(info, settings),
    ]


async def _settings(client: Redis) -> Mapping[str, str]:
    """What CONFIG GET tells; managed stores may refuse it."""
    try:
        answer = await cast(
            "Awaitable[Any]", client.config_get("appendonly", "appendfsync", "maxmemory-policy")
        )
    except ResponseError:
        return {}
    return {_text(name): _text(value) for name, value in answer.items()}


def _about_version(url: str, info: Mapping[str, Any]) -> Iterator[Finding]:
    kind = "valkey" if "valkey_version" in info else "redis"
    version = str(info.get("valkey_version") or info.get("redis_version", ""))
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST[kind]:
        wanted = ".".join(map(str, OLDEST[kind]))
        yield wrong("store", f"{kind} {version} is too old", f"use {kind} {wanted} or newer")
    else:
        keys = sum(int(part.get("keys", 0)) for name, part in info.items() if name.startswith("db"))
        yield Finding("store", f"{kind} {version} at {url}, {keys} keys, {info.get('used_memory_human')}")


def _about_cluster(info: Mapping[str, Any], *, cluster: bool) -> Iterator[Finding]:
    clustered = bool(info.get("cluster_enabled"))
    if clustered and not cluster:
        yield wrong("store", "this is a node of a cluster", "set REDIS_CLUSTER=1")
    elif cluster and not clustered:
        yield wrong("store", "REDIS_CLUSTER=1, but this is a single server", "unset REDIS_CLUSTER")


def _about_safety(info: Mapping[str, Any], settings: Mapping[str, str]) -> Iterator[Finding]:
    if info.get("role") == "slave":
        yield wrong("store", "this server is a replica: it refuses writes", "set REDIS_URL to its primary")
    if not info.get("aof_enabled"):
        yield wrong(
            "store", "appendonly is off: a crash of the store loses tables", "CONFIG SET appendonly yes"
        )
    if info.get("aof_last_write_status", "ok") != "ok":
        yield wrong("store", "the last write to disk failed", "look at the store's log; is the disk full?")
    policy = settings.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        yield wrong(
            "store", f"maxmemory-policy is {policy}: it would throw tables away", "set it to noeviction"
        )
    if not settings:
        yield note("store", "CONFIG GET is not allowed here", "see that maxmemory-policy is noeviction")


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
