from __future__ import annotations

import asyncio
from typing import Any, cast

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from nurselog.api.engine.v1 import engine_service_pb2, engine_service_pb2_grpc
from nurselog.api.game.v1 import game_service_pb2 as api
from nurselog.api.game.v1 import table_pb2
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.gateway.v1 import session_service_pb2
from nurselog.api.gateway.v1.session_service_pb2_grpc import SessionServiceStub
from nurselog.chassis.errors import Refusal, from_rpc_error
from tests.integration.gateway.conftest import TABLE, House, MakeHouse, seated, until
from tests.support.toy_engine import ToyEngine

Metadata = tuple[tuple[str, str], ...]


def authorized(session: dict[str, str]) -> Metadata:
    return (("authorization", f"Bearer {session['token']}"),)


def games(channel: grpc.aio.Channel) -> Any:
    return GameServiceStub(cast("Any", channel))


async def refusal(call: Any) -> Refusal:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call
    return from_rpc_error(refused.value)


async def test_calls_are_passed_on_as_they_are(
    house: House, engine: ToyEngine, channel: grpc.aio.Channel
) -> None:
    session = await seated(house, engine)
    request = api.SubmitMoveRequest(name=TABLE, notation="s3", request_id="mine")
    answer = await games(channel).SubmitMove(request, metadata=authorized(session))
    assert (answer.version, answer.replayed) == (1, False)
    assert (session["player"], "mine") in engine.tables[TABLE].answered
    again = await games(channel).SubmitMove(request, metadata=authorized(session))
    assert (again.version, again.replayed) == (1, True)


async def test_a_session_is_opened_by_grpc_too(channel: grpc.aio.Channel) -> None:
    stub: Any = SessionServiceStub(cast("Any", channel))
    made = await stub.CreateSession(session_service_pb2.CreateSessionRequest(display_name="Bob"))
    metadata = (("authorization", f"Bearer {made.token}"),)
    shown = await stub.GetSession(session_service_pb2.GetSessionRequest(), metadata=metadata)
    assert (shown.player, shown.display_name, shown.token) == (made.player, "Bob", "")


async def test_a_table_is_followed_until_its_end(engine: ToyEngine, channel: grpc.aio.Channel) -> None:
    table = engine.tables[TABLE]
    updates = games(channel).WatchTable(api.WatchTableRequest(name=TABLE))
    told = aiter(updates)
    assert (await anext(told)).kind == table_pb2.UPDATE_KIND_SNAPSHOT
    for _ in range(4):
        table.step(0, 6)
    assert [update.version async for update in told] == [1, 2, 3, 4]
    assert await updates.code() is grpc.StatusCode.OK


async def test_the_engine_learns_when_a_reader_leaves(engine: ToyEngine, channel: grpc.aio.Channel) -> None:
    updates = games(channel).WatchTable(api.WatchTableRequest(name=TABLE))
    await updates.read()
    updates.cancel()
    await until(lambda: not engine.tables[TABLE].readers)


async def test_internal_metadata_of_strangers_is_not_believed(
    engine: ToyEngine, channel: grpc.aio.Channel
) -> None:
    metadata = (("nurselog-player", "players/root"), ("x-request-id", "mine-2"))
    call = games(channel).GetTable(api.GetTableRequest(name=TABLE), metadata=metadata)
    await call
    _, caller = engine.calls[-1]
    assert (caller.player, caller.request_id) == (None, "mine-2")
    assert dict(await call.initial_metadata())["x-request-id"] == "mine-2"


# --- What bad input gets -----------------------------------------------------------------------------------


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("method", "request_", "code", "reason"),
    [
        ("GetTable", api.GetTableRequest(name="games/toy/tables/x"), "NOT_FOUND", "TABLE_NOT_FOUND"),
        ("GetTable", api.GetTableRequest(name="games/nothing/tables/x"), "NOT_FOUND", "GAME_NOT_FOUND"),
        ("GetTable", api.GetTableRequest(name="tables"), "INVALID_ARGUMENT", "REQUEST_MALFORMED"),
        ("GetTable", api.GetTableRequest(), "INVALID_ARGUMENT", "REQUEST_MALFORMED"),
        ("GetView", api.GetViewRequest(name=TABLE, seat=1), "PERMISSION_DENIED", "NOT_YOUR_SEAT"),
        ("SubmitMove", api.SubmitMoveRequest(name=TABLE), "UNAUTHENTICATED", "SESSION_REQUIRED"),
        ("GetRecord", api.GetRecordRequest(name=TABLE), "FAILED_PRECONDITION", "TABLE_NOT_FINISHED"),
        ("ListGames", api.ListGamesRequest(page_token="x"), "INVALID_ARGUMENT", "PAGE_TOKEN_INVALID"),
        ("ListGames", api.ListGamesRequest(page_size=-1), "INVALID_ARGUMENT", "FIELD_INVALID"),
        ("GetTable", api.GetTableRequest(name="x" * 70_000), "INVALID_ARGUMENT", "REQUEST_TOO_LARGE"),
    ],
)
async def test_bad_requests_are_refused_by_name(
    shared: tuple[House, ToyEngine], method: str, request_: Any, code: str, reason: str
) -> None:
    async with grpc.aio.insecure_channel(shared[0].grpc_address) as channel:
        refused = await refusal(getattr(games(channel), method)(request_))
    assert (refused.code.name, refused.reason) == (code, reason)


@pytest.mark.parametrize("notation", [("x", "MOVE_UNREADABLE"), ("s9", "MOVE_ILLEGAL")])
async def test_an_engines_refusal_goes_on_as_it_is(
    house: House, engine: ToyEngine, channel: grpc.aio.Channel, notation: tuple[str, str]
) -> None:
    session = await seated(house, engine)
    move = api.SubmitMoveRequest(name=TABLE, notation=notation[0])
    refused = await refusal(games(channel).SubmitMove(move, metadata=authorized(session)))
    assert refused.reason == notation[1]


@pytest.mark.parametrize("token", ["Bearer x.y.z", "Basic abc", "Bearer"])
async def test_a_bad_token_is_refused(channel: grpc.aio.Channel, token: str) -> None:
    call = games(channel).ListGames(api.ListGamesRequest(), metadata=(("authorization", token),))
    refused = await refusal(call)
    assert (refused.code.name, refused.reason) == ("UNAUTHENTICATED", "SESSION_INVALID")


async def test_bytes_that_are_no_message(channel: grpc.aio.Channel) -> None:
    get_table: Any = channel.unary_unary("/nurselog.api.game.v1.GameService/GetTable")
    refused = await refusal(get_table(b"\xff\xff"))
    assert refused.reason == "REQUEST_MALFORMED"


async def test_a_refused_stream_has_its_reason(channel: grpc.aio.Channel) -> None:
    refused = await refusal(
        games(channel).WatchTable(api.WatchTableRequest(name="games/toy/tables/x")).read()
    )
    assert refused.reason == "TABLE_NOT_FOUND"


async def test_too_many_calls(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, calls_per_s=0.1, calls_burst=1)
    async with grpc.aio.insecure_channel(house.grpc_address) as channel:
        await games(channel).ListGames(api.ListGamesRequest())
        refused = await refusal(games(channel).ListGames(api.ListGamesRequest()))
    assert (refused.code.name, refused.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_REQUESTS")
    assert refused.retry_after_ms


async def test_the_callers_deadline_counts(engine: ToyEngine, channel: grpc.aio.Channel) -> None:
    engine.frozen = asyncio.Event()
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await games(channel).GetTable(api.GetTableRequest(name=TABLE), timeout=0.2)
    assert refused.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    engine.frozen.set()


# --- What strangers see ------------------------------------------------------------------------------------


async def test_internal_methods_do_not_exist(channel: grpc.aio.Channel) -> None:
    engines: Any = engine_service_pb2_grpc.EngineServiceStub(cast("Any", channel))
    refused = await refusal(engines.ExpireTurn(engine_service_pb2.ExpireTurnRequest(name=TABLE)))
    assert (refused.code.name, refused.reason) == ("UNIMPLEMENTED", "NOT_IMPLEMENTED")
    refused = await refusal(engines.Link().read())
    assert refused.reason == "NOT_IMPLEMENTED"


async def ask_reflection(channel: grpc.aio.Channel, **question: Any) -> Any:
    stub: Any = cast("Any", reflection_pb2_grpc).ServerReflectionStub(channel)
    call = stub.ServerReflectionInfo()
    await call.write(reflection_pb2.ServerReflectionRequest(**question))
    answer = await call.read()
    call.cancel()
    return answer


async def test_reflection_lists_the_public_services(channel: grpc.aio.Channel) -> None:
    answer = await ask_reflection(channel, list_services="")
    names = [service.name for service in answer.list_services_response.service]
    assert "nurselog.api.game.v1.GameService" in names
    assert "nurselog.api.gateway.v1.SessionService" in names
    assert not any("engine" in name for name in names)


async def test_reflection_tells_the_games_messages(channel: grpc.aio.Channel) -> None:
    answer = await ask_reflection(channel, file_containing_symbol="toy.v1.View")
    assert answer.HasField("file_descriptor_response")


@pytest.mark.parametrize("symbol", ["nurselog.api.engine.v1.EngineService", "nurselog.api.log.v1.Commit"])
async def test_reflection_tells_nothing_internal(channel: grpc.aio.Channel, symbol: str) -> None:
    answer = await ask_reflection(channel, file_containing_symbol=symbol)
    assert answer.HasField("error_response")


async def test_health_is_that_of_the_whole(channel: grpc.aio.Channel) -> None:
    check = channel.unary_unary(
        "/grpc.health.v1.Health/Check",
        request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )
    assert (await check(health_pb2.HealthCheckRequest())).status == health_pb2.HealthCheckResponse.SERVING
