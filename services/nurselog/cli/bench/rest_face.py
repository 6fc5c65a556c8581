"""A seat over REST: moves as POST, views by the NDJSON stream; a lean HTTP/1.1 client of our own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import orjson

from nurselog.cli.bench.table_load import News
from nurselog.cli.bench.ws_forms import news_of

Told = Callable[[str, int, News], None]


class RestSeat:
    """One player: one kept connection for moves, one for each followed table."""

    def __init__(self, url: str, token: str, told: Told, refused: Callable[[], None]) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 80
        self._token = token
        self._told = told
        self._refused = refused
        self._kept: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, table: str) -> None:
        """Follows a table."""
        self._start(self._watch(table))

    def submit(self, table: str, seat: int, decision: int, notation: str) -> None:
        """Sends a move."""
        move = {"seat": seat, "decisionId": decision, "requestId": f"b{decision}", "notation": notation}
        self._start(self._submit(f"/v1/{table}:submitMove", orjson.dumps(move)))

    async def _submit(self, path: str, body: bytes) -> None:
        if self._kept is None:
            self._kept = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._kept
        writer.write(self._head("POST", path, len(body)) + body)
        status, headers = await _read_head(reader)
        await reader.readexactly(int(headers.get(b"content-length", b"0")))
        if status != b"200":
            self._refused()

    async def _watch(self, table: str) -> None:
        reader, writer = await asyncio.open_connection(self._host, self._port, limit=2**20)
        try:
            writer.write(self._head("GET", f"/v1/{table}:watch?includeLegalMoves=true", 0))
            await _read_head(reader)
            with suppress(asyncio.IncompleteReadError):
                async for line in _lines(reader):
                    self._tell(table, orjson.loads(line))
        finally:
            writer.close()

    def _tell(self, table: str, update: dict[str, Any]) -> None:
        view = update.get("view")
        if view is not None:
            self._told(table, view.get("seat", 0), news_of(update, view))

    def _head(self, method: str, path: str, length: int) -> bytes:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {self._token}\r\n"
            f"Accept: {'application/x-ndjson' if method == 'GET' else 'application/json'}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _read_head(reader: asyncio.StreamReader) -> tuple[bytes, dict[bytes, bytes]]:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    fields = (line.partition(b":") for line in lines if line)
    return first.split(b" ")[1], {name.lower(): value.strip() for name, _, value in fields}


async def _lines(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The lines of a chunked answer."""
    rest = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        *lines, rest = (rest + (await reader.readexactly(size + 2))[:-2]).split(b"\n")
        for line in lines:
            if line.strip():
                yield line
