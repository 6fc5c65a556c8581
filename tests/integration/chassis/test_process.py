"""A process as its supervisor sees it: started, ready, told to stop, killed. Real processes, a real store."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from nurselog.chassis.embedded import EmbeddedStore, free_port
from nurselog.chassis.partitions import TAGS, key
from nurselog.chassis.redis import RedisClient, execute
from tests.support.toy_process import KEYS
from tests.support.toy_service import ToyClient

ROOT = Path(__file__).parents[3]
FACTS = 400


class Process:
    """One running toy process and its log."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.entries: list[dict[str, Any]] = []

    async def logged(self, event: str) -> dict[str, Any]:
        """The next entry of that name."""
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            self.entries.append(json.loads(line))
            if self.entries[-1]["event"] == event:
                return self.entries[-1]
        raise AssertionError(f"{event} was not logged: {self.entries}")

    async def ended(self) -> int:
        assert self.process.stderr is not None
        self.entries += [json.loads(line) for line in (await self.process.stderr.read()).splitlines()]
        return await self.process.wait()

    def kill(self, number: int = signal.SIGKILL) -> None:
        self.process.send_signal(number)


@asynccontextmanager
async def toy(url: str, **environment: str) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.support.toy_process",
        cwd=ROOT,
        env={**os.environ, "REDIS_URL": url, "REDIS_CLUSTER": "0", **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Process(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while not await condition():  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)


async def test_a_process_says_where_it_listens_serves_and_ends_cleanly(
    store_url: str, store: RedisClient
) -> None:
    async with toy(store_url, NURSELOG_METRICS_PORT=str(free_port())) as process:
        listening = await process.logged("listening")
        async with grpc.aio.insecure_channel(listening["address"]) as channel:
            assert await ToyClient(channel).call("unary", "hello") == ["hello"]
        async with httpx.AsyncClient() as client:
            page = await client.get(f"http://127.0.0.1:{listening['metrics_port']}/metrics")
        assert (
            'nurselog_grpc_calls_total{code="OK",method="/nurselog.test.ToyService/Unary"} 1.0' in page.text
        )
        await process.logged("ready")
        process.kill(signal.SIGTERM)
        assert await process.ended() == 0
        assert process.process.stdout is not None
        assert await process.process.stdout.read() == b""
    assert [entry["event"] for entry in process.entries if entry["level"] in {"warning", "error"}] == []


async def test_a_crash_of_background_work_ends_the_process_with_one(
    store_url: str, store: RedisClient
) -> None:
    async with toy(store_url, TOY_CRASH="1") as process:
        entry = await process.logged("background_crashed")
        assert "RuntimeError: bug" in entry["exception"]
        assert await process.ended() == 1


async def test_a_wrong_setting_ends_the_process_with_two(store_url: str) -> None:
    async with toy(store_url, NURSELOG_DRAIN_S="soon") as process:
        assert await process.ended() == 2
    [entry] = process.entries
    assert entry["event"] == "settings_invalid"


async def test_a_process_is_ready_only_while_the_store_answers(private_store: EmbeddedStore) -> None:
    await asyncio.to_thread(private_store.kill)
    async with toy(private_store.url) as process:
        address = (await process.logged("listening"))["address"]
        await process.logged("not_ready")
        await asyncio.to_thread(private_store.start)
        await process.logged("ready")
        await asyncio.to_thread(private_store.kill)
        await process.logged("not_ready")
        async with grpc.aio.insecure_channel(address) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            answer = await stub.Check(health_pb2.HealthCheckRequest())
        assert answer.status == health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.mark.parametrize("names", [("one", "one", "one"), ("one", "two", "three")])
async def test_no_fact_is_lost_and_none_counts_twice_though_consumers_are_killed(
    store_url: str, store: RedisClient, names: tuple[str, ...]
) -> None:
    """Broken: two consumers are killed while they work. Promised: every fact has its effect, exactly once."""

    async def counted() -> int:
        return int(await execute(store, "GET", KEYS[1]) or 0)

    async def half_done(goal: int) -> bool:
        return await counted() >= goal

    for number in range(FACTS):
        stream = key(TAGS[number % 64], "outbox")
        await execute(store, "XADD", stream, "*", "kind", "turn", "fact", f"fact {number}")
    for step, name in enumerate(names[:-1], 1):
        async with toy(store_url, TOY_NAME=name) as process:
            goal = step * FACTS // 4
            await until(lambda goal=goal: half_done(goal))  # type: ignore[misc]
            process.kill()
    async with toy(store_url, TOY_NAME=names[-1]) as process:
        await until(lambda: half_done(FACTS))
        process.kill(signal.SIGTERM)
        assert await process.ended() == 0
    assert await counted() == FACTS == await execute(store, "SCARD", KEYS[0])
    owed = [await execute(store, "XPENDING", key(tag, "outbox"), "toy") for tag in TAGS]
    assert [answer["pending"] for answer in owed] == [0] * 64
