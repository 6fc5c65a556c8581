"""The real process, killed at the worst moment: a round's tables are opened once, whoever finishes it."""

from __future__ import annotations

import asyncio

import grpc

from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.api.tournament.v1.tournament_service_pb2_grpc import TournamentServiceStub
from nurselog.chassis.config import Settings
from nurselog.chassis.context import Caller, to_metadata
from tests.support.fake_engine import FakeEngine, serving, table_of
from tests.support.service_process import running
from tests.support.tournament_world import SWISS, watching

MODULE = "nurselog.tournament"


async def test_killed_between_opening_and_noting_the_next_one_finds_the_same_tables(
    store_settings: Settings,
) -> None:
    engine = FakeEngine()
    engine.silent = True
    async with serving(engine) as engines:
        settings = {
            "REDIS_URL": store_settings.redis_url,
            "NURSELOG_ENGINES": engines,
            "NURSELOG_TOURNAMENT_LEASE_S": "2",
            "NURSELOG_CONSUMER": "one",
        }
        async with running(MODULE, settings) as first, grpc.aio.insecure_channel(first.address) as channel:
            name = await started(TournamentServiceStub(channel))
            async with asyncio.timeout(20):
                await engine.opened.wait()
            await first.kill()
        engine.silent = False
        async with running(MODULE, settings) as second, grpc.aio.insecure_channel(second.address) as channel:
            tables = await opened(TournamentServiceStub(channel), name)
            assert await second.end() == 0
    assert len(engine.asked) > len(engine.tables) == 2
    assert sorted(tables) == sorted(table_of(one) for one in engine.tables.values())


async def started(stub: TournamentServiceStub) -> str:
    """A swiss of four."""
    request = pb.CreateTournamentRequest(tournament=SWISS, open=True)
    name = (await stub.CreateTournament(request, metadata=who("olga"))).name
    for player in ("ann", "bob", "cyd", "dan"):
        await stub.EnterTournament(pb.EnterTournamentRequest(name=name), metadata=who(player))
    await stub.StartTournament(pb.StartTournamentRequest(name=name), metadata=who("olga"))
    return str(name)


async def opened(stub: TournamentServiceStub, name: str) -> list[str]:
    """The tables of the first round, once all of them are noted."""
    request = pb.ListPairingsRequest(parent=f"{name}/rounds/1")
    async with asyncio.timeout(30), watching(stub, name, "olga") as frames:
        async for _ in frames:
            answer = await stub.ListPairings(request, metadata=who("olga"))
            tables = [table.table for one in answer.pairings for table in one.tables]
            if len(tables) == 2:
                return tables
    raise AssertionError("the stream ended")


def who(player: str) -> tuple[tuple[str, str], ...]:
    return tuple(to_metadata(Caller(player=f"players/{player}", name=player)))
