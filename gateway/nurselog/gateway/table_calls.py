"""The two calls that clients make all the time, moves and watching, carried by the links of the web sockets.

A call and a stream of their own to the engine for each of them cost several times what a place in a link's
next message does. What the faces say and refuse stays the same.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping

from google.rpc import status_pb2

from nurselog.api.engine.v1 import engine_service_pb2 as api
from nurselog.api.game.v1 import game_service_pb2
from nurselog.chassis.context import new_request_id
from nurselog.chassis.errors import Unauthenticated, to_status
from nurselog.gateway import metrics
from nurselog.gateway.errors import Refused, unavailable
from nurselog.gateway.exchange import Exchange, Watch
from nurselog.gateway.updates import Update
from nurselog.gateway.visitors import Visitor

SUBMIT = "/nurselog.api.game.v1.GameService/SubmitMove"
WATCH = "/nurselog.api.game.v1.GameService/WatchTable"

MOST_WAITING = 256
"""Updates that wait for a slow reader; one more, and it gets a fresh view once it has read them."""


class TableCalls:
    """`SubmitMove` and `WatchTable` of all games."""

    def __init__(self, exchanges: Mapping[str, Exchange], game_of: Callable[[str, str], str]) -> None:
        self._exchanges = exchanges
        self._game_of = game_of

    async def submit(self, request: game_service_pb2.SubmitMoveRequest, visitor: Visitor) -> bytes:
        """Sends a move; the serialised `SubmitMoveResponse`."""
        if visitor.player is None:
            raise Unauthenticated("SESSION_REQUIRED", "Open a session first and send its token.")
        exchange = self._of(request.name)
        if not request.request_id:
            request.request_id = new_request_id()
        answered: asyncio.Future[api.LinkReply] = asyncio.get_running_loop().create_future()
        exchange.submit(request, visitor.player, visitor.request_id, lambda reply: _settle(answered, reply))
        reply = await answered
        if reply.HasField("error"):
            raise Refused(reply.error)
        return reply.submitted.SerializeToString()

    async def watch(
        self, request: game_service_pb2.WatchTableRequest, visitor: Visitor
    ) -> AsyncIterator[Update]:
        """The updates of a table until it has ended; refusals come with the first one."""
        exchange = self._of(request.name)
        request.invite_code = request.invite_code or visitor.invite or ""
        reader = _Reader(exchange, request, visitor)
        try:
            async for update in reader.read():
                yield update
        finally:
            reader.close()

    def _of(self, table: str) -> Exchange:
        return self._exchanges[self._game_of(table, "name")]


class _Reader:
    """One watch, with the updates that were not read yet."""

    def __init__(
        self, exchange: Exchange, request: game_service_pb2.WatchTableRequest, visitor: Visitor
    ) -> None:
        self._exchange = exchange
        self._waiting: deque[Update] = deque()
        self._some = asyncio.Event()
        self._lost = False
        self._over = False
        self._refusal: status_pb2.Status | None = None
        self._watch = Watch(
            request=request,
            player=visitor.player or "",
            request_id=visitor.request_id,
            on_update=self._take,
            on_end=self._end,
            on_over=self._finish,
        )
        exchange.watch(self._watch)

    async def read(self) -> AsyncIterator[Update]:
        """Every update in order, or a word that some are left out."""
        resync = False
        while True:
            while self._waiting:
                update = self._waiting.popleft()
                yield update.as_resync if resync else update
                resync = False
            if self._refusal is not None:
                raise Refused(self._refusal)
            if self._over:
                return
            if self._lost:
                self._lost, resync = False, True
                self._watch.begin_anew()
                self._exchange.watch(self._watch)
            await self._news()

    async def _news(self) -> None:
        """Waits for anything; a watch that has begun outlasts its engine, one that has not is refused."""
        self._some.clear()
        try:
            async with asyncio.timeout(None if self._watch.told else self._exchange.wait_s):
                await self._some.wait()
        except TimeoutError:
            if self._watch.link is None:
                self._refusal = to_status(unavailable("The engine"))

    def close(self) -> None:
        """Nobody reads any more."""
        self._exchange.drop(self._watch)

    def _take(self, update: Update) -> None:
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(update)
            self._some.set()
        else:
            self._lost = True
            self._exchange.drop(self._watch)
            metrics.resyncs.inc()

    def _end(self, status: status_pb2.Status) -> None:
        self._refusal = status
        self._some.set()

    def _finish(self) -> None:
        self._over = True
        self._some.set()


def _settle(answered: asyncio.Future[api.LinkReply], reply: api.LinkReply) -> None:
    if not answered.done():  # the caller may have gone
        answered.set_result(reply)
