"""What a pass reads, in this process and in one of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from nurselog.api.ratings.v1.ratings_service_pb2 import (
    BatchGetRatingsRequest,
    BatchGetRatingsResponse,
    Strength,
)
from nurselog.chassis.errors import Unavailable
from nurselog.matchmaking.matching.terms import Terms
from nurselog.matchmaking.pool_passes import PoolPasses, Room
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.ratings import RatingBook
from nurselog.matchmaking.ticket_store import TicketStore
from tests.integration.matchmaking.conftest import DUEL, File, filing


class Scoring:
    """Ratings by player; 1500 points are 25."""

    def __init__(self) -> None:
        self.mus: dict[str, float] = {}
        self.asked: list[list[str]] = []
        self.silent = False

    async def ask(self, request: BatchGetRatingsRequest) -> BatchGetRatingsResponse:
        if self.silent:
            raise Unavailable("SERVICE_UNAVAILABLE", "gone")
        assert request.ladder == "ladders/forest_sky.duel"
        self.asked.append(list(request.players))
        strengths = [Strength(player=one, mu=self.mus.get(one, 25.0), sigma=2.0) for one in request.players]
        return BatchGetRatingsResponse(strengths=strengths, beta=2.5)


@pytest.fixture
def scoring() -> Scoring:
    return Scoring()


@pytest.fixture(params=["here", "process"])
async def passes(
    request: pytest.FixtureRequest, pools: PoolStore, scoring: Scoring
) -> AsyncIterator[PoolPasses]:
    room = Room(here=500 if request.param == "here" else 0, ratings_s=0.0)
    made = PoolPasses(pools, RatingBook(scoring.ask), Terms(), room)
    yield made
    await made.aclose()


async def test_those_of_like_strength_sit_together(passes: PoolPasses, scoring: Scoring, file: File) -> None:
    scoring.mus = {"players/ann": 30.0, "players/bob": 20.0, "players/cat": 30.2, "players/dan": 20.1}
    filed = {name: (await file(name)).id for name in ("ann", "bob", "cat", "dan")}
    answer = await passes.look(DUEL.id, DUEL)
    assert {frozenset(one.tickets) for one in answer.proposed} == {
        frozenset({filed["ann"], filed["cat"]}),
        frozenset({filed["bob"], filed["dan"]}),
    }
    assert all(one.plan.spread <= 10 for one in answer.proposed)


async def test_ratings_are_read_at_the_pass_and_not_at_creation(
    passes: PoolPasses, scoring: Scoring, file: File
) -> None:
    scoring.mus = {"players/ann": 45.0}
    await file("ann")
    await file("bob")
    assert (await passes.look(DUEL.id, DUEL)).proposed == ()
    scoring.mus = {}
    assert len((await passes.look(DUEL.id, DUEL)).proposed) == 1


async def test_without_answers_of_the_ratings_the_pool_goes_on(
    passes: PoolPasses, scoring: Scoring, file: File
) -> None:
    scoring.silent = True
    await file("ann")
    await file("bob")
    assert len((await passes.look(DUEL.id, DUEL)).proposed) == 1


async def test_who_left_is_forgotten_and_who_came_is_known(
    passes: PoolPasses, tickets: TicketStore, file: File
) -> None:
    ann = await file("ann")
    assert (await passes.look(DUEL.id, DUEL)).waiting == 1
    await tickets.cancel(ann.id)
    assert (await passes.look(DUEL.id, DUEL)).waiting == 0
    bob, cat = await file("bob"), await file("cat")
    [found] = (await passes.look(DUEL.id, DUEL)).proposed
    assert set(found.tickets) == {bob.id, cat.id}


async def test_one_who_waits_can_be_told_who_is_near(
    passes: PoolPasses, pools: PoolStore, scoring: Scoring, file: File
) -> None:
    scoring.mus = {"players/ann": 25.0, "players/bob": 27.0, "players/far": 40.0}
    filed = {name: await file(name) for name in ("ann", "bob", "far")}
    assert await pools.nearby(filed["ann"].id, DUEL.id) is None
    await passes.look(DUEL.id, DUEL)
    near = await pools.nearby(filed["ann"].id, DUEL.id)
    assert near is not None
    assert near.mine.rating == pytest.approx(1500)
    assert [round(one.rating) for one in near.others] == [1598, 2237]


async def test_thousands_of_tickets_in_a_process_of_their_own(
    pools: PoolStore, scoring: Scoring, tickets: TicketStore
) -> None:
    passes = PoolPasses(pools, RatingBook(None), Terms(), Room(here=100, tables=50))
    await _crowd(tickets, 5_200)
    answer = await passes.look(DUEL.id, DUEL)
    assert (answer.waiting, len(answer.proposed)) == (5_200, 50)
    assert passes._process.generation == 1
    await passes._process.aclose()
    assert (await passes.look(DUEL.id, DUEL)).proposed == ()
    again = await passes.look(DUEL.id, DUEL)
    assert (again.waiting, passes._process.generation) == (5_200, 2)
    await passes.aclose()


async def _crowd(tickets: TicketStore, count: int) -> None:
    for start in range(0, count, 400):
        await asyncio.gather(
            *(tickets.create(filing(f"p{number}"), 3) for number in range(start, min(count, start + 400)))
        )
