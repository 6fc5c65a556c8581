"""Whether a process is ready: asked over the face that its users use."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from nurselog.cli.plan import ProcessPlan

ASK_AGAIN_S = 0.1
ANSWER_S = 2.0


async def until_ready(plan: ProcessPlan) -> None:
    """Returns as soon as the process says that it serves; asks for ever."""
    while not await is_ready(plan):  # noqa: ASYNC110 - another process has no event for us
        await asyncio.sleep(ASK_AGAIN_S)


async def is_ready(plan: ProcessPlan) -> bool:
    """Whether the process serves now."""
    match plan.probe:
        case "grpc":
            return await grpc_serves(plan.address)
        case "http":
            return await http_answers(f"http://{plan.address}/readyz")
        case "none":
            return True


async def grpc_serves(address: str) -> bool:
    """Whether the health service at the address says SERVING."""
    async with grpc.aio.insecure_channel(address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)  # its stubs know no methods
        try:
            answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=ANSWER_S)
        except grpc.aio.AioRpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


async def http_answers(url: str) -> bool:
    """Whether the address answers with a success."""
    return await asyncio.to_thread(_http_answers, url)


def _http_answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=ANSWER_S) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError, ValueError):
        return False
