"""What there is to deploy, read from the code: the games, the processes, and what each can be told."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml

from nurselog.chassis.config import Settings, describe
from tools.protoc import ROOT

DEPLOY = ROOT / "deploy"
NO_PROCESS = {"cli"}
"""Packages with a `__main__` that is a command of a person, not a process of the stack."""


def games() -> list[str]:
    """The members of the entry point group, without importing any."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return sorted(project["entry-points"]["nurselog.games"])


def processes() -> set[str]:
    """The packages that are started as `python -m nurselog.<name>`."""
    mains = (*ROOT.glob("services/nurselog/*/__main__.py"), *ROOT.glob("gateway/nurselog/*/__main__.py"))
    return {path.parent.name for path in mains} - NO_PROCESS


def variables(process: str) -> set[str]:
    """The environment variables that a process reads."""
    module = import_module(f"nurselog.{process}.settings")
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Settings)]
    return {row.variable for kind in kinds for row in describe(kind)}


def engine_of(game: str) -> str:
    """The name of a game's engine in a deployment: underscores are not allowed in host names."""
    return f"engine-{game.replace('_', '-')}"


def documents(path: Path) -> list[dict[str, Any]]:
    """The documents of a YAML file."""
    return [document for document in yaml.safe_load_all(path.read_text(encoding="utf-8")) if document]
