"""Vacations from the player's call to the deadline at the table: clock and engine, on a real store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from nurselog.api.clock.v1 import vacation_service_pb2 as pb
from nurselog.api.clock.v1.vacation_service_pb2_grpc import VacationServiceStub
from nurselog.api.common.v1.clock_pb2 import ClockSetting
from nurselog.api.game.v1.game_service_pb2 import GetViewRequest
from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from nurselog.chassis.context import Caller, to_metadata
from nurselog.chassis.errors import Refusal, from_rpc_error
from nurselog.chassis.redis import RedisClient, execute, server_time_ms
from nurselog.chassis.vacation_keys import todo_keys
from nurselog.clock import app as clock_app
from nurselog.clock.settings import ClockSettings
from tests.support.engine_client import Client, until
from tests.support.engine_world import ANN, BOB, CID

HOUR = 3_600_000
DAY = 24 * HOUR
SLOW = ClockSetting(per_turn=ClockSetting.PerTurn(time_ms=2 * DAY), vacation=True)


class Planner:
    """A client of the clock's service."""

    def __init__(self, address: str) -> None:
        self.channel = grpc.aio.insecure_channel(address)
        self._stub: Any = VacationServiceStub(self.channel)

    async def call(self, method: str, request: Any, player: str = ANN) -> Any:
        try:
            return await getattr(self._stub, method)(request, metadata=to_metadata(Caller(player=player)))
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from None

    async def plan(self, start_ms: int | None, end_ms: int, player: str = ANN, **more: Any) -> Any:
        request = pb.CreateVacationRequest(parent=more.pop("parent", player), end_time=at(end_ms), **more)
        if start_ms is not None:
            request.start_time.CopyFrom(at(start_ms))
        return await self.call("CreateVacation", request, player)

    async def refused(self, method: str, request: Any, player: str = ANN) -> tuple[str, str | None]:
        with pytest.raises(Refusal) as problem:
            await self.call(method, request, player)
        return problem.value.reason, problem.value.field


def at(ms: int) -> Timestamp:
    moment = Timestamp()
    moment.FromMilliseconds(ms)
    return moment


@pytest.fixture
async def planner(engine: Client, store_settings: Settings) -> AsyncIterator[Planner]:
    config = ClockSettings(
        redis_url=store_settings.redis_url,
        engines=f"stones={engine.address},tidepools={engine.address}",
        vacation_tell_s=0.05,
        drain_s=0.5,
    )
    app = App(config, "clock")
    await clock_app.bind(app)
    await app.start()
    await app.readiness.wait()
    made = Planner(app.address)
    yield made
    await made.channel.close()
    await app.stop()


async def due_of(engine: Client, name: str, seat: int) -> float:
    view = await engine.call("GetView", GetViewRequest(name=name))
    return float(view.clocks[seat].due_at_ms)


async def test_a_vacation_reaches_the_tables_that_allow_it(
    engine: Client, planner: Planner, store: RedisClient
) -> None:
    slow = await engine.table(clock=SLOW)
    strict = await engine.table(clock=ClockSetting(per_turn=SLOW.per_turn))
    before, strict_due = await due_of(engine, slow, 0), await due_of(engine, strict, 0)
    now = await server_time_ms(store)

    planned = await planner.plan(now + HOUR, now + 5 * DAY, request_id="r1")
    assert list(planned.tables) == [slow]
    assert await due_of(engine, slow, 0) == before + 5 * DAY - HOUR
    assert await due_of(engine, strict, 0) == strict_due
    again = await planner.plan(now + HOUR, now + 5 * DAY, request_id="r1")
    assert again == planned

    shown = await planner.call("ListVacations", pb.ListVacationsRequest(parent="players/me"))
    assert [one.name for one in shown.vacations] == [planned.name]

    back = await planner.call("CancelVacation", pb.CancelVacationRequest(name=planned.name))
    assert back.cancelled
    assert await due_of(engine, slow, 0) == before
    assert [await execute(store, "ZCARD", name) for name in todo_keys()] == [0] * 64


async def test_a_vacation_that_began_is_cut_short(engine: Client, planner: Planner) -> None:
    slow = await engine.table(clock=SLOW)
    before = await due_of(engine, slow, 0)
    store_now = before - 2 * DAY
    planned = await planner.plan(None, int(store_now) + 5 * DAY)
    assert await due_of(engine, slow, 0) > before + 4 * DAY
    cut = await planner.call("CancelVacation", pb.CancelVacationRequest(name=planned.name))
    length = cut.end_time.ToMilliseconds() - cut.start_time.ToMilliseconds()
    assert await due_of(engine, slow, 0) == before + length


async def test_a_table_that_begins_during_a_vacation_learns_of_it(
    engine: Client, planner: Planner, store: RedisClient
) -> None:
    now = await server_time_ms(store)
    await planner.plan(None, now + 3 * DAY)
    slow = await engine.table(clock=SLOW)
    frames = await until(engine.watch(slow), 1)
    assert (frames[-1].seat, frames[-1].house_move.partition(".")[0]) in {(0, "!vacation"), (-1, "")}
    assert await due_of(engine, slow, 0) > now + 4 * DAY


async def test_bad_input_is_named_and_nothing_is_done(
    engine: Client, planner: Planner, store: RedisClient
) -> None:
    now = await server_time_ms(store)
    hurried = ClockSetting(per_turn=ClockSetting.PerTurn(time_ms=HOUR), vacation=True)
    name = await engine.table(clock=hurried)
    later = now + 10 * DAY

    def wish(**fields: Any) -> pb.CreateVacationRequest:
        return pb.CreateVacationRequest(**{"parent": ANN, "end_time": at(later + 2 * DAY), **fields})

    for request, refusal in (
        (wish(parent=BOB), ("NOT_OWNER", "parent")),
        (pb.CreateVacationRequest(parent=ANN), ("FIELD_INVALID", "end_time")),
        (wish(start_time=at(now - DAY)), ("FIELD_INVALID", "start_time")),
        (wish(start_time=at(later + DAY + 1)), ("FIELD_INVALID", "end_time")),
        (wish(start_time=Timestamp(seconds=2**62)), ("FIELD_INVALID", "start_time")),
        (wish(start_time=at(later), request_id="x" * 65), ("FIELD_INVALID", "request_id")),
        (wish(), ("VACATION_TOO_LATE", "start_time")),
    ):
        assert await planner.refused("CreateVacation", request) == refusal
    assert await planner.refused("CreateVacation", wish(), "") == ("SESSION_REQUIRED", None)
    await planner.plan(later, later + 2 * DAY)
    overlapping = wish(start_time=at(later + DAY), end_time=at(later + 4 * DAY))
    assert await planner.refused("CreateVacation", overlapping) == ("VACATION_OVERLAPS", "start_time")
    gone = pb.CancelVacationRequest(name=f"{ANN}/vacations/5")
    assert await planner.refused("CancelVacation", gone) == ("VACATION_NOT_FOUND", "name")
    for none in ("monday", f"00{later}", ""):
        nameless = pb.CancelVacationRequest(name=f"{ANN}/vacations/{none}")
        assert await planner.refused("CancelVacation", nameless) == ("FIELD_INVALID", "name")
    strangers = pb.CancelVacationRequest(name=f"{ANN}/vacations/{later}")
    assert await planner.refused("CancelVacation", strangers, CID) == ("NOT_OWNER", "name")
    assert await due_of(engine, name, 0) < now + 2 * HOUR
