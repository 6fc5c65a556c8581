"""Bots as they are put together, on a real store: each turn is answered, whatever happens to the bots."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from nurselog.api.game.v1.table_pb2 import Decision
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.bots.app import bind
from nurselog.bots.settings import BotSettings
from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from nurselog.chassis.errors import Unavailable
from nurselog.chassis.partitions import TAGS, key
from nurselog.chassis.redis import RedisClient, execute
from tests.support.bot_table import BotTable


@pytest.fixture
async def engine() -> AsyncIterator[tuple[BotTable, str]]:
    table = BotTable()
    server, address = await table.serve()
    yield table, address
    await server.stop(None)


@asynccontextmanager
async def bots(settings: Settings, address: str) -> AsyncIterator[App[BotSettings]]:
    config = BotSettings(redis_url=settings.redis_url, engines=f"forest_sky={address}", bots_replica="one")
    app = App(config, "bots")
    await bind(app)
    await app.start()
    try:
        yield app
    finally:
        await app.stop()


async def tell(store: RedisClient, tag: str, number: int) -> None:
    """Writes a `turn` fact as the log does."""
    decision = Decision(seat=1, kind="turn", decision_id=7)
    turn = Fact.Turn(bots=[Fact.BotDecision(bot="bots/random", decision=decision)])
    fact = Fact(table=f"games/forest_sky/tables/{tag}-{number:08d}", version=7, turn=turn)
    words = ("XADD", key(tag, "outbox"), "*", "kind", "turn", "fact", fact.SerializeToString())
    await execute(store, *words)


async def test_turns_of_every_partition_are_answered_once(
    store: RedisClient, store_settings: Settings, engine: tuple[BotTable, str]
) -> None:
    table, address = engine
    for tag in TAGS:
        await tell(store, tag, 0)
    async with bots(store_settings, address):
        await table.until_submitted(len(TAGS))
        await tell(store, "e0", 1)
        await table.until_submitted(len(TAGS) + 1)

    names = [request.name for _, request in table.submitted]
    assert len(set(names)) == len(names) == len(TAGS) + 1
    assert {player for player, _ in table.submitted} == {"bots/random"}


async def test_a_turn_waits_for_an_engine_that_is_away(
    store: RedisClient, store_settings: Settings, engine: tuple[BotTable, str]
) -> None:
    table, address = engine
    table.refusal = Unavailable("STORE_UNAVAILABLE", "not now")
    await tell(store, "e0", 0)
    async with bots(store_settings, address):
        await asyncio.sleep(0.2)
        assert table.submitted == []

        table.refusal = None
        await table.until_submitted(1)


async def test_what_a_dead_bot_left_unfinished_is_answered_by_the_next(
    store: RedisClient, store_settings: Settings, engine: tuple[BotTable, str]
) -> None:
    table, address = engine
    await tell(store, "e0", 0)
    outbox = key("e0", "outbox")
    await execute(store, "XGROUP", "CREATE", outbox, "bots", "0")
    await execute(store, "XREADGROUP", "GROUP", "bots", "one", "COUNT", 1, "STREAMS", outbox, ">")

    async with bots(store_settings, address):
        await table.until_submitted(1)
