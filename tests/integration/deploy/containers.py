"""The services of docker-compose.yml as plain processes: same commands, variables, order and health checks.

What a container engine adds is taken away: each service has its own free ports instead of its own address,
and a folder instead of volumes.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nurselog.chassis import embedded
from tools.protoc import ROOT

DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text(encoding="utf-8")
READY_S = 60.0

Service = dict[str, Any]


def services() -> dict[str, Service]:
    """What Docker Compose reads in our file."""
    compose = Path(sys.executable).with_name("docker-compose")
    command = [str(compose), "--file", str(ROOT / "docker-compose.yml"), "config", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Service] = json.loads(done.stdout)["services"]
    return found


@dataclass
class Containers:
    """All services, started in the order in which each finds what it needs healthy."""

    folder: Path
    services: dict[str, Service]
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    ports: dict[tuple[str, str], int] = field(default_factory=dict)

    def up(self) -> None:
        """Returns when all are healthy."""
        waiting = dict(self.services)
        while waiting:
            able = [
                name for name, one in waiting.items() if not set(one.get("depends_on", ())) & set(waiting)
            ]
            for name in able:
                self._start(name)
            for name in able:
                self._until_healthy(name)
                del waiting[name]

    def down(self) -> dict[str, int]:
        """Stops all as an engine does, the last first; the exit codes."""
        for process in reversed(self.running.values()):
            process.send_signal(signal.SIGTERM)
        return {name: process.wait(timeout=READY_S) for name, process in self.running.items()}

    def kill(self) -> None:
        """Leaves nothing behind, whatever happened."""
        for process in self.running.values():
            process.kill()
            process.wait()

    def port(self, service: str, inside: str) -> int:
        """The port on this machine that stands for a port inside a container."""
        return self.ports.setdefault((service, inside), embedded.free_port())

    def said(self, name: str) -> str:
        """What a service wrote."""
        return (self.folder / f"{name}.log").read_text(encoding="utf-8")

    def _start(self, name: str) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                self._command(name, self.services[name]["command"]),
                env=self._environment(name),
                cwd=self.folder,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def _until_healthy(self, name: str) -> None:
        check = self.services[name].get("healthcheck", {}).get("test") or _health_check_of_the_image()
        command = self._command(name, check[1:])
        end = time.monotonic() + READY_S
        while subprocess.run(
            command, env=self._environment(name), capture_output=True, check=False
        ).returncode:
            assert self.running[name].poll() is None, self.said(name)
            assert time.monotonic() < end, self.said(name)

    def _command(self, name: str, words: list[str]) -> list[str]:
        match words:
            case ["valkey-server", _]:
                folder = self._path("/data/store")
                inside = ["--dir", folder, "--bind", "127.0.0.1", "--port", str(self.port(name, "6379"))]
                return [str(embedded.binary()), str(ROOT / "deploy/redis/valkey.conf"), *inside]
            case ["valkey-cli", "ping"]:
                address = f"127.0.0.1:{self.port(name, '6379')}"
                return [sys.executable, "-c", _PING.format(*address.split(":"))]
            case ["python", *rest]:
                return [sys.executable, *(self._here(name, word) for word in rest)]
        raise AssertionError(f"{name} runs {words}")

    def _environment(self, name: str) -> dict[str, str]:
        image = dict(re.findall(r"(NURSELOG_\w+)=(\S+)", DOCKERFILE))
        told = {**image, **self.services[name].get("environment", {})}
        ours = {
            key: value for key, value in os.environ.items() if not key.startswith(("NURSELOG_", "REDIS_"))
        }
        return {
            **ours,
            **{key: self._here(name, value, port=key.endswith("_PORT")) for key, value in told.items()},
        }

    def _here(self, name: str, text: str, *, port: bool = False) -> str:
        """A value as it must read on this machine: addresses, ports and paths."""
        if port:
            return str(self.port(name, text))
        if text == "0.0.0.0":
            return "127.0.0.1"
        text = re.sub(r"127\.0\.0\.1:(\d+)", lambda found: f"127.0.0.1:{self.port(name, found[1])}", text)
        others = "|".join(map(re.escape, self.services))
        text = re.sub(
            rf"\b({others}):(\d+)", lambda found: f"127.0.0.1:{self.port(found[1], found[2])}", text
        )
        return self._path(text) if text.startswith("/data") else text

    def _path(self, inside: str) -> str:
        """The folder that stands for a volume; those of one path are shared, as the volumes are."""
        path = self.folder / inside.lstrip("/")
        (path.parent if path.suffix else path).mkdir(parents=True, exist_ok=True)
        return str(path)


def _health_check_of_the_image() -> list[str]:
    found = re.search(r"HEALTHCHECK .*\n\s+CMD (\[.*\])", DOCKERFILE)
    assert found
    return ["CMD", *json.loads(found[1])]


_PING = """
import socket
with socket.create_connection(({0!r}, {1}), timeout=1) as store:
    store.sendall(b"PING\\r\\n")
    raise SystemExit(store.recv(16) != b"+PONG\\r\\n")
"""
