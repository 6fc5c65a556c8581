"""A seat over gRPC: moves as unary calls, views by the stream of WatchTable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import grpc

from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1 import table_pb2
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.cli.bench.table_load import News

Told = Callable[[str, int, News], None]


class GrpcSeat:
    """One player on one channel; `told` gets each update."""

    def __init__(
        self, channel: grpc.aio.Channel, token: str, told: Told, refused: Callable[[], None]
    ) -> None:
        self._games = GameServiceStub(channel)
        self._who = (("authorization", f"Bearer {token}"),)
        self._told = told
        self._refused = refused
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, table: str) -> None:
        """Follows a table."""
        self._start(self._watch(table))

    def submit(self, table: str, seat: int, decision: int, notation: str) -> None:
        """Sends a move."""
        request = pb.SubmitMoveRequest(
            name=table, seat=seat, decision_id=decision, request_id=f"b{decision}", notation=notation
        )
        self._start(self._submit(request))

    async def _watch(self, table: str) -> None:
        request = pb.WatchTableRequest(name=table, include_legal_moves=True)
        async for update in self._games.WatchTable(request, metadata=self._who):
            if update.HasField("view"):
                view = update.view
                finished = view.state == table_pb2.TABLE_STATE_FINISHED
                decision = next((one.decision_id for one in view.decisions if one.seat == view.seat), 0)
                self._told(table, view.seat, News(view.version, finished, decision, update.legal_moves))

    async def _submit(self, request: pb.SubmitMoveRequest) -> None:
        try:
            await self._games.SubmitMove(request, metadata=self._who)
        except grpc.aio.AioRpcError:
            self._refused()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
