"""A gRPC client of one engine, which says who it is as the gateway would."""

from __future__ import annotations

from typing import Any

import grpc

from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.game.v1.table_pb2 import Table, TableUpdate
from nurselog.chassis.context import Caller, to_metadata
from nurselog.chassis.errors import Refusal, from_rpc_error
from tests.support.engine_world import ANN, BOB


class Client:
    """`await client.call("GetTable", GetTableRequest(...), ANN)`; a refusal is raised as such."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._channel = grpc.aio.insecure_channel(address)
        self.games: Any = GameServiceStub(self._channel)
        self.engine: Any = EngineServiceStub(self._channel)

    async def call(self, method: str, request: Any, player: str = "", *, invite: str = "") -> Any:
        caller = Caller(player=player or None, name=player[-3:] or None, invite=invite or None)
        stub = self.games if hasattr(self.games, method) else self.engine
        try:
            return await getattr(stub, method)(request, metadata=to_metadata(caller))
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from None

    async def refused(self, method: str, request: Any, player: str = "", *, invite: str = "") -> str:
        """The reason of a call that must be refused."""
        try:
            await self.call(method, request, player, invite=invite)
        except Refusal as refusal:
            return refusal.reason
        raise AssertionError(f"{method} was not refused")

    async def table(self, game: str = "stones", **more: Any) -> str:
        """A running table of ann and bob."""
        request = pb.CreateTableRequest(parent=f"games/{game}", seat_count=2, start_when_full=True, **more)
        table: Table = await self.call("CreateTable", request, ANN)
        await self.call("TakeSeat", pb.TakeSeatRequest(name=table.name, invite_code=table.invite_code), BOB)
        return table.name

    async def submit(self, name: str, player: str, text: str, request_id: str = "") -> int:
        request = pb.SubmitMoveRequest(name=name, notation=text, request_id=request_id)
        answer: pb.SubmitMoveResponse = await self.call("SubmitMove", request, player)
        return answer.version

    def watch(self, name: str, player: str = "", **more: Any) -> Any:
        """A stream: `await stream.read()` gives the next frame."""
        caller = Caller(player=player or None)
        return self.games.WatchTable(pb.WatchTableRequest(name=name, **more), metadata=to_metadata(caller))

    async def close(self) -> None:
        await self._channel.close()


async def until(stream: Any, version: int) -> list[TableUpdate]:
    """The frames up to the one of this version."""
    frames: list[TableUpdate] = []
    while not frames or frames[-1].version < version:
        frames.append(await stream.read())
    return frames
