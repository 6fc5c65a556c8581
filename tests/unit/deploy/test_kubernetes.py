from __future__ import annotations

from typing import Any

import pytest

from nurselog.chassis.addresses import parse_engines
from tests.unit.deploy.house import DEPLOY, documents, engine_of, games, processes, variables

FOLDER = DEPLOY / "kubernetes"
KUSTOMIZATION = documents(FOLDER / "kustomization.yaml")[0]
RESOURCES = [document for name in KUSTOMIZATION["resources"] for document in documents(FOLDER / name)]
PROCESS = documents(FOLDER / "process.yaml")[0]["spec"]["template"]["spec"]
CONFIG = next(d["data"] for d in RESOURCES if d["kind"] == "ConfigMap")
WORKLOADS = {
    d["metadata"]["name"]: d
    for d in RESOURCES
    if d["metadata"].get("labels", {}).get("app.kubernetes.io/part-of") == "nurselog"
}
SERVICES = {d["metadata"]["name"]: d["spec"] for d in RESOURCES if d["kind"] == "Service"}


def container(workload: dict[str, Any]) -> dict[str, Any]:
    (only,) = workload["spec"]["template"]["spec"]["containers"]
    found: dict[str, Any] = only
    return found


def module_of(workload: dict[str, Any]) -> str:
    command = container(workload)["command"]
    assert command[:2] == ["python", "-m"]
    return str(command[2]).removeprefix("nurselog.")


def own_variables(workload: dict[str, Any]) -> dict[str, str]:
    return {entry["name"]: entry["value"] for entry in container(workload).get("env", [])}


def test_every_file_is_used() -> None:
    used = {"kustomization.yaml", "process.yaml", *KUSTOMIZATION["resources"]}

    assert {path.name for path in FOLDER.iterdir()} == used


def test_every_process_of_the_house_has_a_workload() -> None:
    assert {module_of(workload) for workload in WORKLOADS.values()} == processes()


def test_every_game_has_an_engine_and_no_engine_is_left_over() -> None:
    engines = {name: w for name, w in WORKLOADS.items() if module_of(w) == "engine"}

    assert {name: own_variables(w)["NURSELOG_GAMES"] for name, w in engines.items()} == {
        engine_of(game): game for game in games()
    }


def test_every_replica_of_an_engine_has_an_address() -> None:
    addresses = parse_engines(CONFIG["NURSELOG_ENGINES"])

    for game in games():
        name = engine_of(game)
        assert SERVICES[name]["clusterIP"] == "None"
        replicas = range(WORKLOADS[name]["spec"]["replicas"])
        assert addresses[game] == tuple(f"{name}-{number}.{name}:7000" for number in replicas)


@pytest.mark.parametrize(
    "variable",
    [
        "NURSELOG_MATCHMAKING",
        "NURSELOG_SCORING",
        "NURSELOG_TOURNAMENT",
        "NURSELOG_CLOCK",
        "NURSELOG_CLOCK_GATEWAYS",
    ],
)
def test_addresses_are_those_of_services(variable: str) -> None:
    name, _, port = CONFIG[variable].partition(":")

    assert int(port) in {one["port"] for one in SERVICES[name]["ports"]}


@pytest.mark.parametrize("name", WORKLOADS)
def test_each_variable_is_one_that_its_process_reads(name: str) -> None:
    workload = WORKLOADS[name]

    assert own_variables(workload).keys() <= variables(module_of(workload))


def test_variables_that_all_share_are_read_by_some() -> None:
    assert CONFIG.keys() <= set.union(*(variables(process) for process in processes()))


@pytest.mark.parametrize("name", WORKLOADS)
def test_what_every_process_has_can_be_merged_into_each_workload(name: str) -> None:
    spec = WORKLOADS[name]["spec"]
    own = container(WORKLOADS[name])

    assert own["name"] == PROCESS["containers"][0]["name"]
    assert own["image"] == PROCESS["containers"][0]["image"] == KUSTOMIZATION["images"][0]["name"]
    assert "grpc" in {port["name"] for port in own["ports"]}, "the liveness probe asks this port"
    assert "readinessProbe" in own
    assert spec["selector"]["matchLabels"].items() <= spec["template"]["metadata"]["labels"].items()


def test_processes_are_not_root_and_write_to_their_volumes_only() -> None:
    assert PROCESS["securityContext"]["runAsNonRoot"]
    assert PROCESS["containers"][0]["securityContext"]["readOnlyRootFilesystem"]
