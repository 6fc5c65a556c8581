"""The life of a process: start, readiness, drain, crash. Over real connections, without a store."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from typing import Any, cast

import grpc
import httpx
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from structlog.testing import capture_logs

from nurselog.chassis.app import App, BackgroundCrashed, load_settings, serve
from nurselog.chassis.config import Settings
from nurselog.chassis.embedded import free_port
from nurselog.chassis.errors import from_rpc_error
from tests.support.toy_service import NAME, ToyClient, ToyService, add_to_server, never

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def echo(word: str) -> str:
    return word


@pytest.fixture
async def app() -> AsyncIterator[App]:
    made = App(Settings(drain_s=2), "toy")
    yield made
    await made.stop()


async def health(app: App, service: str = "") -> int:
    async with grpc.aio.insecure_channel(app.address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
        return int(answer.status)


async def test_a_free_port_is_taken_and_told(app: App) -> None:
    with capture_logs() as logs:
        await app.start()
    assert app.port > 0
    assert app.address == f"127.0.0.1:{app.port}"
    [entry] = [entry for entry in logs if entry["event"] == "listening"]
    assert entry["address"] == app.address


async def test_a_taken_port_is_an_error_not_shared(app: App) -> None:
    await app.start()
    second = App(Settings(port=app.port), "second")
    with pytest.raises(RuntimeError, match=str(app.port)):
        await second.start()


async def test_health_is_not_serving_until_every_check_passes(app: App) -> None:
    ready = False

    async def check() -> bool:
        return ready

    app.add(ToyService(echo), add_to_server)
    app.ready_when(check)
    await app.start()
    assert await health(app) == await health(app, NAME) == NOT_SERVING
    ready = True
    await app.readiness.wait()
    assert await health(app) == await health(app, NAME) == SERVING


async def test_a_check_that_raises_means_not_ready_and_is_named(app: App) -> None:
    async def store() -> None:
        raise ConnectionError("refused")

    app.ready_when(store, "store")
    assert await app.readiness.failing() == {"store": "ConnectionError: refused"}


async def test_readiness_is_lost_when_a_check_stops_passing(app: App) -> None:
    healthy = True

    async def check() -> bool:
        return healthy

    app.ready_when(check)
    await app.start()
    await app.readiness.wait()
    healthy = False
    await app.readiness.wait(ready=False)
    assert await health(app) == NOT_SERVING


async def test_services_are_listed_by_reflection(app: App) -> None:
    app.add(ToyService(echo), add_to_server)
    await app.start()
    async with grpc.aio.insecure_channel(app.address) as channel:
        stub = cast("Any", reflection_pb2_grpc.ServerReflectionStub)(channel)
        call = stub.ServerReflectionInfo()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services="*"))
        answer = await call.read()
        await call.done_writing()
    names = {service.name for service in answer.list_services_response.service}
    assert names == {NAME, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}


def test_a_servicer_is_what_its_caller_thinks_it_is() -> None:
    async def add() -> None:
        App(Settings(), "toy").add(ToyService(echo), add_to_server, "nurselog.test.OtherService")

    with pytest.raises(ValueError, match="OtherService"):
        asyncio.run(add())


async def test_metrics_are_served_on_their_own_port() -> None:
    app = App(Settings(metrics_port=free_port()), "toy")
    await app.start()
    async with httpx.AsyncClient() as client:
        text = (await client.get(f"http://127.0.0.1:{app.metrics_port}/metrics")).text
    await app.stop()
    assert "nurselog_grpc_calls_total" in text
    with closing(socket.socket()) as probe:
        assert probe.connect_ex(("127.0.0.1", app.metrics_port)) != 0


async def test_work_that_crashes_ends_the_process(app: App) -> None:
    async def crash() -> None:
        raise KeyError("bug")

    app.background("crash", crash)
    with capture_logs() as logs, pytest.raises(BackgroundCrashed, match="toy:crash"):
        await app.serve()
    [entry] = [entry for entry in logs if entry["event"] == "background_crashed"]
    assert isinstance(entry["exc_info"], KeyError)


async def test_work_that_ends_though_it_never_should_ends_the_process(app: App) -> None:
    async def end() -> None:
        pass

    app.background("end", end)
    with pytest.raises(BackgroundCrashed, match="toy:end"):
        await app.serve()


async def test_two_works_of_one_name_are_a_mistake(app: App) -> None:
    app.background("x", asyncio.Event().wait)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="x"):
        app.background("x", asyncio.Event().wait)  # type: ignore[arg-type]


async def test_a_running_call_ends_before_the_process_does(app: App) -> None:
    started, release = asyncio.Event(), asyncio.Event()

    async def slow(word: str) -> str:
        started.set()
        await release.wait()
        return word

    app.add(ToyService(slow), add_to_server)
    await app.start()
    async with grpc.aio.insecure_channel(app.address) as channel:
        call = asyncio.create_task(ToyClient(channel).call("unary", "done"))
        await started.wait()
        stop = asyncio.create_task(app.stop())
        await app.readiness.wait(ready=False)
        release.set()
        assert await call == ["done"]
        await stop


async def test_a_call_that_outlives_the_drain_is_cut() -> None:
    started = asyncio.Event()

    async def wait(_word: str) -> str:
        started.set()
        return await never(_word)

    app = App(Settings(drain_s=0.1), "toy")
    app.add(ToyService(wait), add_to_server)
    await app.start()
    async with grpc.aio.insecure_channel(app.address) as channel:
        call = asyncio.create_task(ToyClient(channel).call("unary", "x"))
        await started.wait()
        await app.stop()
        with pytest.raises(grpc.aio.AioRpcError):
            await call


@pytest.mark.parametrize("kind", ["unary_stream", "stream_stream", "writer"])
async def test_open_streams_are_sent_elsewhere_by_name(app: App, kind: str) -> None:
    started = asyncio.Event()

    async def wait(_word: str) -> str:
        started.set()
        return await never(_word)

    app.add(ToyService(wait), add_to_server)
    await app.start()
    async with grpc.aio.insecure_channel(app.address) as channel:
        call = asyncio.create_task(ToyClient(channel).call(kind, "x"))
        await started.wait()
        async with asyncio.timeout(1):
            await app.stop()
        with pytest.raises(grpc.aio.AioRpcError) as ended:
            await call
    assert from_rpc_error(ended.value).reason == "SERVICE_UNAVAILABLE"


async def test_the_end_comes_in_order(app: App) -> None:
    seen: list[str] = []

    async def note(what: str) -> None:
        seen.append(what)

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            seen.append("work")

    app.on_drain(lambda: note("drain"))
    app.on_close(lambda: note("opened first"))
    app.on_close(lambda: note("opened last"))
    app.background("work", work)
    await app.start()
    await app.readiness.wait()
    await app.stop()
    assert seen == ["drain", "work", "opened last", "opened first"]


async def test_an_end_goes_on_whatever_fails_in_it(app: App) -> None:
    closed = asyncio.Event()

    async def fail() -> None:
        raise OSError("broken")

    async def close() -> None:
        closed.set()

    app.on_close(close)
    app.on_close(fail)
    app.on_drain(fail)
    await app.start()
    await app.stop()
    assert closed.is_set()


async def test_several_apps_share_a_process_and_its_end() -> None:
    apps = [App(Settings(), name) for name in ("one", "two")]

    async def crash() -> None:
        await apps[0].readiness.wait()
        raise KeyError("bug")

    apps[1].background("crash", crash)
    with pytest.raises(BackgroundCrashed, match="two:crash"):
        await serve(apps)
    for app in apps:
        with suppress(ConnectionError), closing(socket.socket()) as probe:
            assert probe.connect_ex(("127.0.0.1", app.port)) != 0


def test_a_wrong_setting_ends_the_process_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NURSELOG_PORT", "many")
    with capture_logs() as logs, pytest.raises(SystemExit) as ended:
        load_settings(Settings)
    assert ended.value.code == 2
    assert list(logs[0]["settings"]) == ["NURSELOG_PORT"]
