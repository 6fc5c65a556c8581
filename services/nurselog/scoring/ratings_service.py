"""The inner face of the ratings: what other services of the house ask, in full precision."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

import grpc

from nurselog.api.ratings.v1 import ratings_service_pb2 as pb
from nurselog.api.ratings.v1.ratings_service_pb2_grpc import RatingsServiceServicer
from nurselog.chassis.errors import InvalidArgument
from nurselog.scoring import model
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ladders import Rating, strength_for_use
from nurselog.scoring.names import read_ladder
from nurselog.scoring.settlement import Policy

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"

BATCH_LIMIT = 1000
"""The most players that one call may ask about."""


class RatingsService(RatingsServiceServicer):
    """Internal: callers are other processes of the house."""

    def __init__(
        self,
        ladders: LadderStore,
        policy: Policy | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._ladders = ladders
        self._policy = policy or Policy()
        self._now = now

    async def BatchGetRatings(
        self, request: pb.BatchGetRatingsRequest, context: Context
    ) -> pb.BatchGetRatingsResponse:
        ladder = read_ladder(request.ladder, "ladder")
        if len(request.players) > BATCH_LIMIT:
            raise InvalidArgument(
                "FIELD_INVALID",
                f"At most {BATCH_LIMIT} players at a time.",
                field="players",
                limit=BATCH_LIMIT,
            )
        found = await self._ladders.ratings(ladder, request.players) if request.players else {}
        beta = self._policy.beta(ladder.partition(".")[0])
        now = int(self._now())
        return pb.BatchGetRatingsResponse(
            strengths=[_strength(player, found.get(player), now, beta) for player in request.players],
            beta=beta,
        )


def _strength(player: str, rating: Rating | None, now: int, beta: float) -> pb.Strength:
    strength = strength_for_use(rating, now)
    return pb.Strength(
        player=player,
        mu=strength.mu,
        sigma=strength.sigma,
        rating=model.shown(strength, beta).rating,
        provisional=rating is None or rating.provisional,
        games=rating.games if rating else 0,
    )
