from __future__ import annotations

import compileall
import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools import new_game, protoc
from tools.new_game import Names, Unfit

LIKE = Names.of("forest_sky")
NEW = Names.of("paper_boats")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with one game in it."""
    for name in ("services/nurselog/games/forest_sky", "protos", "deploy"):
        shutil.copytree(protoc.ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "docker-compose.yml"):
        shutil.copy(protoc.ROOT / name, tmp_path / name)
    golden = tmp_path / "tests/playthroughs/forest_sky/first.txt"
    golden.parent.mkdir(parents=True)
    golden.write_text('[Game "forest_sky"]\n', encoding="utf-8")
    picture = tmp_path / "services/nurselog/cli/draw/forest_sky.py"
    picture.parent.mkdir(parents=True)
    picture.write_text("TITLE = 'Forest Sky'\n", encoding="utf-8")
    return tmp_path


def test_every_file_of_the_game_is_copied_under_the_new_name(root: Path) -> None:
    new_game.create(NEW, LIKE, root)

    games = root / "services/nurselog/games"
    files = {path.relative_to(games / "forest_sky") for path in (games / "forest_sky").rglob("*")}
    assert {path.relative_to(games / "paper_boats") for path in (games / "paper_boats").rglob("*")} == files
    assert (root / "tests/playthroughs/paper_boats/first.txt").read_text() == '[Game "paper_boats"]\n'
    assert (root / "services/nurselog/cli/draw/paper_boats.py").read_text() == "TITLE = 'Paper Boats'\n"


def test_nothing_of_the_old_name_stays_in_the_copy(root: Path) -> None:
    new_game.create(NEW, LIKE, root)

    for path in (root / "services/nurselog/games/paper_boats").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not any(form in text for form in LIKE.forms), path


def test_the_copy_compiles_and_so_does_its_contract(root: Path) -> None:
    new_game.create(NEW, LIKE, root)
    protoc.generate(root)

    assert compileall.compile_dir(root / "services", quiet=2)
    assert (root / "gen/nurselog/api/games/paper_boats/v1/paper_boats_pb2.py").is_file()


def test_the_entry_point_names_the_new_package(root: Path) -> None:
    new_game.create(NEW, LIKE, root)

    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["nurselog.games"]["paper_boats"] == "nurselog.games.paper_boats:RULES"
    assert project["entry-points"]["nurselog.games"]["forest_sky"] == "nurselog.games.forest_sky:RULES"


def test_the_game_has_an_engine_in_the_containers(root: Path) -> None:
    new_game.create(NEW, LIKE, root)

    services = compose(root)
    assert services["engine-paper-boats"]["environment"]["NURSELOG_GAMES"] == "paper_boats"
    assert "engine-paper-boats" in services["gateway"]["depends_on"]
    engines = services["gateway"]["environment"]["NURSELOG_ENGINES"].split(",")
    assert {"forest_sky=engine-forest-sky:7000", "paper_boats=engine-paper-boats:7000"} <= set(engines)


def test_the_game_has_an_engine_on_kubernetes(root: Path) -> None:
    new_game.create(NEW, LIKE, root)

    folder = root / "deploy/kubernetes"
    kinds = [
        document["kind"]
        for document in yaml.safe_load_all((folder / "engines.yaml").read_text(encoding="utf-8"))
        if document["metadata"]["name"] == "engine-paper-boats"
    ]
    assert kinds == ["Service", "StatefulSet"]
    config = yaml.safe_load((folder / "config.yaml").read_text(encoding="utf-8"))
    assert ",paper_boats=engine-paper-boats-0.engine-paper-boats:7000|" in config["data"]["NURSELOG_ENGINES"]


def test_the_game_is_scraped(root: Path) -> None:
    new_game.create(NEW, LIKE, root)

    (job,) = yaml.safe_load((root / "deploy/observability/prometheus.yml").read_text(encoding="utf-8"))[
        "scrape_configs"
    ]
    assert "engine-paper-boats:9100" in job["static_configs"][0]["targets"]


@pytest.mark.parametrize(
    ("new", "like", "reason"),
    [
        ("Paper", "forest_sky", "no name for a game"),
        ("paper__boats", "forest_sky", "no name for a game"),
        ("forest_sky", "forest_sky", "already"),
        ("paper_boats", "chess", "no game chess"),
    ],
)
def test_an_unfit_wish_is_refused_before_anything_is_written(
    new: str, like: str, reason: str, root: Path
) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}

    with pytest.raises(Unfit, match=reason):
        new_game.create(Names.of(new), Names.of(like), root)

    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_titles_are_written_as_in_english() -> None:
    assert Names.of("cabin_by_the_sea").title == "Cabin by the Sea"


def compose(root: Path) -> dict[str, dict[str, Any]]:
    command = [Path(sys.executable).with_name("docker-compose"), "--file", root / "docker-compose.yml"]
    done = subprocess.run(
        [*map(str, command), "config", "--format", "json"], capture_output=True, text=True, check=True
    )
    services: dict[str, dict[str, Any]] = json.loads(done.stdout)["services"]
    return services
