"""The public face of ratings: reads names and pages, asks the stores, writes messages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import grpc

from nurselog.api.scoring.v1 import scoring_service_pb2 as pb
from nurselog.api.scoring.v1.scoring_service_pb2_grpc import ScoringServiceServicer
from nurselog.chassis.errors import NotFound
from nurselog.chassis.paging import page_size, read_number, read_token, write_token
from nurselog.scoring.answers import entry_message, rating_message, season_message
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.listing import cut, next_index
from nurselog.scoring.names import (
    no_ladder,
    no_result,
    no_season,
    read_game,
    read_ladder,
    read_members,
    read_player,
    read_rating,
    read_result,
)
from nurselog.scoring.pad import score_position
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.season_store import SeasonStore
from nurselog.scoring.seasons import season_at
from nurselog.scoring.settlement import Policy
from nurselog.scoring.standing_store import Row, StandingStore

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class ScoringService(ScoringServiceServicer):
    """Everything here may be seen by everybody; only `players/me` needs a session."""

    def __init__(
        self,
        ladders: LadderStore,
        standings: StandingStore,
        results: ResultsStore,
        seasons: SeasonStore,
        policy: Policy,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._ladders = ladders
        self._standings = standings
        self._results = results
        self._seasons = seasons
        self._policy = policy
        self._now = now

    async def ScorePosition(
        self, request: pb.ScorePositionRequest, context: Context
    ) -> pb.ScorePositionResponse:
        # In a thread: the first call of a game imports it, and an exact optimum may take a while.
        return await asyncio.to_thread(score_position, read_game(request.name), request.position)

    async def ListRatings(self, request: pb.ListRatingsRequest, context: Context) -> pb.ListRatingsResponse:
        player = read_player(request.parent, "parent")
        scope, size = f"ratings {player}", page_size(request.page_size)
        page, token = cut(await self._results.ladders(player), size, scope, request.page_token)
        found = await asyncio.gather(*(self._standing(ladder, player) for ladder in page))
        return pb.ListRatingsResponse(
            ratings=[one for one in found if one is not None], next_page_token=token
        )

    async def ListRatingEntries(
        self, request: pb.ListRatingEntriesRequest, context: Context
    ) -> pb.ListRatingEntriesResponse:
        player, ladder = read_rating(request.parent)
        scope, size = f"entries {player} {ladder} {request.daily}", page_size(request.page_size)
        read = self._ladders.days if request.daily else self._ladders.history
        found = await read(ladder, player, size + 1, read_number(request.page_token, scope))
        page = found[:size]
        return pb.ListRatingEntriesResponse(
            entries=[entry_message(entry, player) for entry in page],
            next_page_token=write_token(scope, str(page[-1].seq)) if len(found) > size else "",
        )

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
            raise no_result(request.name)
        return result

    async def ListLadders(self, request: pb.ListLaddersRequest, context: Context) -> pb.ListLaddersResponse:
        names, token = cut(
            await self._ladders.names(), page_size(request.page_size), "ladders", request.page_token
        )
        return pb.ListLaddersResponse(
            ladders=await asyncio.gather(*(self._ladder(name) for name in names)), next_page_token=token
        )

    async def ListLeaders(self, request: pb.ListLeadersRequest, context: Context) -> pb.ListLeadersResponse:
        ladder = await self._known_ladder(request.parent)
        season = await self._season(ladder, request.season)
        scope = f"leaders {ladder} {season} {request.include_provisional}"
        size, start = page_size(request.page_size), read_number(request.page_token, scope)
        around = read_player(request.around, "around") if request.around and start is None else ""
        page = await self._standings.page(
            ladder, start or 0, size, season=season, around=around, everyone=request.include_provisional
        )
        if page is None:
            raise NotFound(
                "PLAYER_NOT_FOUND",
                f"{around} is not on this board.",
                field="around",
                player=around,
                ladder=request.parent,
            )
        return pb.ListLeadersResponse(
            leaders=[self._rating(ladder, row) for row in page.rows],
            next_page_token=next_index(page.start, len(page.rows), page.total, scope),
        )

    async def RankRatings(self, request: pb.RankRatingsRequest, context: Context) -> pb.RankRatingsResponse:
        players = read_members(request.players)
        ladder = await self._known_ladder(request.parent)
        rows = await self._standings.members(ladder, players, await self._season(ladder, request.season))
        return pb.RankRatingsResponse(ratings=[self._rating(ladder, row) for row in rows])

    async def ListSeasons(self, request: pb.ListSeasonsRequest, context: Context) -> pb.ListSeasonsResponse:
        ladder, size = read_ladder(request.parent), page_size(request.page_size)
        scope = f"seasons {ladder}"
        start = read_number(request.page_token, scope) or 0
        seasons = await self._seasons.of(ladder)
        page = seasons[start : start + size]
        return pb.ListSeasonsResponse(
            seasons=[season_message(ladder, season) for season in page],
            next_page_token=next_index(start, len(page), len(seasons), scope),
        )

    async def _known_ladder(self, name: str) -> str:
        ladder = read_ladder(name)
        if not await self._ladders.exists(ladder):
            raise no_ladder(name)
        return ladder

    async def _season(self, ladder: str, wanted: str) -> int:
        """The key of a season by its id; of the present one without."""
        seasons = await self._seasons.of(ladder)
        if not wanted:
            return season_at(seasons, int(self._now()))
        for season in seasons:
            if season.id == wanted:
                return season.begins_s
        raise no_season(wanted, "season")

    async def _standing(self, ladder: str, player: str) -> pb.Rating | None:
        row = await self._standings.standing(ladder, player, await self._season(ladder, ""))
        return None if row is None else self._rating(ladder, row)

    async def _ladder(self, name: str) -> pb.Ladder:
        players, listed = await self._standings.sizes(name, await self._season(name, ""))
        return pb.Ladder(name=f"ladders/{name}", players=players, listed=listed)

    def _rating(self, ladder: str, row: Row) -> pb.Rating:
        return rating_message(ladder, row, self._policy.beta(ladder.partition(".")[0]))
