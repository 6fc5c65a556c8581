from __future__ import annotations

import socket
from pathlib import Path

import pytest

from nurselog.chassis.embedded import EmbeddedStore
from nurselog.cli.doctor.backend import check_faces
from nurselog.cli.doctor.machine import check_data, check_games, check_machine
from nurselog.cli.doctor.ports import check_ports
from nurselog.cli.doctor.store import check_store
from nurselog.cli.target import Target

NOWHERE = Target("http://127.0.0.1:1", "127.0.0.1:1", "named")


def test_this_machine_and_its_games_are_fine() -> None:
    findings = [*check_machine(), *check_games()]

    assert not [finding for finding in findings if finding.state == "wrong"]
    assert any("Forest Sky" in finding.what for finding in findings)


def test_a_folder_that_cannot_be_written_is_wrong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # nothing is forbidden to root
    (finding, *_) = check_data(tmp_path / "data", own_store=True)

    assert (finding.state, "NURSELOG_DATA" in finding.advice) == ("wrong", True)


def test_a_port_that_is_taken_is_wrong() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (finding,) = check_ports({"NURSELOG_HTTP_PORT": port, "NURSELOG_GRPC_PORT": 0})

    assert finding.advice == "set NURSELOG_HTTP_PORT to another port"


async def test_the_embedded_store_is_a_good_store(private_store: EmbeddedStore) -> None:
    (finding,) = await check_store(private_store.url, cluster=False)

    assert finding.state == "ok"
    assert "valkey" in finding.what


async def test_a_store_that_forgets_is_wrong(tmp_path: Path) -> None:
    options = {"appendonly": "no", "maxmemory-policy": "allkeys-lru"}
    with EmbeddedStore(tmp_path, options=options) as store:
        findings = await check_store(store.url, cluster=False)

    wrong = [finding.what for finding in findings if finding.state == "wrong"]
    assert any("appendonly is off" in what for what in wrong)
    assert any("maxmemory-policy is allkeys-lru" in what for what in wrong)


async def test_a_store_that_is_no_cluster_is_said_to_be_none(private_store: EmbeddedStore) -> None:
    findings = await check_store(private_store.url, cluster=True)

    assert any("unset REDIS_CLUSTER" in finding.advice for finding in findings)


async def test_a_store_that_is_away_is_wrong() -> None:
    (finding,) = await check_store("redis://:secret@127.0.0.1:1/0", cluster=False)

    assert finding.state == "wrong"
    assert "REDIS_URL" in finding.advice
    assert "secret" not in finding.what


@pytest.mark.parametrize(("expected", "state"), [(True, "wrong"), (False, "note")])
async def test_a_backend_that_is_away_is_wrong_only_if_it_should_be_there(expected: bool, state: str) -> None:  # noqa: FBT001
    (finding,) = await check_faces(NOWHERE, expected=expected)

    assert finding.state == state
