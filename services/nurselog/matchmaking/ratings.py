"""What the ratings say of those who wait: asked in batches, believed for a while, and never in the way.

If nobody answers, what was said last holds, and who was never asked about counts as a newcomer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import grpc

from nurselog.api.ratings.v1.ratings_service_pb2 import BatchGetRatingsRequest, BatchGetRatingsResponse
from nurselog.api.ratings.v1.ratings_service_pb2_grpc import RatingsServiceStub
from nurselog.chassis.errors import Refusal, from_rpc_error
from nurselog.chassis.logs import get
from nurselog.matchmaking.matching.strengths import BETA, Strength

BATCH = 500

Ask: TypeAlias = Callable[[BatchGetRatingsRequest], Awaitable[BatchGetRatingsResponse]]
"""Raises `Refusal`."""

log = get(__name__)


@dataclass(frozen=True, slots=True)
class Ratings:
    """Strengths by player, and the spread of one play in their ladder."""

    strengths: dict[str, Strength] = field(default_factory=dict)
    beta: float = BETA


class RatingBook:
    """Asks for ratings; `ask` is None where there is no scoring service."""

    def __init__(self, ask: Ask | None) -> None:
        self._ask = ask
        self._betas: dict[str, float] = {}

    async def look_up(self, ladder: str, players: Sequence[str]) -> Ratings | None:
        """The ratings of these players; None if nobody answers."""
        if self._ask is None or not players:
            return Ratings(beta=self._betas.get(ladder, BETA))
        batches = [list(players[at : at + BATCH]) for at in range(0, len(players), BATCH)]
        requests = [BatchGetRatingsRequest(ladder=f"ladders/{ladder}", players=batch) for batch in batches]
        try:
            answers = await asyncio.gather(*(self._ask(request) for request in requests))
        except (Refusal, TimeoutError) as error:
            log.warning("ratings_not_read", ladder=ladder, players=len(players), error=str(error))
            return None
        beta = answers[-1].beta or BETA
        self._betas[ladder] = beta
        found = (one for answer in answers for one in answer.strengths)
        return Ratings({one.player: Strength(one.mu, one.sigma) for one in found}, beta)


def asking(channel: grpc.aio.Channel) -> Ask:
    """Asks the scoring service behind a channel."""
    stub = RatingsServiceStub(channel)

    async def ask(request: BatchGetRatingsRequest) -> BatchGetRatingsResponse:
        try:
            return await stub.BatchGetRatings(request)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from None

    return ask
