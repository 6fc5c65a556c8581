"""What tests say on a web socket, and hear."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.integration.gateway.conftest import TABLE


async def say(socket: ClientConnection, **frame: Any) -> None:
    await socket.send(json.dumps(frame))


async def hear(socket: ClientConnection) -> Any:
    async with asyncio.timeout(5):
        return json.loads(await socket.recv())


def reason(frame: Any) -> str:
    found: str = frame["error"]["details"][0]["reason"]
    return found


async def follow(socket: ClientConnection, subscription: int = 1, **wish: Any) -> Any:
    """Subscribes to the table; returns the first update."""
    await say(socket, id=subscription, subscribe={"name": TABLE, **wish})
    assert await hear(socket) == {"id": subscription, "subscribed": {}}
    return (await hear(socket))["push"]["update"]
