from __future__ import annotations

import fnmatch
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.unit.deploy.house import DEPLOY
from tools.protoc import ROOT

TEXT = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
BUILD, FINAL = re.split(r"(?m)^(?=FROM )", TEXT)[1:]
BESIDE_THE_CODE = ("*.py", "*.pyi", "*.lua", "*.md", "*.html", "*.js", "*.css", "*.json")


def copied(stage: str) -> list[str]:
    """What a stage copies from the checkout."""
    lines = re.findall(r"(?m)^COPY (?!--from)(.+)$", stage)
    return [word.rstrip("/") for line in lines for word in line.split()[:-1]]


def test_hadolint_finds_nothing() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    command = [str(hadolint), str(DEPLOY / "Dockerfile")]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_context_holds_what_is_copied_and_nothing_else() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    assert "*" in ignored
    assert {line.removeprefix("!") for line in ignored if line.startswith("!")} == set(copied(BUILD))


def test_the_image_carries_no_tools_of_the_builder() -> None:
    assert copied(FINAL) == []
    assert "pip install" not in FINAL
    assert "[dev]" not in TEXT


def test_the_process_is_not_root_and_owns_its_folders() -> None:
    assert re.search(r"(?m)^USER 10001:10001$", FINAL)
    assert "--owner nurselog --group nurselog /data /data/records /data/keys" in FINAL


@pytest.mark.parametrize("module", re.findall(r'"-m", "([\w.]+)"', TEXT))
def test_commands_are_modules_that_can_be_run(module: str) -> None:
    assert find_spec(module) or find_spec(f"{module}.__main__")


def test_what_is_copied_suffices_to_build_the_whole_package(tmp_path: Path) -> None:
    for name in copied(BUILD):
        source, target = ROOT / name, tmp_path / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)

    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(tmp_path / "out"), str(tmp_path)], check=True)

    (wheel,) = (tmp_path / "out").glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert code(tmp_path / "services") | code(tmp_path / "gateway") <= packed
    assert "nurselog/api/game/v1/game_service_pb2_grpc.py" in packed


def code(root: Path) -> set[str]:
    """The files of a source root that belong into the package."""
    files = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return {name for name in files if any(fnmatch.fnmatch(name, kind) for kind in BESIDE_THE_CODE)}
