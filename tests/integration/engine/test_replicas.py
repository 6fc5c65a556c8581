"""Several engines on one store, single and cluster: what one commits, the watchers of the other see."""

from __future__ import annotations

import asyncio

from nurselog.api.engine.v1 import engine_service_pb2 as engine_pb
from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1 import table_pb2
from nurselog.chassis.config import Settings
from tests.integration.engine.conftest import StartEngine
from tests.support.engine_client import until
from tests.support.engine_world import ANN, BOB


async def test_the_bell_brings_steps_of_another_replica(
    start_engine: StartEngine, either_settings: Settings
) -> None:
    one, other = await asyncio.gather(start_engine(either_settings), start_engine(either_settings))
    name = await one.table()
    stream = other.watch(name, BOB)
    assert (await stream.read()).kind == table_pb2.UPDATE_KIND_SNAPSHOT
    await one.submit(name, ANN, "t1")
    assert [frame.version for frame in await until(stream, 1)] == [1]


async def test_replicas_may_take_turns_and_nobody_misses_a_step(
    start_engine: StartEngine, either_settings: Settings
) -> None:
    replicas = await asyncio.gather(*(start_engine(either_settings) for _ in range(2)))
    name = await replicas[0].table(options={"pile": "12"})
    streams = [replica.watch(name) for replica in replicas]
    for stream in streams:
        await stream.read()
    for number in range(12):
        await replicas[number % 3 % 2].submit(name, (ANN, BOB)[number % 2], "t1", f"r{number}")
    for stream in streams:
        assert [frame.version for frame in await until(stream, 12)] == list(range(1, 13))


async def test_seats_taken_at_one_replica_are_seen_at_the_other(
    start_engine: StartEngine, store_settings: Settings
) -> None:
    one, other = await asyncio.gather(start_engine(store_settings), start_engine(store_settings))
    table = await one.call("CreateTable", pb.CreateTableRequest(parent="games/stones", seat_count=2), ANN)
    stream = other.watch(table.name)
    await stream.read()
    await one.call("TakeSeat", pb.TakeSeatRequest(name=table.name), BOB)
    frame = await stream.read()
    assert frame.kind == table_pb2.UPDATE_KIND_SEATS
    assert frame.table.seats[1].occupant.player == BOB
    await other.call("StartTable", pb.StartTableRequest(name=table.name), BOB)
    assert await one.submit(table.name, ANN, "t1") == 1


async def test_racing_replicas_store_each_request_once(
    start_engine: StartEngine, either_settings: Settings
) -> None:
    replicas = await asyncio.gather(*(start_engine(either_settings) for _ in range(2)))
    name = await replicas[0].table()
    answers = await asyncio.gather(
        *(replica.submit(name, ANN, "t2", "same") for replica in replicas for _ in range(3))
    )
    assert set(answers) == {1}
    view = await replicas[0].call("GetView", pb.GetViewRequest(name=name))
    assert view.version == 1


async def test_a_substitute_taken_in_at_one_replica_plays_at_the_other(
    start_engine: StartEngine, either_settings: Settings
) -> None:
    one, other = await asyncio.gather(start_engine(either_settings), start_engine(either_settings))
    name = await one.table(leaver_policy=table_pb2.LEAVER_POLICY_BOT, options={"pile": "12"})
    stream = other.watch(name, BOB)
    await stream.read()
    await one.submit(name, ANN, "!leave")
    await until(stream, 1)
    request = engine_pb.SubstituteSeatRequest(name=name, seat=0, left_at_version=1)
    request.occupant.player = "players/eve"
    for replica in (one, other):
        shown = await replica.call("SubstituteSeat", request)
        assert shown.seats[0].substitute.player == "players/eve"
    await other.submit(name, "players/eve", "t1")


async def test_a_substitute_taken_in_at_one_replica_is_taken_out_at_the_other(
    start_engine: StartEngine, either_settings: Settings
) -> None:
    one, other = await asyncio.gather(start_engine(either_settings), start_engine(either_settings))
    name = await one.table(leaver_policy=table_pb2.LEAVER_POLICY_BOT, options={"pile": "12"})
    await one.submit(name, ANN, "!leave")
    request = engine_pb.SubstituteSeatRequest(name=name, seat=0, left_at_version=1)
    request.occupant.player = "players/eve"
    await one.call("SubstituteSeat", request)
    undo = engine_pb.VacateSeatRequest(name=name, seat=0, left_at_version=1, player="players/eve")

    for replica in (other, one):
        assert (await replica.call("VacateSeat", undo)).vacant

    shown = await one.call("GetTable", pb.GetTableRequest(name=name))
    assert not shown.seats[0].HasField("substitute")
