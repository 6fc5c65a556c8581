"""The sockets of guests: one each, opened when first needed; news goes to whoever plays that table."""

from __future__ import annotations

import asyncio
from typing import Protocol

from nurselog.cli.bench.table_load import News
from nurselog.cli.bench.ws_face import SocketSeat, open_seat
from nurselog.cli.bench.ws_forms import ProtobufForm
from nurselog.cli.crowd.door import Guest


class Listener(Protocol):
    """Who plays a table."""

    def seen(self, phone: Phone, seat: int, news: News) -> None:
        """A seat has a view."""
        ...


class Phone:
    """A guest's socket."""

    def __init__(self, guest: Guest, socket: SocketSeat) -> None:
        self.guest = guest
        self._socket = socket
        self._plays: dict[str, Listener] = {}
        self.refused = 0

    def follow(self, table: str, listener: Listener) -> None:
        """Watches a table; the listener is told of every view."""
        self._plays[table] = listener
        self._socket.watch(table)

    def leave(self, table: str) -> None:
        """Tells nothing more of a table."""
        self._plays.pop(table, None)

    def submit(self, table: str, seat: int, decision: int, notation: str) -> None:
        """Sends a move."""
        self._socket.submit(table, seat, decision, notation)

    def close(self) -> None:
        """Hangs up."""
        self._socket.close()

    def told(self, table: str, seat: int, news: News) -> None:
        """Hands on what the socket heard."""
        if (play := self._plays.get(table)) is not None:
            play.seen(self, seat, news)


class Phones:
    """All of them, by player."""

    def __init__(self, http: str) -> None:
        self._url = f"ws{http.removeprefix('http')}/v1/ws"
        self._phones: dict[str, asyncio.Task[Phone]] = {}
        self._opening = asyncio.Semaphore(16)

    async def of(self, guest: Guest) -> Phone:
        """The guest's phone."""
        if guest.player not in self._phones:
            self._phones[guest.player] = asyncio.create_task(self._open(guest))
        return await self._phones[guest.player]

    async def _open(self, guest: Guest) -> Phone:
        made: list[Phone] = []

        def told(table: str, seat: int, news: News) -> None:
            made[0].told(table, seat, news)

        def refused() -> None:
            made[0].refused += 1

        async with self._opening:
            socket = await open_seat(self._url, guest.token, ProtobufForm(), told, refused)
        made.append(Phone(guest, socket))
        return made[0]

    def close(self) -> None:
        """Hangs up everywhere."""
        for opening in self._phones.values():
            opening.cancel()
            if opening.done() and not opening.cancelled() and opening.exception() is None:
                opening.result().close()

    @property
    def refused(self) -> int:
        """How many frames were refused to anybody."""
        done = (one for one in self._phones.values() if one.done() and one.exception() is None)
        return sum(one.result().refused for one in done)
