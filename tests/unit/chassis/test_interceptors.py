"""What surrounds a call, over a real connection in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from nurselog.chassis import context
from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from nurselog.chassis.context import Caller, acting_as
from nurselog.chassis.errors import NotFound, from_rpc_error
from nurselog.chassis.redis import StoreConnectionError
from tests.support.toy_service import KINDS, NAME, UNARY, Does, ToyClient, ToyService, add_to_server, never


async def echo(word: str) -> str:
    return word


class House:
    """An app with a toy service, and a client of it."""

    def __init__(self, app: App, toy: ToyService, client: ToyClient) -> None:
        self.app, self.toy, self.client = app, toy, client

    async def refusal(self, kind: str, does: Does, **options: object) -> tuple[str, str, dict[str, str]]:
        self.toy.does = does
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await self.client.call(kind, "x", **options)
        got = from_rpc_error(failed.value)
        return got.code.name, got.reason, got.metadata


@pytest.fixture
async def house() -> AsyncIterator[House]:
    app = App(Settings(drain_s=1, deadline_s=0.5, max_message_bytes=10_000), "toy")
    toy = ToyService(echo)
    app.add(toy, add_to_server, NAME)
    await app.start()
    yield House(app, toy, ToyClient(await app.channel(app.address)))
    await app.stop()


@pytest.mark.parametrize("kind", KINDS)
async def test_every_kind_of_method_is_answered(house: House, kind: str) -> None:
    assert (await house.client.call(kind, "hello"))[-1] == "hello"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_refusal_arrives_with_its_details(house: House, kind: str) -> None:
    async def refuse(_word: str) -> str:
        raise NotFound("TABLE_NOT_FOUND", "No such table.", table="t")

    assert await house.refusal(kind, refuse) == ("NOT_FOUND", "TABLE_NOT_FOUND", {"table": "t"})


@pytest.mark.parametrize("kind", KINDS)
async def test_a_fault_of_ours_tells_only_the_request_id(house: House, kind: str) -> None:
    async def fail(_word: str) -> str:
        raise KeyError("secret detail")

    with acting_as(Caller(request_id="r1")), capture_logs() as logs:
        assert await house.refusal(kind, fail) == ("INTERNAL", "INTERNAL", {"request_id": "r1"})
    [entry] = [entry for entry in logs if entry["event"] == "call_failed"]
    assert isinstance(entry["exc_info"], KeyError)


async def test_a_store_that_is_away_means_try_again(house: House) -> None:
    async def lose(_word: str) -> str:
        raise StoreConnectionError("10.0.0.7 refused")

    assert (await house.refusal("unary", lose))[:2] == ("UNAVAILABLE", "STORE_UNAVAILABLE")


async def test_a_unary_call_ends_at_our_deadline_though_its_caller_would_wait(house: House) -> None:
    assert (await house.refusal("unary", never, timeout=30))[:2] == ("DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED")


async def test_a_method_that_is_not_there_is_refused_by_name(house: House) -> None:
    missing: Any = house.client.channel.unary_unary(f"/{NAME}/Missing")
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await missing(b"")
    assert from_rpc_error(failed.value).reason == "NOT_IMPLEMENTED"


async def test_bytes_that_are_no_message_are_the_caller_s_fault(house: House) -> None:
    raw: Any = house.client.channel.unary_unary(UNARY)
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await raw(b"\xff\xff\xff")
    assert from_rpc_error(failed.value).reason == "REQUEST_MALFORMED"


async def test_a_message_over_the_limit_is_refused(house: House) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await house.client.call("unary", "x" * 20_000)
    assert failed.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


@pytest.mark.parametrize("kind", KINDS)
async def test_the_caller_is_known_in_the_other_process(house: House, kind: str) -> None:
    async def who(_word: str) -> str:
        caller = context.caller()
        return f"{caller.player} {caller.name} {caller.request_id} {caller.invite}"

    house.toy.does = who
    with acting_as(Caller(player="players/ann", name="Änn", request_id="r1", invite="k3v9")):
        assert (await house.client.call(kind, "x"))[-1] == "players/ann Änn r1 k3v9"


async def test_metadata_that_was_given_is_not_overwritten(house: House) -> None:
    async def who(_word: str) -> str:
        return context.current_request_id()

    house.toy.does = who
    with acting_as(Caller(request_id="r1")):
        assert await house.client.call("unary", "x", metadata=[("nurselog-request-id", "r2")]) == ["r2"]


async def test_calls_are_counted_by_method_and_code(house: House) -> None:
    def count(code: str) -> float:
        return REGISTRY.get_sample_value("nurselog_grpc_calls_total", {"method": UNARY, "code": code}) or 0

    async def refuse(_word: str) -> str:
        raise NotFound("TABLE_NOT_FOUND", "No such table.")

    before = count("OK"), count("NOT_FOUND")
    await house.client.call("unary", "x")
    await house.refusal("unary", refuse)
    assert (count("OK"), count("NOT_FOUND")) == (before[0] + 1, before[1] + 1)


async def test_each_call_is_one_log_entry(house: House) -> None:
    async def refuse(_word: str) -> str:
        raise NotFound("TABLE_NOT_FOUND", "No such table.")

    with capture_logs() as logs:
        await house.client.call("unary", "x")
        await house.refusal("unary", refuse)
    assert [(entry["event"], entry["log_level"], entry["code"]) for entry in logs] == [
        ("call", "debug", "OK"),
        ("call_refused", "info", "NOT_FOUND"),
    ]
    assert logs[1]["reason"] == "TABLE_NOT_FOUND"
