"""What the store must hold and survive."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1.engine_service_pb2 import CreateAssignedTableRequest
from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1 import table_pb2
from nurselog.chassis.config import Settings
from nurselog.chassis.embedded import EmbeddedStore
from nurselog.chassis.errors import Unavailable
from nurselog.chassis.redis import RedisClient, execute
from nurselog.engine.address import Status, address_of
from tests.integration.engine.conftest import StartEngine
from tests.support.engine_client import Client, until
from tests.support.engine_world import ANN, BOB

MOST_BYTES = 8 * 1024


async def bytes_of(store: RedisClient, name: str) -> int:
    address = address_of(name)
    keys = (address.meta, address.log, address.seed)
    used: list[Any] = [await execute(store, "MEMORY", "USAGE", key) for key in keys]
    return sum(used)


@pytest.mark.parametrize("node_bytes", [1024, 4096])
async def test_an_idle_table_costs_at_most_8_kb(engine: Client, store: RedisClient, node_bytes: int) -> None:
    before = str((await store.config_get("stream-node-max-bytes"))["stream-node-max-bytes"])
    await store.config_set("stream-node-max-bytes", node_bytes)
    try:
        name = await engine.table("tidepools")
        assert await bytes_of(store, name) <= MOST_BYTES
    finally:
        await store.config_set("stream-node-max-bytes", before)


async def test_moves_are_safe_on_disk_before_they_are_acknowledged(
    start_engine: StartEngine, private_store: EmbeddedStore
) -> None:
    engine = await start_engine(Settings(redis_url=private_store.url, redis_cluster=False))
    name = await engine.table(durability=table_pb2.DURABILITY_DISK)
    assert await engine.submit(name, ANN, "t1", "a") == 1
    private_store.kill()
    private_store.start()
    assert await retried(engine, name, BOB, "t1", "b") == 2
    assert await retried(engine, name, ANN, "t1", "a") == 1


async def test_moves_are_on_the_replica_before_they_are_acknowledged(
    start_engine: StartEngine, private_store: EmbeddedStore, tmp_path: Path
) -> None:
    options = {"replicaof": f"127.0.0.1 {private_store.port}"}
    with EmbeddedStore(tmp_path / "replica", options=options) as replica:
        engine = await start_engine(Settings(redis_url=private_store.url, redis_cluster=False))
        request = CreateAssignedTableRequest(
            parent="games/stones",
            occupants=[Occupant(player=ANN), Occupant(player=BOB)],
            request_id="with replica",
            durability=table_pb2.DURABILITY_REPLICA,
        )
        async with asyncio.timeout(60):
            table = await persistently(engine, "CreateAssignedTable", request)
        assert await retried(engine, table.name, ANN, "t1", "a") == 1
        private_store.kill()
        with Redis.from_url(replica.url) as client:
            assert client.xlen(address_of(table.name).log.decode()) == 2


async def test_a_store_that_is_away_is_said_so_and_found_again(
    start_engine: StartEngine, private_store: EmbeddedStore
) -> None:
    engine = await start_engine(Settings(redis_url=private_store.url, redis_cluster=False))
    name = await engine.table()
    stream = engine.watch(name)
    await stream.read()
    private_store.stop()
    request = engine.submit(name, ANN, "t1", "a")
    with pytest.raises(Exception, match="STORE_UNAVAILABLE"):
        await request
    private_store.start()
    assert await retried(engine, name, ANN, "t1", "a") == 1
    assert (await until(stream, 1))[-1].version == 1


async def test_a_move_whose_safety_is_not_confirmed_is_refused_until_it_is(engine: Client) -> None:
    request = CreateAssignedTableRequest(
        parent="games/stones",
        occupants=[Occupant(player=ANN), Occupant(player=BOB)],
        request_id="no replica",
        durability=table_pb2.DURABILITY_REPLICA,
    )
    assert await engine.refused("CreateAssignedTable", request) == "STORE_UNAVAILABLE"
    name = (await engine.call("CreateAssignedTable", request)).name
    move = pb.SubmitMoveRequest(name=name, notation="t1", request_id="a")
    assert await engine.refused("SubmitMove", move, ANN) == "STORE_UNAVAILABLE"
    assert (await engine.call("GetView", pb.GetViewRequest(name=name))).version == 1
    assert await engine.refused("SubmitMove", move, ANN) == "STORE_UNAVAILABLE"


async def test_an_open_table_that_nobody_joins_is_forgotten_and_a_started_one_is_not(
    engine: Client, store: RedisClient
) -> None:
    started = await engine.table()
    create = pb.CreateTableRequest(parent="games/stones", seat_count=2)
    waiting = (await engine.call("CreateTable", create, ANN)).name
    left: list[Any] = [
        await execute(store, "PTTL", key)
        for name in (started, waiting)
        for key in (address_of(name).meta, address_of(name).seed)
    ]
    assert left[:2] == [-1, -1]
    assert all(0 < one <= 24 * 3600 * 1000 for one in left[2:])
    await execute(store, "DEL", address_of(waiting).meta)
    listed = await engine.call("ListTables", pb.ListTablesRequest(parent="games/stones"))
    assert [table.name for table in listed.tables] == [started]
    index = address_of(waiting).index(Status.OPEN)
    assert await execute(store, "ZCARD", index) == 0


async def persistently(engine: Client, method: str, request: Any) -> Any:
    """The answer of a call that is repeated while the store is not as safe as it must be."""
    while True:
        with suppress(Unavailable):
            return await engine.call(method, request)


async def retried(engine: Client, name: str, player: str, text: str, request_id: str) -> int:
    """As clients should: the same request again while the store is away."""
    while True:
        with suppress(Unavailable):
            return await engine.submit(name, player, text, request_id)
        await asyncio.sleep(0.05)
