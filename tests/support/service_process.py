"""One service of the house as a process of its own, to be killed and followed by another."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import grpc
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from nurselog.chassis.embedded import free_port

READY_S = 60.0


class ServiceProcess:
    """`python -m <module>` that answers at `address`."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.address = address
        self._process = process

    async def kill(self) -> None:
        """Ends it as a power cut would."""
        self._process.kill()
        await self._process.wait()

    async def end(self) -> int:
        """Asks it to end, and waits; answers its exit code."""
        if self._process.returncode is None:
            self._process.terminate()
        return await self._process.wait()


@asynccontextmanager
async def running(module: str, settings: Mapping[str, str]) -> AsyncIterator[ServiceProcess]:
    """The process, ready; `settings` are environment variables."""
    port = free_port()
    environment = {**os.environ, **settings, "NURSELOG_PORT": str(port)}
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", module, env=environment)
    service = ServiceProcess(process, f"127.0.0.1:{port}")
    try:
        await _ready(service.address)
        yield service
    finally:
        if process.returncode is None:
            await service.kill()


async def _ready(address: str) -> None:
    async with asyncio.timeout(READY_S), grpc.aio.insecure_channel(address) as channel:
        health: Any = HealthStub(channel)
        watch = health.Watch(health_pb2.HealthCheckRequest(), wait_for_ready=True)
        async for answer in watch:
            if answer.status == health_pb2.HealthCheckResponse.SERVING:
                return
