"""The real process, killed at the worst moment."""

from __future__ import annotations

import asyncio

import grpc

from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from nurselog.chassis.config import Settings
from tests.integration.matchmaking.test_service import Player
from tests.support.fake_engine import FakeEngine, serving, table_of
from tests.support.service_process import running

MODULE = "nurselog.matchmaking"


async def test_killed_between_claim_and_assignment_the_next_one_finishes_with_the_same_table(
    store_settings: Settings,
) -> None:
    engine = FakeEngine()
    engine.silent = True
    async with serving(engine) as engines:
        settings = {
            "REDIS_URL": store_settings.redis_url,
            "NURSELOG_ENGINES": engines,
            "NURSELOG_PROPOSAL_CALL_S": "1.5",
            "NURSELOG_PROPOSAL_LEASE_S": "2",
        }
        async with running(MODULE, settings) as first, grpc.aio.insecure_channel(first.address) as channel:
            stub = MatchmakingServiceStub(channel)
            filed = [(await Player(stub, name).file()).name for name in ("ann", "bob")]
            async with asyncio.timeout(20):
                await engine.opened.wait()
            await first.kill()
        engine.silent = False
        async with running(MODULE, settings) as second, grpc.aio.insecure_channel(second.address) as channel:
            stub = MatchmakingServiceStub(channel)
            watched = [
                await Player(stub, name).watch(ticket)
                for name, ticket in zip(("ann", "bob"), filed, strict=True)
            ]
            assert await second.end() == 0
    [request] = engine.tables.values()
    assert len(engine.asked) > 1
    for frames in watched:
        assert frames[-1].state == pb.TICKET_STATE_ASSIGNED
        assert frames[-1].assignment.table == table_of(request)
