"""An engine with tables on which only bots play: the two methods they use, and a memory of what they did."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
from grpc_status import rpc_status

from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1.table_pb2 import Decision, LegalMove
from nurselog.chassis.context import PLAYER
from nurselog.chassis.errors import FailedPrecondition, Refusal, to_status


class BotTable:
    """Every table has one open decision of seat 1, and a few legal moves."""

    def __init__(self) -> None:
        self.open = Decision(seat=1, kind="turn", decision_id=7)
        self.submitted: list[tuple[str, pb.SubmitMoveRequest]] = []
        self.refusal: Refusal | None = None
        self.moves: tuple[str, ...] = ("d1", "d2", "d3")
        self.next_moves: tuple[str, ...] = ()
        """What is legal as soon as the first move comes in, because somebody else was faster."""
        self._news = asyncio.Condition()

    async def until_submitted(self, count: int) -> None:
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: len(self.submitted) >= count)

    async def serve(self) -> tuple[grpc.aio.Server, str]:
        """A server with these tables, and its address."""
        server = grpc.aio.server()
        server.add_generic_rpc_handlers([self._handler()])
        address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        await server.start()
        return server, address

    def _handler(self) -> grpc.GenericRpcHandler:
        methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            "ListLegalMoves": grpc.unary_unary_rpc_method_handler(
                self._legal_moves,
                pb.ListLegalMovesRequest.FromString,
                pb.ListLegalMovesResponse.SerializeToString,
            ),
            "SubmitMove": grpc.unary_unary_rpc_method_handler(
                self._submit, pb.SubmitMoveRequest.FromString, pb.SubmitMoveResponse.SerializeToString
            ),
        }
        return grpc.method_handlers_generic_handler("nurselog.api.game.v1.GameService", methods)

    async def _legal_moves(
        self, request: pb.ListLegalMovesRequest, context: Any
    ) -> pb.ListLegalMovesResponse:
        assert request.seat == self.open.seat
        moves = [LegalMove(notation=text) for text in self.moves]
        return pb.ListLegalMovesResponse(moves=moves, decision=self.open)

    async def _submit(self, request: pb.SubmitMoveRequest, context: Any) -> pb.SubmitMoveResponse:
        if self.refusal is not None:
            await context.abort_with_status(rpc_status.to_status(to_status(self.refusal)))
        if self.next_moves:
            self.moves, self.next_moves = self.next_moves, ()
        if request.notation not in self.moves:
            refusal = FailedPrecondition("MOVE_ILLEGAL", "somebody was faster")
            await context.abort_with_status(rpc_status.to_status(to_status(refusal)))
        player = dict(context.invocation_metadata())[PLAYER]
        async with self._news:
            self.submitted.append((player, request))
            self._news.notify_all()
        return pb.SubmitMoveResponse(version=8)
