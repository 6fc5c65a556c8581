"""Several replicas over one store, a server or a cluster: each table once, each result once, one history."""

from __future__ import annotations

import asyncio
from collections import Counter

from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.config import Settings
from nurselog.tournament.book import Book
from nurselog.tournament.desk import Desk
from nurselog.tournament.log_store import LogStore
from tests.support.fake_engine import FakeEngine
from tests.support.tournament_world import SWISS, World, tournament_world

EIGHT = tuple(f"p{number}" for number in range(8))


async def test_two_replicas_drive_one_event_as_one_would(either_settings: Settings) -> None:
    engine = FakeEngine()
    async with (
        tournament_world(either_settings, engine, consumer="one") as one,
        tournament_world(either_settings, engine, consumer="two") as two,
    ):
        two.ended = one.ended
        name = await one.tournament(SWISS, EIGHT)
        for number in (1, 2):
            requests = await two.tables(name, number, 4)
            told = [await (one, two)[at % 2].end(request) for at, request in enumerate(requests)]
            await asyncio.gather(*(world.tell(result) for result in told for world in (one, two)))
        await two.until_state(name, "FINISHED")

        assert max(Counter(one.request_id for one in engine.asked).values()) == 1
        assert len(engine.tables) == 8
        assert await one.standings(name) == await two.standings(name)
        assert await of_log(one, name) == await of_log(two, name)
        assert sum((await one.standings(name)).values()) == 8 * 840


async def of_log(world: World, name: str) -> Book:
    """The tournament as its log alone tells it."""
    return await Desk(LogStore(world.app.gatherer)).read(name.partition("/")[2])


async def test_the_log_alone_is_the_tournament_at_every_version(either_settings: Settings) -> None:
    async with tournament_world(either_settings) as world:
        name = await world.tournament(SWISS, EIGHT)
        await world.play_round(name, 1, 4)
        await world.tables(name, 2, 4)
        await world.ask("p0", "WithdrawEntrant", pb.WithdrawEntrantRequest(name=f"{name}/entrants/me"))
        await world.play_round(name, 2, 4)
        await world.until_state(name, "FINISHED")

        whole = await of_log(world, name)
        desk = Desk(LogStore(world.app.gatherer))
        assert await desk.as_of(whole.id, whole.version) == whole
        for version in range(1, whole.version):
            assert (await desk.as_of(whole.id, version)).version == version
        assert whole.state == tournament_pb2.TOURNAMENT_STATE_FINISHED
