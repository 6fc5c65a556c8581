"""A client over gRPC, with nothing but the protos."""

from __future__ import annotations

import importlib
from collections.abc import AsyncGenerator
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status

import nurselog.api.games
from nurselog.api.game.v1 import game_service_pb2 as game
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.gateway.v1 import session_service_pb2 as session_pb
from nurselog.api.gateway.v1.session_service_pb2_grpc import SessionServiceStub
from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as matchmaking
from nurselog.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from tests.support.clients import Faces, Json, Refused, Seen, seen_of


def know_all_games() -> None:
    """Makes the messages of all games known, so that an `Any` of theirs can be shown as JSON."""
    for folder in map(Path, nurselog.api.games.__path__):
        for file in folder.glob("*/v*/*_pb2.py"):
            importlib.import_module(
                ".".join(("nurselog.api.games", *file.with_suffix("").relative_to(folder).parts))
            )


def json_of(message: Message) -> Json:
    """A message in the contract's JSON."""
    found: Json = json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
    return found


def refused_of_call(error: grpc.aio.AioRpcError) -> Refused:
    """The refusal in the status of a call."""
    info, wrong = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    status: Any = rpc_status.from_call(error)  # type: ignore[arg-type]
    for detail in status.details if status is not None else ():
        _ = detail.Unpack(info) or detail.Unpack(wrong)
    refused = Refused(error.code().name, info.reason, error.details() or "", info.metadata)
    refused.field = wrong.field_violations[0].field if wrong.field_violations else ""
    return refused


class GrpcClient:
    """One channel."""

    face: ClassVar[str] = "grpc"

    def __init__(self, faces: Faces) -> None:
        know_all_games()
        self.faces = faces
        self.player = ""
        self.token = ""
        self.channel = grpc.aio.insecure_channel(faces.grpc)
        self.games = GameServiceStub(self.channel)
        self.tickets = MatchmakingServiceStub(self.channel)
        self.sessions = SessionServiceStub(self.channel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.channel.close()

    @property
    def who(self) -> tuple[tuple[str, str], ...]:
        """The session as metadata."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    async def enter(self, name: str) -> None:
        request = session_pb.CreateSessionRequest(display_name=name)
        session = await self.call(self.sessions.CreateSession, request)
        self.as_player(session["player"], session["token"])

    def as_player(self, player: str, token: str) -> None:
        """Goes on as a guest that somebody else opened the session for."""
        self.player, self.token = player, token

    async def find_table(self, pool: Json) -> str:
        request = json_format.ParseDict({"pool": pool}, matchmaking.CreateTicketRequest())
        try:
            ticket = await self.tickets.CreateTicket(request, metadata=self.who)
            watch = matchmaking.WatchTicketRequest(name=ticket.name)
            async for news in self.tickets.WatchTicket(watch, metadata=self.who):
                if news.HasField("assignment"):
                    return news.assignment.table
        except grpc.aio.AioRpcError as error:
            raise refused_of_call(error) from None
        raise AssertionError("the ticket ended without a table")

    async def watch(
        self, table: str, *, spectator: bool = False, token: str = ""
    ) -> AsyncGenerator[Seen, None]:
        request = game.WatchTableRequest(
            name=table, as_spectator=spectator, resume_token=token, include_legal_moves=True
        )
        try:
            async for update in self.games.WatchTable(request, metadata=self.who):
                seen = seen_of(json_of(update))
                yield seen
                if seen.finished:
                    return
        except grpc.aio.AioRpcError as error:
            raise refused_of_call(error) from None

    async def submit(self, table: str, move: Json) -> Json:
        request = json_format.ParseDict({"name": table, **move}, game.SubmitMoveRequest())
        return await self.call(self.games.SubmitMove, request)

    async def get(self, path: str) -> Json:
        table, _, rest = path.partition("/scoreSheets")
        if path.endswith("/scoreSheets"):
            return await self.call(self.games.GetScoreSheets, game.GetScoreSheetsRequest(name=table))
        if path.endswith("/record"):
            name = path.removesuffix("/record")
            return await self.call(self.games.GetRecord, game.GetRecordRequest(name=name))
        assert not rest
        return await self.call(self.games.GetTable, game.GetTableRequest(name=path))

    async def call(self, method: Any, request: Message) -> Json:
        """Any unary method."""
        try:
            return json_of(await method(request, metadata=self.who))
        except grpc.aio.AioRpcError as error:
            raise refused_of_call(error) from None
