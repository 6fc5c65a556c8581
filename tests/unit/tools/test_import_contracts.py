"""The contracts of import-linter know every room, and each of them bites: tried on a small house."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.protoc import ROOT

LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]

HOUSE = {
    "api.common.v1.seat_pb2": "",
    "api.game.v1.game_pb2": "",
    "api.games.alpha.v1.alpha_pb2": "",
    "chassis.app": "import asyncio, os, grpc, nurselog.api.common.v1.seat_pb2",
    "chassis.consumer": "import nurselog.chassis.redis",
    "chassis.redis": "import redis",
    "rules.api": "import dataclasses",
    "games.alpha.moves": "import nurselog.rules.api",
    "games.alpha.views": "import nurselog.games.alpha.moves, nurselog.api.games.alpha.v1.alpha_pb2",
    "games.alpha.wire": "import nurselog.api.games.alpha.v1.alpha_pb2",
    "games.alpha.play": "import nurselog.games.alpha.views, nurselog.games.alpha.wire",
    "games.beta.moves": "import nurselog.rules.api",
    "engine.app": "import nurselog.engine.service, nurselog.engine.redis_log, nurselog.chassis.app",
    "engine.service": "import nurselog.rules.api, nurselog.api.game.v1.game_pb2",
    "engine.engine_service": "import nurselog.engine.service",
    "engine.redis_log": "import redis, nurselog.chassis.redis",
    "clock.app": "import nurselog.chassis.app, nurselog.chassis.consumer",
    "matchmaking.app": "import nurselog.chassis.app, nurselog.api.game.v1.game_pb2",
    "scoring.app": "import nurselog.chassis.app, nurselog.rules.api",
    "scoring.board_service": "",
    "scoring.operator_service": "",
    "scoring.ratings_service": "",
    "tournament.app": "import nurselog.chassis.app, nurselog.tournament.formats.registry",
    "tournament.values": "import dataclasses",
    "tournament.luck": "import nurselog.rules.api",
    "tournament.pairing.swiss": "import nurselog.tournament.values",
    "tournament.standings.sheet": "import nurselog.tournament.values",
    "tournament.formats.registry": "import nurselog.tournament.pairing.swiss",
    "tournament.export.csv_sheet": "import nurselog.tournament.standings.sheet",
    "bots.app": "import nurselog.chassis.app, nurselog.rules.api",
    "gateway.app": "import nurselog.chassis.app, nurselog.gateway.store",
    "gateway.session_service": "import nurselog.api.game.v1.game_pb2",
    "gateway.store": "import redis, nurselog.chassis.redis",
    "cli.main": "import nurselog.engine.app, nurselog.gateway.app, time",
}

BREACHES = [
    ("rules.api", "random"),
    ("rules.api", "time"),
    ("rules.api", "nurselog.api.common.v1.seat_pb2"),
    ("games.alpha.moves", "os"),
    ("games.alpha.moves", "nurselog.chassis.app"),
    ("games.alpha.moves", "nurselog.games.beta.moves"),
    ("games.alpha.moves", "nurselog.api.games.alpha.v1.alpha_pb2"),
    ("chassis.app", "nurselog.rules.api"),
    ("chassis.app", "nurselog.api.game.v1.game_pb2"),
    ("engine.service", "nurselog.games.alpha.moves"),
    ("engine.service", "redis"),
    ("matchmaking.app", "nurselog.scoring.app"),
    ("matchmaking.app", "nurselog.rules.api"),
    ("tournament.app", "nurselog.scoring.app"),
    ("tournament.pairing.swiss", "asyncio"),
    ("clock.app", "nurselog.rules.api"),
    ("gateway.app", "nurselog.rules.api"),
    ("gateway.app", "nurselog.engine.app"),
    ("gateway.app", "redis"),
    ("bots.app", "nurselog.cli.main"),
]


def build(root: Path, house: dict[str, str]) -> None:
    for name, text in house.items():
        path = root.joinpath("nurselog", *name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
        for folder in path.relative_to(root / "nurselog").parents[:-1]:
            (root / "nurselog" / folder / "__init__.py").touch()


def lint(root: Path) -> tuple[int, str]:
    """Runs the linter with our contracts over that house instead of ours."""
    command = [
        Path(sys.executable).with_name("lint-imports"),
        "--config",
        ROOT / "pyproject.toml",
        "--no-cache",
    ]
    shell = {**os.environ, "PYTHONPATH": str(root), "COLUMNS": "200"}
    done = subprocess.run(
        [str(word) for word in command], cwd=root, env=shell, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def test_every_room_is_known() -> None:
    rooms = {path.name for path in (*ROOT.glob("services/nurselog/*"), *ROOT.glob("gateway/nurselog/*"))}
    names = {f"nurselog.{room}" for room in rooms - {"__pycache__"}} | {"nurselog.api"}
    (floors,) = (contract["layers"] for contract in LINTER["contracts"] if contract["id"] == "floors")

    assert names == set(LINTER["root_packages"])
    assert names == {room.strip() for floor in floors for room in floor.split("|")}


def test_every_service_module_is_watched() -> None:
    (watched,) = (
        contract["source_modules"]
        for contract in LINTER["contracts"]
        if contract["id"] == "services-hold-no-redis-call"
    )
    found = (*ROOT.glob("services/nurselog/*/*_service.py"), *ROOT.glob("gateway/nurselog/*/*_service.py"))

    assert set(watched) == {"nurselog.*.service"} | {f"nurselog.{p.parent.name}.{p.stem}" for p in found}


def test_a_house_in_order_passes(tmp_path: Path) -> None:
    build(tmp_path, HOUSE)

    code, said = lint(tmp_path)

    assert code == 0, said


@pytest.fixture(scope="module")
def said_of_all_breaches(tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("house")
    broken = dict(HOUSE)
    for module, imported in BREACHES:
        broken[module] += f"\nimport {imported}"
    build(root, broken)
    return lint(root)[1]


@pytest.mark.parametrize(("module", "imported"), BREACHES)
def test_a_breach_is_named(module: str, imported: str, said_of_all_breaches: str) -> None:
    assert f"nurselog.{module} -> {imported} " in said_of_all_breaches


@pytest.mark.parametrize("name", [contract["name"] for contract in LINTER["contracts"]])
def test_every_contract_bites(name: str, said_of_all_breaches: str) -> None:
    assert f"{name} BROKEN" in said_of_all_breaches
