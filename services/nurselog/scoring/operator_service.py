"""What operators do: annul, open seasons, import ratings, reset boards. Everybody else is refused first."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from typing import Any, TypeAlias

import grpc
from google.protobuf.empty_pb2 import Empty

from nurselog.api.scoring.v1 import board_service_pb2, scoring_service_pb2
from nurselog.api.scoring.v1 import operator_service_pb2 as pb
from nurselog.api.scoring.v1.operator_service_pb2_grpc import OperatorServiceServicer
from nurselog.chassis.context import require_player
from nurselog.chassis.errors import (
    FailedPrecondition,
    PermissionDenied,
)
from nurselog.scoring.answers import board_message, rating_message, season_message
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.importing import Importer
from nurselog.scoring.names import (
    no_board,
    no_season,
    read_board,
    read_bot,
    read_ladder,
    read_result,
    read_season,
)
from nurselog.scoring.season_store import SeasonStore
from nurselog.scoring.seasons import Season
from nurselog.scoring.settlement import Policy
from nurselog.scoring.standing_store import Row
from nurselog.scoring.totals import windows
from nurselog.scoring.wishes import (
    invalid,
    open_season,
    read_reason,
    read_season_wish,
    read_source,
    read_strength,
)

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Annul: TypeAlias = Callable[[str, str, int], Awaitable[scoring_service_pb2.TableResult]]

HOUSE = "operators/"
"""What the house's own commands call themselves; no session is ever issued for such a name."""


class OperatorService(OperatorServiceServicer):
    """`operators` are players; the house's own tools come as `operators/{name}`."""

    def __init__(
        self,
        annul: Annul,
        stores: tuple[SeasonStore, BoardStore, Importer],
        policy: Policy,
        operators: AbstractSet[str],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._annul = annul
        self._seasons, self._boards, self._importer = stores
        self._policy = policy
        self._operators = operators
        self._now = now

    async def AnnulResult(
        self, request: pb.AnnulResultRequest, context: Context
    ) -> scoring_service_pb2.TableResult:
        self._check_operator()
        reason = read_reason(request.reason)
        return await self._annul(read_result(request.name), reason, int(self._now()))

    async def CreateSeason(
        self, request: pb.CreateSeasonRequest, context: Context
    ) -> scoring_service_pb2.Season:
        self._check_operator()
        ladder, wish = read_ladder(request.parent), _read_season(request)
        season = await open_season(self._seasons, ladder, wish, self._now())
        return season_message(ladder, season)

    async def DeleteSeason(self, request: pb.DeleteSeasonRequest, context: Context) -> Empty:
        self._check_operator()
        ladder, wanted = read_season(request.name)
        found = [season for season in await self._seasons.of(ladder) if season.id == wanted]
        if not found:
            raise no_season(request.name)
        if found[0].begins_s <= self._now():
            raise FailedPrecondition(
                "SEASON_BEGUN", "The season has begun.", field="name", season=request.name
            )
        await self._seasons.remove(ladder, found[0])
        return Empty()

    async def ImportRating(
        self, request: pb.ImportRatingRequest, context: Context
    ) -> scoring_service_pb2.Rating:
        self._check_operator()
        ladder, bot = read_ladder(request.parent), read_bot(request.bot)
        beta = self._policy.beta(ladder.partition(".")[0])
        strength = read_strength(request.rating, request.deviation, beta)
        rating = await self._importer.enter(
            ladder, bot, request.display_name, strength, read_source(request.source)
        )
        return rating_message(ladder, Row(rating, 0), beta)

    async def ResetBoard(self, request: pb.ResetBoardRequest, context: Context) -> board_service_pb2.Board:
        self._check_operator()
        board = read_board(request.name, "name")
        about = await self._boards.about(board)
        if about is None:
            raise no_board(request.name, "name")
        await self._boards.reset(board, windows(int(self._now()), self._policy.windows))
        return board_message(about)

    def _check_operator(self) -> None:
        player = require_player()
        if player not in self._operators and not player.startswith(HOUSE):
            raise PermissionDenied("OPERATOR_REQUIRED", "Only operators of the house may do this.")


def _read_season(request: pb.CreateSeasonRequest) -> Season:
    wanted = request.season
    if not wanted.HasField("start_time"):
        raise invalid("season.start_time", "A season has a beginning.")
    if not wanted.HasField("end_time"):
        raise invalid("season.end_time", "A season has an end.")
    return read_season_wish(
        request.season_id, wanted.display_name, wanted.start_time.seconds, wanted.end_time.seconds
    )
