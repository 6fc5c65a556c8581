"""What runs now: a file in the data folder that `up` writes and the other commands read."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

NAME = "run.json"


@dataclass(frozen=True, slots=True)
class Running:
    """One process of the running stack."""

    name: str
    address: str
    pid: int | None
    ready_s: float
    memory_bytes: int
    restarts: int = 0


@dataclass(frozen=True, slots=True)
class RunFile:
    """The running stack: its faces, its store, its processes, and the supervisor's process."""

    pid: int
    http: str
    grpc: str
    redis_url: str
    engines: str
    ready_s: float
    processes: tuple[Running, ...]

    def write(self, data: Path) -> None:
        """Replaces the file at once, so that no reader sees half of it."""
        fresh = data / f".{NAME}.{os.getpid()}"
        fresh.touch(mode=0o600)  # the store's address may hold its password
        fresh.write_text(json.dumps(asdict(self), indent=1))
        fresh.replace(data / NAME)

    def process(self, name: str) -> Running:
        """A process by its name; KeyError if there is none."""
        for process in self.processes:
            if process.name == name:
                return process
        raise KeyError(name)


def read(data: Path) -> RunFile | None:
    """The stack that runs on this folder; None if none does."""
    try:
        values = json.loads((data / NAME).read_text())
        processes = tuple(Running(**process) for process in values.pop("processes"))
        found = RunFile(**values, processes=processes)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return found if _lives(found.pid) else None


def remove(data: Path) -> None:
    """Nothing runs here any more."""
    (data / NAME).unlink(missing_ok=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
