"""An engine that plays a toy: what the gateway speaks with, without any rules of ours.

Each seat moves a piece by `s1` to `s6`; whoever stands on square 20 wins. Its messages come from
`toy.proto`, which nothing but its reflection tells. Tables survive `stop` and `start`, as if a store kept
them.
"""

# ruff: noqa: N802 - gRPC's method names

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from nurselog.api.engine.v1 import engine_service_pb2 as engine_api
from nurselog.api.engine.v1 import engine_service_pb2_grpc as engine_grpc
from nurselog.api.game.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc, table_pb2
from nurselog.chassis import context
from nurselog.chassis.context import Caller
from nurselog.chassis.errors import (
    FailedPrecondition,
    NotFound,
    Refusal,
    Unavailable,
    to_status,
)
from nurselog.chassis.interceptors import ServerInterceptor
from nurselog.gateway.app import SERVICES
from tests.support import toy
from tests.support.toy_table import LONGEST_STEP, Reader, ToyTable

OTHERS = tuple(f"/nurselog.api.{service}." for service in SERVICES)


class ToyEngine:
    """One process that plays one game; `await start()`, use `address`, `await stop()`."""

    def __init__(self, game: str = "toy", tables: dict[str, ToyTable] | None = None) -> None:
        self.game = game
        self.port = 0
        self.tables = tables if tables is not None else {}
        self.calls: list[tuple[str, Caller]] = []
        self.links: list[_Link] = []
        self.hold: asyncio.Event | None = None
        """Set: submits of links are carried out, but answered only after it."""
        self.frozen: asyncio.Event | None = None
        """Set: GetTable waits for it."""
        self.older = False
        """It does not serve the rules of any table."""
        self.types_told = True
        self.types_named = True
        self._server: grpc.aio.Server | None = None

    @property
    def running(self) -> bool:
        """Whether it listens."""
        return self._server is not None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    def table(self, name: str) -> ToyTable:
        """The table of this name."""
        if self.older:
            raise Unavailable("RULES_VERSION_NOT_SERVED", "Another replica may.")
        if name not in self.tables:
            raise NotFound("TABLE_NOT_FOUND", "There is no such table.", table=name)
        return self.tables[name]

    async def start(self) -> ToyEngine:
        """Listens, on the same port as before."""
        server = grpc.aio.server(interceptors=[ServerInterceptor(20.0)], options=[("grpc.so_reuseport", 0)])
        any_server = cast("Any", server)
        game_service_pb2_grpc.add_GameServiceServicer_to_server(_Games(self), any_server)
        engine_grpc.add_EngineServiceServicer_to_server(_Engine(self), any_server)  # type: ignore[abstract]
        server.add_generic_rpc_handlers((_Others(),))
        servicer = cast("Any", reflection).aio.ReflectionServicer(["toy"], pool=toy.pool())
        if self.types_told:
            cast("Any", reflection_pb2_grpc).add_ServerReflectionServicer_to_server(servicer, server)
        self.port = server.add_insecure_port(f"127.0.0.1:{self.port}")
        await server.start()
        self._server = server
        return self

    async def stop(self) -> None:
        """Goes away at once, as if killed; the tables stay."""
        if self._server is not None:
            await self._server.stop(None)
            self._server = None
        for table in self.tables.values():
            table.readers.clear()
        self.links.clear()


class _Games(game_service_pb2_grpc.GameServiceServicer):
    def __init__(self, engine: ToyEngine) -> None:
        self._engine = engine

    def _note(self, method: str) -> None:
        self._engine.calls.append((method, context.caller()))

    async def ListGames(self, request: Any, ctx: Any) -> Any:
        return game_service_pb2.ListGamesResponse(games=[await self.GetGame(request, ctx)])

    async def GetGame(self, request: Any, ctx: Any) -> Any:
        self._note("GetGame")
        game = game_pb2.Game(name=f"games/{self._engine.game}", title="A toy", min_seats=2, max_seats=2)
        if self._engine.types_named:
            game.move_type, game.view_type = "toy.v1.Move", "toy.v1.View"
            game.event_type, game.position_type = "toy.v1.Event", "toy.v1.Position"
        if isinstance(request, game_service_pb2.GetGameRequest):
            game.rules_text = "# Rules"
        return game

    async def CreateTable(self, request: Any, ctx: Any) -> Any:
        self._note("CreateTable")
        player = context.require_player()
        name = f"{request.parent}/tables/e0-{len(self._engine.tables):08d}"
        table = self._engine.tables[name] = ToyTable(name, [player])
        return table.message()

    async def GetTable(self, request: Any, ctx: Any) -> Any:
        self._note("GetTable")
        if self._engine.frozen is not None:
            await self._engine.frozen.wait()
        return self._engine.table(request.name).message()

    async def ListTables(self, request: Any, ctx: Any) -> Any:
        tables = [table.message() for table in self._engine.tables.values()]
        return game_service_pb2.ListTablesResponse(tables=tables)

    async def TakeSeat(self, request: Any, ctx: Any) -> Any:
        table = self._engine.table(request.name)
        table.players.append(context.require_player())
        return table.message()

    async def GetView(self, request: Any, ctx: Any) -> Any:
        self._note("GetView")
        table = self._engine.table(request.name)
        return table.view(table.seat_of(context.current_player(), request))

    async def ListLegalMoves(self, request: Any, ctx: Any) -> Any:
        self._engine.table(request.name)
        context.require_player()
        response = game_service_pb2.ListLegalMovesResponse()
        for steps in range(1, LONGEST_STEP + 1):
            move = response.moves.add(notation=f"s{steps}", label=f"{steps} steps")
            move.move.Pack(toy.kind("Move")(steps=steps))
        return response

    async def SubmitMove(self, request: Any, ctx: Any) -> Any:
        self._note("SubmitMove")
        table = self._engine.table(request.name)
        version, replayed = table.submit(context.require_player(), request)
        return game_service_pb2.SubmitMoveResponse(version=version, replayed=replayed, committed_at_ms=1.0)

    async def LeaveSeat(self, request: Any, ctx: Any) -> Any:
        context.require_player()
        return self._engine.table(request.name).message()

    async def StartTable(self, request: Any, ctx: Any) -> Any:
        return await self.LeaveSeat(request, ctx)

    async def AddBot(self, request: Any, ctx: Any) -> Any:
        return await self.LeaveSeat(request, ctx)

    async def GetRecord(self, request: Any, ctx: Any) -> Any:
        self._engine.table(request.name)
        raise FailedPrecondition("TABLE_NOT_FINISHED", "The table has not ended.")

    async def GetScoreSheets(self, request: Any, ctx: Any) -> Any:
        await self.GetRecord(request, ctx)

    async def WatchTable(self, request: Any, ctx: Any) -> Any:
        self._note("WatchTable")
        table = self._engine.table(request.name)
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        reader = Reader(table.seat_of(context.current_player(), request), queue.put_nowait)
        table.watch(reader, request.resume_token)
        try:
            while True:
                if table.winner is not None and queue.empty():
                    return
                update = table_pb2.TableUpdate.FromString(await queue.get())
                yield update
        finally:
            table.readers.discard(reader)


class _Others(grpc.GenericRpcHandler):
    """Stands for every other service: lists are empty, and nothing is ever found."""

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        if not handler_call_details.method.startswith(OTHERS):
            return None

        async def empty(request: bytes, ctx: Any) -> bytes:
            return b""

        async def refuse(request: bytes, ctx: Any) -> bytes:
            raise NotFound("TICKET_NOT_FOUND", "There is no such thing.")

        async def refuse_stream(request: bytes, ctx: Any) -> None:
            raise NotFound("TICKET_NOT_FOUND", "There is no such thing.")

        if "/List" in handler_call_details.method:
            return grpc.unary_unary_rpc_method_handler(cast("Any", empty))
        if "/Watch" in handler_call_details.method:
            return grpc.unary_stream_rpc_method_handler(cast("Any", refuse_stream))
        return grpc.unary_unary_rpc_method_handler(cast("Any", refuse))


class _Engine(engine_grpc.EngineServiceServicer):
    def __init__(self, engine: ToyEngine) -> None:
        self._engine = engine

    async def Link(self, request: Any, ctx: Any) -> Any:
        link = _Link(self._engine)
        self._engine.links.append(link)
        reading = asyncio.create_task(link.read(request))
        try:
            while True:
                yield await link.gathered()
        finally:
            reading.cancel()
            link.close()


class _Link:
    """The engine's end of a link."""

    def __init__(self, engine: ToyEngine) -> None:
        self._engine = engine
        self._out: asyncio.Queue[engine_api.LinkResponse] = asyncio.Queue()
        self._readers: dict[int, tuple[ToyTable, Reader]] = {}
        self.batches: list[int] = []

    async def gathered(self) -> engine_api.LinkResponse:
        response = await self._out.get()
        while not self._out.empty():
            response.MergeFrom(self._out.get_nowait())
        return response

    async def read(self, requests: AsyncIterator[engine_api.LinkRequest]) -> None:
        async for request in requests:
            self.batches.append(len(request.calls))
            for call in request.calls:
                await self._take(call)

    def close(self) -> None:
        for table, reader in self._readers.values():
            table.readers.discard(reader)

    async def _take(self, call: engine_api.LinkCall) -> None:
        try:
            if call.HasField("submit"):
                await self._submit(call)
            elif call.HasField("watch"):
                self._watch(call)
            elif call.unwatch in self._readers:
                table, reader = self._readers.pop(call.unwatch)
                table.readers.discard(reader)
        except Refusal as refusal:
            self._reply(engine_api.LinkReply(id=call.id, error=to_status(refusal)))

    async def _submit(self, call: engine_api.LinkCall) -> None:
        version, replayed = self._engine.table(call.submit.name).submit(call.player, call.submit)
        if self._engine.hold is not None:
            await self._engine.hold.wait()
        answer = game_service_pb2.SubmitMoveResponse(version=version, replayed=replayed, committed_at_ms=1.0)
        self._reply(engine_api.LinkReply(id=call.id, submitted=answer))

    def _watch(self, call: engine_api.LinkCall) -> None:
        table = self._engine.table(call.watch.name)
        reader = Reader(table.seat_of(call.player, call.watch), lambda update: self._push(call.id, update))
        self._readers[call.id] = (table, reader)
        table.watch(reader, call.watch.resume_token)
        self._over(call.id)

    def _over(self, watch_id: int) -> None:
        if self._readers[watch_id][0].winner is not None:
            reply = engine_api.LinkReply(id=watch_id)
            reply.over.SetInParent()
            self._reply(reply)

    def _reply(self, reply: engine_api.LinkReply) -> None:
        self._out.put_nowait(engine_api.LinkResponse(replies=[reply]))

    def _push(self, watch_id: int, update: bytes) -> None:
        push = engine_api.LinkPush(watch_ids=[watch_id], update=update)
        self._out.put_nowait(engine_api.LinkResponse(pushes=[push]))
        self._over(watch_id)
