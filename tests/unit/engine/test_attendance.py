"""Live tables miss players without any connection: a warning, then they have left, unless they come back."""

from __future__ import annotations

import asyncio
from typing import Any

from nurselog.api.common.v1.clock_pb2 import ABSENCE_LEAVES, ABSENCE_WAITS, ClockSetting
from nurselog.api.game.v1 import game_service_pb2, table_pb2
from nurselog.chassis.context import Caller, acting_as
from nurselog.engine.address import address_of
from nurselog.engine.service import GameService
from nurselog.rules.api import Audience
from tests.support.engine_world import ANN, BOB, SEAT0, SEAT1, World

FIRST, SECOND = Audience(0), Audience(1)
MINUTE = 60_000


def clock(absence: int = ABSENCE_LEAVES) -> ClockSetting:
    fischer = ClockSetting.Fischer(initial_ms=30 * MINUTE)
    return ClockSetting(fischer=fischer, absence=absence)  # type: ignore[arg-type]  # a value of the enum


async def begun(world: World, **more: Any) -> str:
    name = await world.table(clock=more.pop("clock", clock()), **more)
    await world.submit(name, ANN, "t1")
    await world.submit(name, BOB, "t1")
    return name


async def moves_of(world: World, name: str) -> list[str]:
    return [f"{moment.mover}:{moment.entry.move}" for moment in (await world.live(name)).past][3:]


async def look(world: World, *names: str) -> None:
    """As the clock worker does: where somebody comes due, the house looks."""
    for name in names:
        await world.expire(name)


async def test_who_is_not_seen_for_a_minute_is_missed_and_two_minutes_later_has_left() -> None:
    world = World()
    name = await begun(world)
    watcher = await world.watch(name, FIRST)
    for _ in range(5):
        world.hands.wait(MINUTE // 6)
        await world.hosted.attendance.note_all()
        await look(world, name)
    assert await moves_of(world, name) == []
    world.hands.wait(MINUTE // 6)
    await world.hosted.attendance.note_all()
    await look(world, name)
    assert await moves_of(world, name) == ["1:!absent"]
    frame = watcher.frames[-1]
    assert (frame.kind, frame.seat, frame.house_move) == (table_pb2.UPDATE_KIND_STEP, 1, "!absent")
    assert [seat.leaves_at_ms for seat in frame.view.clocks] == [0, world.hands.ms + 2 * MINUTE]
    assert world.log.deadlines[name] == world.hands.ms + 2 * MINUTE

    for _ in range(12):
        world.hands.wait(MINUTE // 6)
        await world.hosted.attendance.note_all()
    await look(world, name)
    assert await moves_of(world, name) == ["1:!absent", "1:!leave"]
    (fact,) = world.facts("finished")
    assert [one.ended_by for one in fact.finished.outcome.placements] == [1, 4]


async def test_coming_back_ends_it_and_the_clock_ran_on() -> None:
    world = World()
    name = await begun(world)
    await world.watch(name, SECOND)
    world.hands.wait(MINUTE)
    await world.hosted.attendance.note_all()
    await look(world, name)
    assert await moves_of(world, name) == ["0:!absent"]
    table = await world.live(name)
    assert table.moment is not None
    due = table.moment.clocks.due(SEAT0)

    world.hands.wait(MINUTE)
    await world.watch(name, FIRST)
    await world.hosted.attendance.note_all()
    assert await moves_of(world, name) == ["0:!absent", "0:!back"]
    assert table.moment.clocks.due(SEAT0) == due
    assert table.moment.clocks.leaves_at(SEAT0) is None
    assert world.log.deadlines[name] == due


async def test_a_move_is_coming_back_as_well() -> None:
    world = World()
    name = await begun(world)
    await world.watch(name, SECOND)
    world.hands.wait(MINUTE)
    await world.hosted.attendance.note_all()
    await look(world, name)
    await world.submit(name, ANN, "t1")
    assert await moves_of(world, name) == ["0:!absent", "0:t1"]
    world.hands.wait(MINUTE // 2)
    await look(world, name)
    assert (await world.live(name)).play.departures == ()


async def test_who_moves_without_watching_is_there() -> None:
    world = World()
    name = await begun(world)
    world.hands.wait(MINUTE // 2)
    await world.submit(name, ANN, "t1")
    world.hands.wait(MINUTE // 2)
    await look(world, name)
    assert await moves_of(world, name) == ["0:t1", "1:!absent"]


async def test_who_asks_without_watching_is_there() -> None:
    world = World()
    name = await begun(world)
    world.hands.wait(MINUTE)
    await world.hosted.attendance.note(await world.live(name), {FIRST, SECOND})
    await look(world, name)
    assert await moves_of(world, name) == []


async def test_whoever_is_seen_at_another_engine_has_not_left() -> None:
    world = World()
    name = await begun(world)
    world.hands.wait(MINUTE)
    await look(world, name)
    assert await moves_of(world, name) == ["0:!absent", "1:!absent"]
    await world.presence.seen(address_of(name), [SEAT0, SEAT1], world.hands.ms + 9 * MINUTE)
    world.hands.wait(2 * MINUTE)
    await look(world, name)
    assert sorted((await moves_of(world, name))[2:]) == ["0:!back", "1:!back"]


async def test_who_never_connected_is_missed_too() -> None:
    world = World()
    name = await world.table(clock=clock())
    world.hands.wait(MINUTE)
    await look(world, name)
    house = [moment.entry.move for moment in (await world.live(name)).past][1:]
    assert house == ["!absent", "!absent"]


async def test_friendly_tables_wait_and_bots_are_never_missed() -> None:
    world = World()
    friendly = await begun(world, clock=clock(ABSENCE_WAITS), request_id="friendly")
    alone = await world.table(2, ANN, "bots/random", clock=clock(), request_id="bot")
    world.hands.wait(5 * MINUTE)
    await look(world, friendly, alone)
    assert await moves_of(world, friendly) == []
    texts = [f"{moment.mover}:{moment.entry.move}" for moment in (await world.live(alone)).past]
    assert "1:!absent" not in texts


async def test_a_finished_table_misses_nobody() -> None:
    world = World()
    name = await begun(world)
    await world.submit(name, ANN, "!resign")
    assert world.presence.book
    world.hands.wait(MINUTE)
    await look(world, name)
    assert world.presence.book == {}


async def test_looking_at_the_view_counts_over_the_service() -> None:
    world = World()
    name = await begun(world)
    world.hands.wait(1000)
    with acting_as(Caller(player=ANN)):
        await GameService(world.games).GetView(game_service_pb2.GetViewRequest(name=name), None)
    await asyncio.sleep(0)
    assert world.presence.book[name, SEAT0] == world.hands.ms + MINUTE
    assert world.presence.book[name, SEAT1] == world.hands.ms + MINUTE - 1000


async def test_nobody_is_missed_while_we_could_not_be_reached() -> None:
    world = World()
    name = await begun(world)
    start = world.hands.ms
    world.hands.wait(5 * MINUTE)
    outage = (start + 1000, start + 5 * MINUTE)
    await world.expire(name, outage)
    assert [move.partition(".")[0] for move in await moves_of(world, name)] == ["-1:!pause"]
    world.hands.wait(MINUTE)
    await world.expire(name, outage)
    assert (await moves_of(world, name))[1:] == ["0:!absent", "1:!absent"]


async def test_an_outage_gives_who_is_missed_the_same_time_to_come_back() -> None:
    world = World()
    name = await begun(world)
    await world.watch(name, SECOND)
    world.hands.wait(MINUTE)
    await world.hosted.attendance.note_all()
    await look(world, name)
    missed_ms = world.hands.ms
    world.hands.wait(4 * MINUTE)
    await world.expire(name, (missed_ms + MINUTE, missed_ms + 4 * MINUTE))
    table = await world.live(name)
    assert table.moment is not None
    assert table.moment.clocks.leaves_at(SEAT0) == missed_ms + 5 * MINUTE
    assert table.play.departures == ()
