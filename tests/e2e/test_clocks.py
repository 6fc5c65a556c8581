"""Clocks as clients see them, over the faces of whole processes: who is missed, on vacation, what is left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio

from nurselog.api.clock.v1.vacation_service_pb2 import ListVacationsRequest
from nurselog.api.clock.v1.vacation_service_pb2_grpc import VacationServiceStub
from nurselog.rules.house import pause_of
from tests.support.clients import Json, NdjsonClient, Refused
from tests.support.grpc_client import GrpcClient
from tests.support.stack import Stack, running_stack

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(400)]

SOON = {
    "NURSELOG_ABSENCE_WARN_S": "3",
    "NURSELOG_ABSENCE_LEAVE_S": "3",
    "NURSELOG_PRESENCE_S": "0.5",
    "NURSELOG_VACATION_TELL_S": "0.2",
}
DAY_MS = 24 * 3_600_000


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stack(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    """A stack that misses people sooner."""
    async with running_stack(tmp_path_factory.mktemp("clocks"), env=SOON, games=("forest_sky",)) as stack:
        yield stack


@pytest_asyncio.fixture(loop_scope="module")
async def ann(stack: Stack) -> AsyncIterator[NdjsonClient]:
    async with NdjsonClient(stack.faces) as client:
        await client.enter("ann")
        yield client


@pytest_asyncio.fixture(loop_scope="module")
async def bob(stack: Stack) -> AsyncIterator[NdjsonClient]:
    async with NdjsonClient(stack.faces) as client:
        await client.enter("bob")
        yield client


async def table_of(ann: NdjsonClient, bob: NdjsonClient, **wish: Any) -> str:
    """Ann sits on seat 0, bob on seat 1."""
    table = await opened_by(ann, **wish)
    await bob.call("POST", f"/v1/{table}:takeSeat", {})
    return table


async def opened_by(ann: NdjsonClient, **wish: Any) -> str:
    """Ann sits on seat 0; the table begins when somebody takes the other."""
    wish = {"seatCount": 2, "startWhenFull": True, **wish}
    return str((await ann.call("POST", "/v1/games/forest_sky/tables", wish))["name"])


async def test_who_closed_the_window_is_missed_and_has_left_at_last(
    ann: NdjsonClient, bob: NdjsonClient
) -> None:
    live = {"reserve": {"initialMs": 300_000, "addMs": 30_000}}
    table = await opened_by(ann, rated=True, clock=live)
    # However busy the machine is, ann is not missed: she looks on from before the table begins.
    async with aclosing(ann.stream(f"/v1/{table}:watch")) as watched:  # type: ignore[type-var]  # it is a generator
        await anext(watched)
        await bob.call("POST", f"/v1/{table}:takeSeat", {})
        async with aclosing(bob.stream(f"/v1/{table}:watch")) as window:  # type: ignore[type-var]  # likewise
            await anext(window)
        told: list[Json] = [update async for update in watched]
    by_the_house = [(one.get("seat", 0), one["houseMove"]) for one in told if one.get("houseMove")]
    # On a busy machine the clock may see the house up after the table began, and gives back the time before.
    house = [(seat, move) for seat, move in by_the_house if pause_of(move) is None]
    assert house[0] == (1, "!absent")
    assert house[-1] == (1, "!leave")
    warned = next(one for one in told if one.get("houseMove") == "!absent")
    clock = warned["view"]["clocks"][1]
    assert clock["leavesAtMs"] > 0
    assert told[-1]["view"]["outcome"]["placements"][1]["endedBy"] == "ENDED_BY_LEFT"


async def test_a_vacation_over_rest_and_grpc(stack: Stack, ann: NdjsonClient, bob: NdjsonClient) -> None:
    slow = {"perTurn": {"timeMs": 2 * DAY_MS}, "vacation": True}
    table = await table_of(ann, bob, clock=slow)
    (decision,) = (await ann.get(f"{table}/view"))["decisions"]
    seat = decision.get("seat", 0)
    mover = (ann, bob)[seat]
    before = (await ann.get(f"{table}/view"))["clocks"][seat]["dueAtMs"]
    start = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=2)
    wish = {"startTime": stamp(start), "endTime": stamp(start + timedelta(days=3))}
    planned = await mover.call("POST", "/v1/players/me/vacations", wish)
    assert planned["tables"] == [table]
    view = await ann.get(f"{table}/view")
    assert view["clocks"][seat]["dueAtMs"] == before + 3 * DAY_MS
    assert len(view["clocks"][seat]["vacations"]) == 1
    assert view["clocks"][seat]["remainingMs"] == 2 * DAY_MS

    listed = await mover.get("players/me/vacations")
    assert listed["hoursLeft"] == 27 * 24
    await mover.call("POST", f"/v1/{planned['name']}:cancel", {})
    assert (await ann.get(f"{table}/view"))["clocks"][seat]["dueAtMs"] == before


def stamp(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize(
    ("clock", "field"),
    [
        ({"perTurn": {"timeMs": 0}}, "clock.per_turn.time_ms"),
        ({"perTurn": {"timeMs": 60_000}, "vacation": True}, "clock.vacation"),
        (
            {"perTurn": {"timeMs": DAY_MS}, "pauses": {"quietFromMinute": 1440}},
            "clock.pauses.quiet_from_minute",
        ),
        ({"perTurn": {"timeMs": DAY_MS}, "absence": "ABSENCE_LEAVES"}, "clock.absence"),
    ],
)
async def test_clocks_that_contradict_themselves(ann: NdjsonClient, clock: Json, field: str) -> None:
    with pytest.raises(Refused) as refused:
        await ann.call("POST", "/v1/games/forest_sky/tables", {"seatCount": 2, "clock": clock})
    assert (refused.value.reason, refused.value.field) == ("FIELD_INVALID", field)


async def test_vacations_that_cannot_be_over_both_faces(stack: Stack, ann: NdjsonClient) -> None:
    now = datetime.now(UTC)
    with pytest.raises(Refused) as refused:
        await ann.call("POST", "/v1/players/me/vacations", {"endTime": stamp(now + timedelta(hours=2))})
    assert (refused.value.reason, refused.value.field) == ("FIELD_INVALID", "end_time")
    async with GrpcClient(stack.faces) as client:
        await client.enter("cid")
        vacations = VacationServiceStub(client.channel)
        strangers = ListVacationsRequest(parent=ann.player)
        with pytest.raises(Refused) as refused:
            await client.call(vacations.ListVacations, strangers)
        assert refused.value.reason == "NOT_OWNER"
        own = await client.call(vacations.ListVacations, ListVacationsRequest(parent="players/me"))
        assert own["hoursLeft"] == 30 * 24
