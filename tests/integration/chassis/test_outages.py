"""What callers of the gatherer see when the store dies, hangs, or comes back empty."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from nurselog.chassis.config import Settings
from nurselog.chassis.embedded import EmbeddedStore
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.chassis.redis import Libraries, StoreConnectionError, StoreTimeoutError, close, connect

NAME = key("e0", "x")
FUNCTIONS = """#!lua name=nurselog_test_outages
redis.register_function('add', function(keys, args) return redis.call('INCRBY', keys[1], args[1]) end)
redis.register_function('spin', function(keys, args)
  local start = redis.call('TIME')
  while redis.call('TIME')[1] - start[1] < 30 do end
end)
"""


@pytest.fixture
async def gatherer(private_store: EmbeddedStore) -> AsyncIterator[Gatherer]:
    client = connect(Settings(redis_url=private_store.url, redis_cluster=False))
    libraries = Libraries(client)
    await libraries.load(FUNCTIONS)
    made = Gatherer(client, libraries, timeout_s=0.5)
    yield made
    await made.aclose()
    await close(client)


async def test_a_store_that_was_killed_and_is_back_answers_again(
    gatherer: Gatherer, private_store: EmbeddedStore
) -> None:
    assert await gatherer.fcall("add", [NAME], [1]) == 1
    await asyncio.to_thread(private_store.kill)
    await asyncio.to_thread(private_store.start)
    assert await gatherer.fcall("add", [NAME], [1]) == 2


async def test_a_store_that_came_back_empty_gets_its_functions_again(
    gatherer: Gatherer, private_store: EmbeddedStore
) -> None:
    assert await gatherer.fcall("add", [NAME], [1]) == 1
    await asyncio.to_thread(private_store.kill)
    shutil.rmtree(private_store.folder)
    await asyncio.to_thread(private_store.start)
    assert await gatherer.fcall("add", [NAME], [1]) == 1


async def test_a_call_under_way_when_the_store_dies_fails_with_an_unknown_outcome(
    gatherer: Gatherer, private_store: EmbeddedStore
) -> None:
    assert await gatherer.fcall("add", [NAME], [1]) == 1
    call = gatherer.fcall("spin", [NAME])
    await asyncio.to_thread(_busy, private_store)
    await asyncio.to_thread(private_store.kill)
    with pytest.raises(StoreConnectionError, match="lost"):
        await call


async def test_a_call_that_was_not_sent_waits_for_the_store(
    gatherer: Gatherer, private_store: EmbeddedStore
) -> None:
    private_store.kill()
    calls = [gatherer.fcall("add", [NAME], [1]) for _ in range(3)]
    await asyncio.to_thread(private_store.start)
    assert await asyncio.gather(*calls) == [1, 2, 3]


async def test_a_store_that_stays_away_is_an_error_for_everybody_who_waits(
    gatherer: Gatherer, private_store: EmbeddedStore
) -> None:
    private_store.kill()
    calls = [gatherer.fcall("add", [NAME], [1]) for _ in range(3)]
    for answer in await asyncio.gather(*calls, return_exceptions=True):
        assert isinstance(answer, StoreConnectionError)
    assert gatherer.waiting == 0


async def test_a_store_that_hangs_is_given_up_and_found_again(
    gatherer: Gatherer, private_store: EmbeddedStore
) -> None:
    assert await gatherer.fcall("add", [NAME], [1]) == 1
    pid = private_store.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(StoreTimeoutError):
            await gatherer.fcall("add", [NAME], [1])
    finally:
        os.kill(pid, signal.SIGCONT)
    assert await gatherer.fcall("add", [NAME], [1]) >= 2


def _busy(server: EmbeddedStore) -> None:
    """Returns when the server works and answers nobody."""
    pid = server.pid
    assert pid is not None
    while True:
        if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "R":
            return
