"""A seat on a web socket: picows and a form of frames, as lean as a client can be in Python."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from nurselog.cli.bench.table_load import News
from nurselog.cli.bench.ws_forms import Form, Refusal

Told = Callable[[str, int, News], None]


class SocketSeat(WSListener):
    """One socket; `told` gets each update."""

    def __init__(self, form: Form, told: Told, refused: Callable[[], None]) -> None:
        self._form = form
        self._told = told
        self._refused = refused
        self._transport: WSTransport | None = None
        self._ids = 1
        self._followed: dict[str, int] = {}
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The socket is open."""
        self._transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """The socket is gone."""
        if not self._lost.done():
            self._lost.set_result(None)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        """Something was said."""
        if frame.msg_type not in (WSMsgType.TEXT, WSMsgType.BINARY):
            return
        try:
            heard = self._form.hear(frame.get_payload_as_bytes())
        except Refusal:
            self._refused()
            return
        if heard is not None:
            self._tell(*heard)

    def watch(self, table: str) -> None:
        """Follows a table."""
        self._followed[table] = number = self._number()
        self._send(self._form.subscribe(number, table))

    def submit(self, table: str, seat: int, decision: int, notation: str) -> None:
        """Sends a move."""
        self._send(self._form.submit(self._number(), table, seat, decision, notation))

    def close(self) -> None:
        """Hangs up."""
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def _tell(self, table: str, seat: int, news: News) -> None:
        if news.finished and (subscription := self._followed.pop(table, 0)):
            self._send(self._form.unsubscribe(self._number(), subscription))
        self._told(table, seat, news)

    def _number(self) -> int:
        self._ids += 1
        return self._ids

    def _send(self, payload: bytes) -> None:
        assert self._transport is not None
        self._transport.send(self._form.kind, payload)


async def open_seat(url: str, token: str, form: Form, told: Told, refused: Callable[[], None]) -> SocketSeat:
    """A socket of the player with this token."""
    headers = {"Authorization": f"Bearer {token}"}
    _, seat = await ws_connect(lambda: SocketSeat(form, told, refused), url, extra_headers=headers)
    assert isinstance(seat, SocketSeat)
    return seat
