"""A web socket client that reads only when it is told to: what a slow or dead one looks like from outside."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any, Self

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
SMALL = 256 * 1024


class RawSocket:
    """Frames by hand (RFC 6455, section 5.2): masked with zeros, text only."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self._socket.setblocking(False)
        self._buffer = b""

    async def __aenter__(self) -> Self:
        await asyncio.get_running_loop().sock_connect(self._socket, ("127.0.0.1", self._port))
        lines = (
            "GET /v1/ws HTTP/1.1",
            "Host: localhost",
            "Connection: keep-alive, Upgrade",
            "Upgrade: WebSocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {KEY}",
            "",
            "",
        )
        await self._send("\r\n".join(lines).encode())
        self.handshake = (await self._until(b"\r\n\r\n")).decode()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._socket.close()

    async def say(self, **frame: Any) -> None:
        """Sends a frame."""
        payload = json.dumps(frame).encode()
        assert len(payload) < 126
        await self._send(bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload)

    async def hear(self) -> Any:
        """Reads a frame; pings are passed over."""
        while True:
            first, size = await self._take(2)
            if size == 126:
                size = int.from_bytes(await self._take(2))
            elif size == 127:
                size = int.from_bytes(await self._take(8))
            payload = await self._take(size)
            if first & 0xF == 1:
                return json.loads(payload)

    async def _send(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self._socket, data)

    async def _take(self, size: int) -> bytes:
        while len(self._buffer) < size:
            await self._more()
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken

    async def _until(self, mark: bytes) -> bytes:
        while mark not in self._buffer:
            await self._more()
        head, _, self._buffer = self._buffer.partition(mark)
        return head

    async def _more(self) -> None:
        data = await asyncio.get_running_loop().sock_recv(self._socket, 1 << 20)
        if not data:
            raise ConnectionResetError
        self._buffer += data
