"""GameService: what players, spectators and bots ask of an engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from nurselog.api.game.v1 import game_pb2, table_pb2
from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceServicer
from nurselog.chassis import context, paging
from nurselog.chassis.errors import NotFound
from nurselog.engine import catalogue, facts
from nurselog.engine.address import Address, address_of
from nurselog.engine.archive import Archived
from nurselog.engine.deals import check_deal
from nurselog.engine.games import Games, Hosted, game_message
from nurselog.engine.live import LiveTable
from nurselog.engine.opening import LONGEST_REQUEST_ID, Wish, check_request_id
from nurselog.engine.records import record_message, sheets_message
from nurselog.engine.rendering import packed, table_message, view_message
from nurselog.engine.seating import Sitter
from nurselog.engine.sight import audience_of, check_sight, check_watching, may_invite
from nurselog.engine.stream import FrameStream
from nurselog.rules.api import Seat


class GameService(GameServiceServicer):
    """Who asks comes from the call's context; a caller without a session is a spectator."""

    def __init__(self, games: Games) -> None:
        self._games = games

    # Games

    async def ListGames(self, request: pb.ListGamesRequest, _context: Any) -> pb.ListGamesResponse:
        size = paging.page_size(request.page_size)
        after = paging.read_token(request.page_token, "games") or ""
        names = [one for one in self._games if one.rules.spec.name > after]
        page = [game_message(one.rules, full=False) for one in names[:size]]
        last = names[size - 1].rules.spec.name if len(names) > size else ""
        token = paging.write_token("games", last) if last else ""
        return pb.ListGamesResponse(games=page, next_page_token=token)

    async def GetGame(self, request: pb.GetGameRequest, _context: Any) -> game_pb2.Game:
        return game_message(self._games.of_game(request.name).rules, full=True)

    # Tables before the start

    async def CreateTable(self, request: pb.CreateTableRequest, _context: Any) -> table_pb2.Table:
        caller = _sitter()
        hosted = self._games.of_game(request.parent, "parent")
        check_request_id(request.request_id, LONGEST_REQUEST_ID // 2)
        wish = Wish(
            creator=caller.player,
            request_id=request.request_id,
            seat_count=request.seat_count,
            options=dict(request.options),
            visibility=request.visibility,
            clock=request.clock,
            leaver_policy=request.leaver_policy,
            rated=request.rated,
            durability=request.durability,
            start_when_full=request.start_when_full,
        )
        seated = () if request.do_not_sit else (caller,)
        return _shown(await hosted.lobby.open(wish, seated, request.salt), caller.player)

    async def GetTable(self, request: pb.GetTableRequest, _context: Any) -> table_pb2.Table:
        hosted = self._games.of_table(request.name)
        address = address_of(request.name)
        player, invite = _player(), request.invite_code or _invite()
        try:
            table = await hosted.keeper.fresh(address)
        except NotFound:
            archived = await hosted.records.archived(address)
            if archived is None:
                raise
            return catalogue.shown_archived(archived.table.table, player, invite)
        check_sight(table, player, invite)
        return _shown(table, player)

    async def ListTables(self, request: pb.ListTablesRequest, _context: Any) -> pb.ListTablesResponse:
        hosted = self._games.of_game(request.parent, "parent")
        return await catalogue.list_tables(hosted.keeper, request)

    async def TakeSeat(self, request: pb.TakeSeatRequest, _context: Any) -> table_pb2.Table:
        caller = _sitter()
        hosted, address = self._named(request.name)
        check_sight(await hosted.keeper.get(address), caller.player, request.invite_code or _invite())
        seat = request.seat if request.HasField("seat") else None
        return _shown(await hosted.lobby.take_seat(address, caller, seat, request.salt), caller.player)

    async def LeaveSeat(self, request: pb.LeaveSeatRequest, _context: Any) -> table_pb2.Table:
        player = context.require_player()
        hosted, address = self._named(request.name)
        return _shown(await hosted.lobby.leave_seat(address, player), player)

    async def AddBot(self, request: pb.AddBotRequest, _context: Any) -> table_pb2.Table:
        player = context.require_player()
        hosted, address = self._named(request.name)
        seat = request.seat if request.HasField("seat") else None
        return _shown(await hosted.lobby.add_bot(address, player, seat, request.bot), player)

    async def StartTable(self, request: pb.StartTableRequest, _context: Any) -> table_pb2.Table:
        player = context.require_player()
        hosted, address = self._named(request.name)
        return _shown(await hosted.lobby.start(address, player), player)

    # Playing and looking

    async def SubmitMove(self, request: pb.SubmitMoveRequest, _context: Any) -> pb.SubmitMoveResponse:
        player = context.require_player()
        done = await self._games.of_table(request.name).submit(player, request)
        return pb.SubmitMoveResponse(version=done.version, replayed=done.replayed, committed_at_ms=done.at_ms)

    async def GetView(self, request: pb.GetViewRequest, _context: Any) -> table_pb2.TableView:
        table = await self._seen(request.name, request.invite_code)
        wanted = request.seat if request.HasField("seat") else None
        audience = audience_of(table, _player(), wanted)
        hosted = self._games.of_table(request.name)
        await check_watching(hosted.deals, table, audience)
        hosted.attendance.saw(table, audience)
        return view_message(table, table.require_started(), audience)

    async def ListLegalMoves(
        self, request: pb.ListLegalMovesRequest, _context: Any
    ) -> pb.ListLegalMovesResponse:
        player = context.require_player()
        hosted, address = self._named(request.name)
        table = await hosted.keeper.fresh(address)
        seat = table.seat_for(player, request.seat if request.HasField("seat") else None)
        hosted.attendance.saw(table, seat)
        return _legal_moves(table, seat, request)

    async def WatchTable(
        self, request: pb.WatchTableRequest, _context: Any
    ) -> AsyncIterator[table_pb2.TableUpdate]:
        table = await self._seen(request.name, request.invite_code)
        wanted = request.seat if request.HasField("seat") else None
        audience = audience_of(table, _player(), wanted, as_spectator=request.as_spectator)
        hosted = self._games.of_table(request.name)
        await check_watching(hosted.deals, table, audience)
        hosted.attendance.saw(table, audience)
        stream = FrameStream(hosted.hub)
        look = (audience, request.include_legal_moves)
        async for frame in stream.watch(table, look, request.resume_token):
            yield table_pb2.TableUpdate.FromString(frame)

    # Afterwards

    async def GetRecord(self, request: pb.GetRecordRequest, _context: Any) -> pb.Record:
        return record_message(address_of(request.name), await self._finished(request))

    async def GetScoreSheets(self, request: pb.GetScoreSheetsRequest, _context: Any) -> pb.ScoreSheets:
        return sheets_message(address_of(request.name), await self._finished(request))

    async def _finished(self, request: pb.GetRecordRequest | pb.GetScoreSheetsRequest) -> Archived:
        """What remains of a finished table, for those who may see it."""
        hosted, address = self._named(request.name)
        player, invite = _player(), request.invite_code or _invite()
        with suppress(NotFound):
            check_sight(await hosted.keeper.fresh(address), player, invite)
        archived = await hosted.records.finished(address)
        catalogue.check_sight_of(archived.table.table, player, invite)
        await check_deal(hosted.deals, archived.table.table.deal, address.name)
        return archived

    def _named(self, name: str) -> tuple[Hosted, Address]:
        return self._games.of_table(name), address_of(name)

    async def _seen(self, name: str, invite: str) -> LiveTable:
        hosted, address = self._named(name)
        table = await hosted.keeper.fresh(address)
        check_sight(table, _player(), invite or _invite())
        return table


def _legal_moves(
    table: LiveTable, seat: Seat, request: pb.ListLegalMovesRequest
) -> pb.ListLegalMovesResponse:
    moment, rules = table.require_started(), table.rules
    decision = moment.play.decision_of(seat)
    if decision is None:
        return pb.ListLegalMovesResponse()
    scope = f"{table.address.name}/{seat}/{moment.version}"
    size = paging.page_size(request.page_size, default=1000, largest=1000)
    first = paging.read_number(request.page_token, scope) or 0
    state = moment.play.state
    moves = rules.legal_moves(state, seat)
    return pb.ListLegalMovesResponse(
        moves=[
            table_pb2.LegalMove(
                notation=rules.notation.format(move),
                label=rules.label(state, seat, move),
                move=packed(rules.wire.move_to_proto(move)),
            )
            for move in moves[first : first + size]
        ],
        decision=facts.decision_message(decision),
        next_page_token=paging.write_token(scope, str(first + size)) if first + size < len(moves) else "",
    )


def _shown(table: LiveTable, player: str) -> table_pb2.Table:
    return table_message(table, invite=may_invite(table, player))


def _sitter() -> Sitter:
    player = context.require_player()
    return Sitter(player, context.current_player_name() or "")


def _player() -> str:
    return context.current_player() or ""


def _invite() -> str:
    return context.current_invite() or ""
