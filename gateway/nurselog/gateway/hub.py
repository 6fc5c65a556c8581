"""What all web sockets share: the exchanges, the forms of frames, the limits, and who is connected."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from picows import WSCloseCode

from nurselog.gateway import metrics
from nurselog.gateway.backend import Backend
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.exchange import Exchange
from nurselog.gateway.followings import Tournaments
from nurselog.gateway.frames import JsonForm, ProtobufForm
from nurselog.gateway.limits import Limits
from nurselog.gateway.sessions import Sessions
from nurselog.gateway.settings import GatewaySettings
from nurselog.gateway.websocket import Socket


class Hub:
    """One for the process."""

    def __init__(
        self,
        settings: GatewaySettings,
        backend: Backend,
        exchanges: Mapping[str, Exchange],
        sessions: Sessions,
        limits: Limits,
    ) -> None:
        self.settings = settings
        self.sessions = sessions
        self.limits = limits
        self.loop = asyncio.get_running_loop()
        self.json = JsonForm(backend.catalogue)
        self.protobuf = ProtobufForm()
        self._backend = backend
        self._exchanges = exchanges
        self.tournaments = Tournaments(backend)
        self._sockets: set[Socket] = set()
        self._talking: list[Socket] = []

    @property
    def catalogue(self) -> Catalogue:
        """The games."""
        return self._backend.catalogue

    def exchange_of(self, table: str, field: str) -> Exchange:
        """The exchange of a table's game; refused if there is no such game."""
        return self._exchanges[self._backend.game_of(table, field)]

    def joined(self, socket: Socket) -> None:
        """A client has connected."""
        self._sockets.add(socket)
        metrics.sockets.inc()

    def left(self, socket: Socket) -> None:
        """A client is gone."""
        self._sockets.discard(socket)
        metrics.sockets.dec()

    def flush_soon(self, socket: Socket) -> None:
        """The socket has something to send, once this pass of the loop is over."""
        if not self._talking:
            self.loop.call_soon(self._flush)
        self._talking.append(socket)

    def _flush(self) -> None:
        talking, self._talking = self._talking, []
        for socket in talking:
            socket.flush()

    def close(self) -> None:
        """Tells all clients to come back: the process ends."""
        for socket in list(self._sockets):
            socket.close(WSCloseCode.SERVICE_RESTART)
