"""A player that knows the protos, and nothing else of us."""

from __future__ import annotations

import random
from collections.abc import Callable

import grpc

from nurselog.api.game.v1 import game_service_pb2 as game
from nurselog.api.game.v1 import table_pb2 as table_pb
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.gateway.v1 import session_service_pb2 as session_pb
from nurselog.api.gateway.v1.session_service_pb2_grpc import SessionServiceStub
from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as matchmaking
from nurselog.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub


class GrpcPlayer:
    """Opens a session, waits for an opponent, plays random legal moves to the end."""

    face = "gRPC"

    def __init__(self, address: str, name: str, luck: random.Random) -> None:
        self.name = name
        self.player = ""
        self.moves = 0
        self._luck = luck
        self._channel = grpc.aio.insecure_channel(address)
        self._games = GameServiceStub(self._channel)
        self._who: tuple[tuple[str, str], ...] = ()

    async def enter(self) -> None:
        """Gets a guest's session."""
        sessions = SessionServiceStub(self._channel)
        session = await sessions.CreateSession(session_pb.CreateSessionRequest(display_name=self.name))
        self.player = session.player
        self._who = (("authorization", f"Bearer {session.token}"),)

    async def find_table(self, name: str) -> str:
        """Files a ticket and follows it until there is a table."""
        tickets = MatchmakingServiceStub(self._channel)
        pool = matchmaking.Pool(game=f"games/{name}", seat_counts=[2], rated=True)
        request = matchmaking.CreateTicketRequest(pool=pool)
        ticket = await tickets.CreateTicket(request, metadata=self._who)
        watch = matchmaking.WatchTicketRequest(name=ticket.name)
        async for news in tickets.WatchTicket(watch, metadata=self._who):
            if news.HasField("assignment"):
                return news.assignment.table
        raise RuntimeError(f"{self.name} found nobody to play with")

    async def play(self, table: str, tell: Callable[[str, str], None]) -> None:
        """Follows the table and answers each decision, until the table has ended."""
        request = game.WatchTableRequest(name=table, include_legal_moves=True)
        async for update in self._games.WatchTable(request, metadata=self._who):
            if update.view.state == table_pb.TABLE_STATE_FINISHED:
                return
            if update.legal_moves:
                await self._submit(update.view, self._luck.choice(update.legal_moves), tell)

    async def close(self) -> None:
        """Leaves."""
        await self._channel.close()

    async def _submit(
        self, view: table_pb.TableView, notation: str, tell: Callable[[str, str], None]
    ) -> None:
        number = next(one.decision_id for one in view.decisions if one.seat == view.seat)
        request = game.SubmitMoveRequest(
            name=view.name,
            seat=view.seat,
            decision_id=number,
            request_id=f"demo-{number}",
            notation=notation,
        )
        await self._games.SubmitMove(request, metadata=self._who)
        self.moves += 1
        tell(self.name, notation)
