"""Vacations at a table: noted once, shown to all, deadlines move by exactly their length."""

from __future__ import annotations

from typing import Any

from nurselog.api.common.v1.clock_pb2 import ClockSetting, Pauses
from nurselog.engine.address import address_of
from nurselog.engine.clock_kinds import Time
from nurselog.engine.clocks import SeatClock
from nurselog.engine.running import Span
from nurselog.engine.vacations import Noted, missing
from nurselog.rules.record import read_record
from nurselog.rules.verify import verify
from tests.support.engine_world import ANN, BOB, CID, World

HOUR = 3_600_000
DAY = 24 * HOUR


def slow(**more: Any) -> ClockSetting:
    return ClockSetting(per_turn=ClockSetting.PerTurn(time_ms=2 * DAY), vacation=True, **more)


async def note(world: World, name: str, *spans: Span, player: str = ANN, ask_only: bool = False) -> Noted:
    return await world.hosted.vacations.note(address_of(name), player, spans, ask_only=ask_only)


async def test_a_vacation_moves_the_deadline_by_its_length_and_everybody_sees_it() -> None:
    world = World()
    name = await world.table(clock=slow())
    watcher = await world.watch(name)
    begin = world.hands.ms
    assert await note(world, name, ask_only=True) == (True, begin + 2 * DAY)
    span = (begin + HOUR, begin + 3 * DAY)
    due = begin + 2 * DAY + (span[1] - span[0])
    assert await note(world, name, span) == (True, due)
    assert await note(world, name, span) == (True, due)
    assert world.log.deadlines[name] == due
    frames = [frame for frame in watcher.frames if frame.house_move]
    assert [(frame.seat, frame.house_move) for frame in frames] == [(0, f"!vacation.{span[0]}.{span[1]}")]
    clock = frames[0].view.clocks[0]
    assert [(one.from_ms, one.until_ms) for one in clock.vacations] == [span]
    assert clock.due_at_ms == due


async def test_cutting_it_short_brings_the_deadline_back() -> None:
    world = World()
    name = await world.table(clock=slow())
    begin = world.hands.ms
    await note(world, name, (begin, begin + 9 * DAY))
    world.hands.wait(3 * DAY)
    assert await note(world, name, (begin, begin + 3 * DAY)) == (True, begin + 5 * DAY)


async def test_only_tables_that_allow_it_and_only_running_seats() -> None:
    world = World()
    strict = await world.table(
        clock=ClockSetting(per_turn=ClockSetting.PerTurn(time_ms=2 * DAY)), request_id="strict"
    )
    assert await note(world, strict) == (False, None)
    name = await world.table(clock=slow())
    assert await note(world, name, player=CID) == (False, None)
    assert await note(world, name, player=BOB, ask_only=True) == (True, None)
    await world.submit(name, ANN, "!resign")
    assert await note(world, name) == (False, None)


async def test_tables_name_their_players_before_they_start() -> None:
    world = World()
    name = await world.table(2, ANN, "bots/random", clock=slow())
    assert world.vacations.tables == {(ANN, name)}


def test_what_a_clock_has_to_be_told() -> None:
    clock = SeatClock(Time(0), decision_id=3, since_ms=50, away=((40, 60), (90, 95)))
    assert missing(clock, [(40, 60), (90, 95)], 70) == []
    assert missing(clock, [(40, 55), (90, 95)], 70) == [(40, 55)]
    assert missing(clock, [(40, 60), (90, 90)], 70) == [(90, 90)]
    assert missing(clock, [(40, 60)], 70) == [(90, 90)]
    assert missing(clock, [(10, 20), (40, 60), (70, 80), (90, 95), (99, 99)], 70) == [(70, 80)]


async def test_another_engine_reads_the_same_clocks_from_the_log_and_the_record_verifies() -> None:
    world = World()
    name = await world.table(clock=slow(pauses=Pauses(weekends=True)))
    begin = world.hands.ms
    await note(world, name, (begin + HOUR, begin + 3 * DAY))
    world.hands.wait(4 * DAY)
    await world.expire(name, (begin + 3 * DAY, begin + 4 * DAY))
    await world.submit(name, ANN, "t1")
    replica = World(log=world.log, hands=world.hands)
    ours, theirs = (await world.live(name)).moment, (await replica.live(name)).moment
    assert ours is not None
    assert theirs is not None
    assert theirs.clocks == ours.clocks
    await world.submit(name, BOB, "!resign")
    archived = await world.hosted.records.finished(address_of(name))
    assert "!vacation." in archived.record
    assert verify(read_record(archived.record), world.rules).ok
