"""The client, the function libraries and the clock of the store, on a real server and a real cluster."""

from __future__ import annotations

import pytest

from nurselog.chassis.partitions import TAGS, key
from nurselog.chassis.redis import (
    Libraries,
    RedisClient,
    execute,
    load_functions,
    ping,
    server_time_ms,
)

ECHO = """#!lua name=nurselog_test_echo
redis.register_function('echo', function(keys, args) return {keys[1], args[1]} end)
"""
OLD_ECHO = ECHO.replace("{keys[1], args[1]}", "'old'")
COUNT = """#!lua name=nurselog_test_count
redis.register_function('count', function(keys, args) return redis.call('INCR', keys[1]) end)
"""


async def test_a_store_that_answers_is_pinged(client: RedisClient) -> None:
    await ping(client)


async def test_the_clock_is_the_store_s(client: RedisClient) -> None:
    first = await server_time_ms(client)
    assert 1_700_000_000_000 < first <= await server_time_ms(client)


async def test_functions_are_on_every_primary(client: RedisClient) -> None:
    libraries = await load_functions(client, ECHO, COUNT)
    for tag in TAGS:
        name = key(tag, "x")
        assert await libraries.fcall("echo", [name], ["y"]) == [name.encode(), b"y"]


async def test_loading_again_replaces_an_older_text(client: RedisClient) -> None:
    libraries = await load_functions(client, OLD_ECHO)
    assert await libraries.fcall("echo", [key("e0", "x")], ["y"]) == b"old"
    await libraries.load(ECHO)
    assert await libraries.fcall("echo", [key("e0", "x")], ["y"]) == [b"{e0}:x", b"y"]


async def test_functions_come_back_after_the_store_lost_them(client: RedisClient) -> None:
    libraries = await load_functions(client, ECHO)
    await _lose_functions(client)
    assert await libraries.fcall("echo", [key("e0", "x")], ["y"]) == [b"{e0}:x", b"y"]


async def test_a_function_nobody_has_is_an_error_after_one_reload(client: RedisClient) -> None:
    libraries = Libraries(client)
    with pytest.raises(Exception, match=r"(?i)function not found"):
        await libraries.fcall("nobody_has_this", [key("e0", "x")])


async def test_the_store_answers_bytes(client: RedisClient) -> None:
    await execute(client, "SET", key("e0", "x"), "ä")
    assert await execute(client, "GET", key("e0", "x")) == "ä".encode()


async def _lose_functions(client: RedisClient) -> None:
    from redis.asyncio import RedisCluster

    if isinstance(client, RedisCluster):
        for node in client.get_primaries():
            await node.execute_command("FUNCTION FLUSH", "SYNC")
    else:
        await execute(client, "FUNCTION FLUSH", "SYNC")
