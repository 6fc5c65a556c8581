"""A seat on a web socket: picows and orjson, as lean as a client can be in Python."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import orjson
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from nurselog.cli.bench.table_load import News

Told = Callable[[str, int, News], None]

PUSH = b'{"id":0,"push"'
"""How a push begins; all else are answers, of which only refusals matter here."""


class SocketSeat(WSListener):
    """One socket; `told` gets each update."""

    def __init__(self, told: Told, refused: Callable[[], None]) -> None:
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
        if frame.msg_type != WSMsgType.TEXT:
            return
        payload = frame.get_payload_as_bytes()
        if payload.startswith(PUSH):
            update = orjson.loads(payload)["push"]["update"]
            view = update.get("view")
            if view is not None:
                self._tell(view["name"], view.get("seat", 0), news_of(update, view))
        elif b'"error"' in payload:
            self._refused()

    def watch(self, table: str) -> None:
        """Follows a table."""
        self._followed[table] = self._send({"subscribe": {"name": table, "includeLegalMoves": True}})

    def submit(self, table: str, seat: int, decision: int, notation: str) -> None:
        """Sends a move."""
        move = {"name": table, "seat": seat, "decisionId": decision, "requestId": f"b{decision}"}
        self._send({"submit": {**move, "notation": notation}})

    def _tell(self, table: str, seat: int, news: News) -> None:
        if news.finished and (subscription := self._followed.pop(table, 0)):
            self._send({"unsubscribe": {"subscription": subscription}})
        self._told(table, seat, news)

    def _send(self, frame: dict[str, Any]) -> int:
        assert self._transport is not None
        self._ids += 1
        self._transport.send(WSMsgType.TEXT, orjson.dumps({"id": self._ids, **frame}))
        return self._ids


def news_of(update: dict[str, Any], view: dict[str, Any]) -> News:
    """What the load needs of an update in JSON."""
    seat = view.get("seat", 0)
    decision = next(
        (one.get("decisionId", 0) for one in view.get("decisions", ()) if one.get("seat", 0) == seat), 0
    )
    return News(
        version=view.get("version", 0),
        finished=view["state"] == "TABLE_STATE_FINISHED",
        decision=decision,
        moves=update.get("legalMoves", ()),
    )


async def open_seat(url: str, token: str, told: Told, refused: Callable[[], None]) -> SocketSeat:
    """A socket of the player with this token."""
    headers = {"Authorization": f"Bearer {token}"}
    _, seat = await ws_connect(lambda: SocketSeat(told, refused), url, extra_headers=headers)
    assert isinstance(seat, SocketSeat)
    return seat
