"""The public face of boards of totals: solo games and deals."""

from __future__ import annotations

from typing import Any, TypeAlias

import grpc

from nurselog.api.scoring.v1 import board_service_pb2 as pb
from nurselog.api.scoring.v1.board_service_pb2_grpc import BoardServiceServicer
from nurselog.chassis.errors import NotFound
from nurselog.chassis.paging import page_size, read_number, read_token, write_token
from nurselog.scoring.answers import board_message, place_message
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.listing import next_index
from nurselog.scoring.names import (
    no_board,
    read_board,
    read_game,
    read_members,
    read_player,
    read_window,
)
from nurselog.scoring.totals import About

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class BoardService(BoardServiceServicer):
    """Everything here may be seen by everybody."""

    def __init__(self, boards: BoardStore) -> None:
        self._boards = boards

    async def ListBoards(self, request: pb.ListBoardsRequest, context: Context) -> pb.ListBoardsResponse:
        game = read_game(request.game, "game") if request.game else ""
        scope, size = f"boards {game}", page_size(request.page_size)
        names = await self._boards.names(game, size + 1, read_token(request.page_token, scope))
        page = names[:size]
        return pb.ListBoardsResponse(
            boards=[board_message(about) for about in await self._boards.abouts(page)],
            next_page_token=write_token(scope, page[-1]) if len(names) > size else "",
        )

    async def GetBoard(self, request: pb.GetBoardRequest, context: Context) -> pb.Board:
        return board_message(await self._about(request.name, "name"))

    async def ListBoardEntries(
        self, request: pb.ListBoardEntriesRequest, context: Context
    ) -> pb.ListBoardEntriesResponse:
        window, board = read_window(request.window), (await self._about(request.parent, "parent")).id
        scope, size = f"board {board} {window}", page_size(request.page_size)
        start = read_number(request.page_token, scope)
        around = read_player(request.around, "around") if request.around and start is None else ""
        page = await self._boards.page(board, start or 0, size, window=window, around=around)
        if page is None:
            raise NotFound(
                "PLAYER_NOT_FOUND",
                f"{around} is not on this board.",
                field="around",
                player=around,
                board=request.parent,
            )
        return pb.ListBoardEntriesResponse(
            entries=[place_message(place) for place in page.places],
            next_page_token=next_index(page.start, len(page.places), page.size, scope),
        )

    async def RankBoardEntries(
        self, request: pb.RankBoardEntriesRequest, context: Context
    ) -> pb.RankBoardEntriesResponse:
        players, window = read_members(request.players), read_window(request.window)
        about = await self._about(request.parent, "parent")
        places = await self._boards.members(about.id, players, window)
        return pb.RankBoardEntriesResponse(entries=[place_message(place) for place in places])

    async def _about(self, name: str, field: str) -> About:
        about = await self._boards.about(read_board(name, field))
        if about is None:
            raise no_board(name, field)
        return about
