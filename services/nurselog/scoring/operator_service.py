"""What operators do: annul, open seasons, import ratings, reset boards. Everybody else is refused first."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, TypeAlias

import grpc
from google.protobuf.empty_pb2 import Empty

from nurselog.api.scoring.v1 import board_service_pb2, scoring_service_pb2
from nurselog.api.scoring.v1 import operator_service_pb2 as pb
from nurselog.api.scoring.v1.operator_service_pb2_grpc import OperatorServiceServicer
from nurselog.chassis.context import require_player
from nurselog.chassis.errors import (
    AlreadyExists,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    PermissionDenied,
)
from nurselog.scoring import model
from nurselog.scoring.answers import board_message, rating_message, season_message
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.importing import Importer
from nurselog.scoring.names import (
    no_board,
    read_board,
    read_bot,
    read_ladder,
    read_result,
    read_season,
    read_season_id,
)
from nurselog.scoring.season_store import Overlaps, SeasonStore, Taken
from nurselog.scoring.seasons import Season
from nurselog.scoring.settlement import Policy
from nurselog.scoring.standing_store import Row
from nurselog.scoring.totals import windows

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Annul: TypeAlias = Callable[[str, str, int], Awaitable[scoring_service_pb2.TableResult]]

LONGEST_REASON = 200
LONGEST_SOURCE = 100
LONGEST_TITLE = 100
LATEST_S = 2**31 - 1
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
        reason = _text(request.reason, "reason", LONGEST_REASON)
        return await self._annul(read_result(request.name), reason, int(self._now()))

    async def CreateSeason(
        self, request: pb.CreateSeasonRequest, context: Context
    ) -> scoring_service_pb2.Season:
        self._check_operator()
        ladder, season = read_ladder(request.parent), _read_season(request)
        if season.begins_s <= self._now():
            known = await self._seasons.of(ladder)
            if season not in known:
                raise _invalid("season.start_time", "A season begins in the future.")
            return season_message(ladder, season)
        match await self._seasons.add(ladder, season):
            case Taken():
                raise AlreadyExists(
                    "SEASON_EXISTS",
                    f"{ladder} has another season {season.id!r}.",
                    field="season_id",
                    season=season.id,
                )
            case Overlaps(other):
                raise FailedPrecondition(
                    "SEASON_OVERLAPS",
                    f"The season shares time with {other!r}.",
                    field="season.start_time",
                    season=other,
                )
        return season_message(ladder, season)

    async def DeleteSeason(self, request: pb.DeleteSeasonRequest, context: Context) -> Empty:
        self._check_operator()
        ladder, wanted = read_season(request.name)
        found = [season for season in await self._seasons.of(ladder) if season.id == wanted]
        if not found:
            raise NotFound("SEASON_NOT_FOUND", f"There is no season {request.name!r}.", season=request.name)
        if found[0].begins_s <= self._now():
            raise FailedPrecondition("SEASON_BEGUN", "The season has begun.", season=request.name)
        await self._seasons.remove(ladder, found[0])
        return Empty()

    async def ImportRating(
        self, request: pb.ImportRatingRequest, context: Context
    ) -> scoring_service_pb2.Rating:
        self._check_operator()
        ladder, bot = read_ladder(request.parent), read_bot(request.bot)
        beta = self._policy.beta(ladder.partition(".")[0])
        strength = _read_strength(request, beta)
        rating = await self._importer.enter(
            ladder,
            bot,
            request.display_name or bot.partition("/")[2].title(),
            strength,
            _text(request.source, "source", LONGEST_SOURCE),
        )
        return rating_message(ladder, Row(rating, 0), beta)

    async def ResetBoard(self, request: pb.ResetBoardRequest, context: Context) -> board_service_pb2.Board:
        self._check_operator()
        board = read_board(request.name)
        about = await self._boards.about(board)
        if about is None:
            raise no_board(request.name)
        await self._boards.reset(board, windows(int(self._now()), self._policy.windows))
        return board_message(about)

    def _check_operator(self) -> None:
        player = require_player()
        if player not in self._operators and not player.startswith(HOUSE):
            raise PermissionDenied("OPERATOR_REQUIRED", "Only operators of the house may do this.")


def _read_season(request: pb.CreateSeasonRequest) -> Season:
    wanted = request.season
    if not wanted.HasField("start_time"):
        raise _invalid("season.start_time", "A season has a beginning.")
    if not wanted.HasField("end_time"):
        raise _invalid("season.end_time", "A season has an end.")
    season = Season(
        id=read_season_id(request.season_id, "season_id"),
        title=wanted.display_name or request.season_id,
        begins_s=wanted.start_time.seconds,
        ends_s=wanted.end_time.seconds,
    )
    if len(season.title) > LONGEST_TITLE:
        raise _invalid("season.display_name", f"At most {LONGEST_TITLE} characters.")
    if not 0 < season.begins_s <= LATEST_S:
        raise _invalid("season.start_time", "A season begins between 1970 and 2038.")
    if not season.begins_s < season.ends_s <= LATEST_S:
        raise _invalid("season.end_time", "A season ends after it begins, and before 2038.")
    return season


def _read_strength(request: pb.ImportRatingRequest, beta: float) -> model.Strength:
    newcomer = model.shown(model.NEWCOMER, beta)
    if not 1 <= request.deviation <= newcomer.deviation:
        raise _invalid("deviation", f"A deviation lies between 1 and a newcomer's {newcomer.deviation}.")
    if not -10_000 <= request.rating <= 10_000:
        raise _invalid("rating", "A rating lies between -10000 and 10000.")
    strength = model.measured(request.rating, request.deviation, beta)
    return replace(strength, sigma=min(strength.sigma, model.SIGMA0))


def _text(text: str, field: str, longest: int) -> str:
    if not text.strip() or len(text) > longest:
        raise _invalid(field, f"This has 1 to {longest} characters.")
    return text.strip()


def _invalid(field: str, sentence: str) -> InvalidArgument:
    return InvalidArgument("FIELD_INVALID", sentence, field=field)
