from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nurselog.chassis.addresses import parse_engines
from tests.unit.deploy.house import engine_of, games, processes, variables
from tools.protoc import ROOT

COMPOSE = Path(sys.executable).with_name("docker-compose")
PORT = "7000"


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    """The services as Docker Compose itself reads them; it needs no engine for that."""
    command = [str(COMPOSE), "--file", str(ROOT / "docker-compose.yml"), "--profile", "*", "config"]
    done = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)["services"]
    return found


@pytest.fixture(scope="module")
def ours(services: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Those that run our image."""
    return {name: service for name, service in services.items() if service["image"].startswith("nurselog:")}


def module_of(service: dict[str, Any]) -> str:
    command = service["command"]
    assert command[:2] == ["python", "-m"]
    return str(command[2]).removeprefix("nurselog.")


def test_every_process_of_the_house_has_a_service(ours: dict[str, dict[str, Any]]) -> None:
    assert {module_of(service) for service in ours.values()} == processes()


def test_every_game_has_an_engine_and_no_engine_is_left_over(ours: dict[str, dict[str, Any]]) -> None:
    engines = {name: service for name, service in ours.items() if module_of(service) == "engine"}

    assert {name: service["environment"]["NURSELOG_GAMES"] for name, service in engines.items()} == {
        engine_of(game): game for game in games()
    }


def test_the_addresses_of_the_engines_are_those_of_the_services(ours: dict[str, dict[str, Any]]) -> None:
    for service in ours.values():
        assert parse_engines(service["environment"]["NURSELOG_ENGINES"]) == {
            game: (f"{engine_of(game)}:{PORT}",) for game in games()
        }


def test_each_variable_is_one_that_its_process_reads(ours: dict[str, dict[str, Any]]) -> None:
    everybodys = set.intersection(*(set(service["environment"]) for service in ours.values()))
    for name, service in ours.items():
        unknown = set(service["environment"]) - everybodys - variables(module_of(service))
        assert not unknown, name


def test_variables_that_all_share_are_read_by_some(ours: dict[str, dict[str, Any]]) -> None:
    everybodys = set.intersection(*(set(service["environment"]) for service in ours.values()))

    assert everybodys <= set.union(*(variables(process) for process in processes()))


def test_nobody_starts_before_what_it_needs_is_healthy(services: dict[str, dict[str, Any]]) -> None:
    for name, service in services.items():
        for needed, how in service.get("depends_on", {}).items():
            condition = "service_started" if name == "grafana" else "service_healthy"
            assert how["condition"] == condition, f"{name} -> {needed}"


def test_the_gateway_waits_for_all_it_speaks_to(ours: dict[str, dict[str, Any]]) -> None:
    needed = {"store", "matchmaking", "scoring", "tournament", *(engine_of(game) for game in games())}

    assert needed <= ours["gateway"]["depends_on"].keys()


def test_only_the_gateway_is_reachable_and_by_default_from_this_machine_only(
    ours: dict[str, dict[str, Any]],
) -> None:
    assert [name for name, service in ours.items() if service.get("ports")] == ["gateway"]
    assert {port["host_ip"] for port in ours["gateway"]["ports"]} == {"127.0.0.1"}


def test_the_store_appends_and_keeps(services: dict[str, dict[str, Any]]) -> None:
    store = services["store"]

    assert store["command"][1] == "/etc/valkey/valkey.conf"
    assert {"source": "store", "target": "/data"}.items() <= store["volumes"][1].items()
    assert store["healthcheck"]["test"] == ["CMD", "valkey-cli", "ping"]


def test_processes_write_to_their_volumes_only(ours: dict[str, dict[str, Any]]) -> None:
    for name, service in ours.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name


def test_files_that_are_mounted_exist(services: dict[str, dict[str, Any]]) -> None:
    for service in services.values():
        for volume in service.get("volumes", []):
            if volume["type"] == "bind":
                assert Path(volume["source"]).exists()
