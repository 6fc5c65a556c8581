from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from nurselog.chassis import probe

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.fixture
def servicer() -> health.HealthServicer:
    return health.HealthServicer()


@pytest.fixture
def port(servicer: health.HealthServicer) -> Iterator[int]:
    server = grpc.server(ThreadPoolExecutor(1))
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield port
    server.stop(None).wait()


def test_a_process_that_serves_is_healthy(servicer: health.HealthServicer, port: int) -> None:
    servicer.set("", SERVING)

    assert probe.main([f"127.0.0.1:{port}"]) == 0


def test_a_process_that_drains_is_not(servicer: health.HealthServicer, port: int) -> None:
    servicer.set("", NOT_SERVING)

    assert probe.main([f"127.0.0.1:{port}"]) == 1


def test_the_own_settings_say_where_to_ask(
    servicer: health.HealthServicer, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    servicer.set("", SERVING)
    monkeypatch.setenv("NURSELOG_PORT", str(port))

    assert probe.main([]) == 0


def test_nobody_there_is_an_answer_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert probe.main(["127.0.0.1:1"]) == 1
    assert capsys.readouterr().out == "127.0.0.1:1 does not serve\n"
