"""The public face of scoring: reads names and pages, asks the stores, writes messages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import grpc

from nurselog.api.scoring.v1 import scoring_service_pb2 as pb
from nurselog.api.scoring.v1.scoring_service_pb2_grpc import ScoringServiceServicer
from nurselog.chassis.errors import NotFound
from nurselog.chassis.paging import page_size, read_token, write_token
from nurselog.scoring import model
from nurselog.scoring.ladder_store import LadderStore, Page, Row
from nurselog.scoring.names import read_game, read_ladder, read_player, read_result
from nurselog.scoring.pad import score_position
from nurselog.scoring.results_store import ResultsStore

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class ScoringService(ScoringServiceServicer):
    """Everything here may be seen by everybody; only `players/me` needs a session."""

    def __init__(
        self, ladders: LadderStore, results: ResultsStore, betas: Mapping[str, float] | None = None
    ) -> None:
        self._ladders = ladders
        self._results = results
        self._betas = betas or {}

    async def ScorePosition(
        self, request: pb.ScorePositionRequest, context: Context
    ) -> pb.ScorePositionResponse:
        # In a thread: the first call of a game imports it, and an exact optimum may take a while.
        return await asyncio.to_thread(score_position, read_game(request.name), request.position)

    async def ListRatings(self, request: pb.ListRatingsRequest, context: Context) -> pb.ListRatingsResponse:
        player = read_player(request.parent, "parent")
        scope, size = f"ratings {player}", page_size(request.page_size)
        page, token = _cut(await self._results.ladders(player), size, scope, request.page_token)
        rows = await asyncio.gather(*(self._ladders.standing(ladder, player) for ladder in page))
        found = [self._rating(ladder, row) for ladder, row in zip(page, rows, strict=True) if row is not None]
        return pb.ListRatingsResponse(ratings=found, next_page_token=token)

    async def ListResults(self, request: pb.ListResultsRequest, context: Context) -> pb.ListResultsResponse:
        player = read_player(request.parent, "parent")
        scope = f"results {player}"
        after = read_token(request.page_token, scope)
        page = await self._results.history(player, page_size(request.page_size), after)
        results = await asyncio.gather(*(self._results.find(table) for table in page.tables))
        return pb.ListResultsResponse(
            results=[result for result in results if result is not None],
            next_page_token=write_token(scope, page.after) if page.after else "",
        )

    async def GetResult(self, request: pb.GetResultRequest, context: Context) -> pb.TableResult:
        result = await self._results.find(read_result(request.name))
        if result is None:
            raise NotFound("RESULT_NOT_FOUND", f"There is no result {request.name!r}.", result=request.name)
        return result

    async def ListLadders(self, request: pb.ListLaddersRequest, context: Context) -> pb.ListLaddersResponse:
        names, token = _cut(
            await self._ladders.names(), page_size(request.page_size), "ladders", request.page_token
        )
        sizes = await asyncio.gather(*(self._ladders.sizes(name) for name in names))
        return pb.ListLaddersResponse(
            ladders=[
                pb.Ladder(name=f"ladders/{name}", players=players, listed=listed)
                for name, (players, listed) in zip(names, sizes, strict=True)
            ],
            next_page_token=token,
        )

    async def ListLeaders(self, request: pb.ListLeadersRequest, context: Context) -> pb.ListLeadersResponse:
        ladder = read_ladder(request.parent)
        if not await self._ladders.exists(ladder):
            raise NotFound(
                "LADDER_NOT_FOUND", f"There is no ladder {request.parent!r}.", ladder=request.parent
            )
        scope, size = f"leaders {ladder} {request.include_provisional}", page_size(request.page_size)
        start = read_token(request.page_token, scope)
        around = read_player(request.around, "around") if request.around and start is None else ""
        page = await self._ladders.page(
            ladder, int(start or 0), size, around=around, everyone=request.include_provisional
        )
        if page is None:
            raise NotFound(
                "PLAYER_NOT_FOUND", f"{around} is not on this board.", player=around, ladder=request.parent
            )
        return pb.ListLeadersResponse(
            leaders=[self._rating(ladder, row) for row in page.rows], next_page_token=_next(page, scope)
        )

    def _rating(self, ladder: str, row: Row) -> pb.Rating:
        shown = model.shown(row.rating.strength, self._betas.get(ladder.partition(".")[0], model.BETA))
        return pb.Rating(
            ladder=f"ladders/{ladder}",
            player=row.rating.player,
            display_name=row.rating.name,
            rating=shown.rating,
            deviation=shown.deviation,
            board_points=row.rating.points,
            games=row.rating.games,
            provisional=row.rating.provisional,
            rank=row.rank,
        )


def _next(page: Page, scope: str) -> str:
    end = page.start + len(page.rows)
    return write_token(scope, str(end)) if page.rows and end < page.total else ""


def _cut(names: Iterable[str], size: int, scope: str, token: str) -> tuple[list[str], str]:
    """A page of sorted names, and the token of the next."""
    after = read_token(token, scope)
    rest = [name for name in names if after is None or name > after]
    page = rest[:size]
    return page, write_token(scope, page[-1]) if len(rest) > size else ""
