"""What matchmaking asks: many strengths of one ladder at once, as they count now."""

from __future__ import annotations

from typing import Any

import pytest

from nurselog.api.ratings.v1 import ratings_service_pb2 as pb
from nurselog.chassis.errors import Refusal
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ratings_service import RatingsService
from nurselog.scoring.settlement import Policy, Settlement
from tests.support.results import NOON, result

DUEL = "ladders/forest_sky.duel"
NEVER: Any = None


def ask(*players: str, ladder: str = DUEL) -> pb.BatchGetRatingsRequest:
    return pb.BatchGetRatingsRequest(ladder=ladder, players=players)


async def test_strengths_come_in_the_order_asked_for(settlement: Settlement, ladders: LadderStore) -> None:
    await settlement.settle(result(1, ["ann", "bob"], [1, 2]))
    service = RatingsService(ladders, now=lambda: NOON)
    answer = await service.BatchGetRatings(ask("players/bob", "players/new", "players/ann"), NEVER)
    assert [one.player for one in answer.strengths] == ["players/bob", "players/new", "players/ann"]
    bob, new, ann = answer.strengths
    assert (bob.mu, ann.mu) == pytest.approx((22.177824, 27.822176), abs=1e-6)
    assert (new.mu, new.sigma, new.rating, new.provisional, new.games) == (25, 25 / 3, 1500, True, 0)
    assert (ann.rating, ann.games, answer.beta) == (1639, 1, 2.5)


async def test_idle_time_counts_up_to_now(settlement: Settlement, ladders: LadderStore) -> None:
    await settlement.settle(result(1, ["ann", "bob"], [1, 2]))
    [prompt] = (
        await RatingsService(ladders, now=lambda: NOON).BatchGetRatings(ask("players/ann"), NEVER)
    ).strengths
    later = RatingsService(ladders, now=lambda: NOON + 15 * 86_400)
    [rested] = (await later.BatchGetRatings(ask("players/ann"), NEVER)).strengths
    assert rested.sigma**2 - prompt.sigma**2 == pytest.approx(0.04 * 8)


async def test_a_ladder_without_entries_knows_newcomers_only(ladders: LadderStore) -> None:
    service = RatingsService(ladders, Policy(betas={"chess": 4.0}))
    answer = await service.BatchGetRatings(ask("players/ann", ladder="ladders/chess.table"), NEVER)
    assert (answer.strengths[0].rating, answer.beta) == (1500, 4.0)


async def test_too_many_players_are_refused(ladders: LadderStore) -> None:
    with pytest.raises(Refusal) as refused:
        await RatingsService(ladders).BatchGetRatings(ask(*(["players/a"] * 1001)), NEVER)
    assert (refused.value.reason, refused.value.field) == ("FIELD_INVALID", "players")
