"""Which processes make a stack, with their addresses and settings: values only, nothing is started here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from nurselog.chassis.addresses import format_engines

HOST = "127.0.0.1"

SERVICES = ("matchmaking", "scoring", "tournament", "clock", "bots")
"""The processes beside engines and gateway."""

Probe = Literal["grpc", "http", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessPlan:
    """One process of the stack. Processes of a later stage need those of the earlier ones."""

    name: str
    argv: tuple[str, ...]
    address: str
    probe: Probe = "grpc"
    stage: int = 1
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StackPlan:
    """What `up` starts, in the order of the table it prints; the embedded store comes on top of it."""

    redis_url: str
    http_port: int
    grpc_port: int
    engines: Mapping[str, tuple[str, ...]]
    processes: tuple[ProcessPlan, ...]

    @property
    def http_url(self) -> str:
        """Where REST, the sockets and the docs answer."""
        return f"http://{HOST}:{self.http_port}"

    @property
    def grpc_address(self) -> str:
        """Where the public gRPC face answers."""
        return f"{HOST}:{self.grpc_port}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the person who starts the stack decided."""

    data: Path
    redis_url: str
    http_port: int
    grpc_port: int
    games: tuple[str, ...] = ()
    """The games to serve; empty: all that are installed."""
    all_in_one: bool = False
    console_logs: bool = False
    env: Mapping[str, str] = field(default_factory=dict)
    """Settings for all processes, beside those of the environment."""


def make_plan(wishes: Wishes, games: Iterable[str], free_port: Callable[[], int]) -> StackPlan:
    """The stack for these games; all addresses are decided here: a restarted process is found again."""
    http_port, grpc_port = wishes.http_port or free_port(), wishes.grpc_port or free_port()
    engines = _engine_addresses(games, free_port, one=wishes.all_in_one)
    services = {name: f"{HOST}:{free_port()}" for name in SERVICES}
    shared = {
        **_shared_env(wishes, engines, services),
        "NURSELOG_CLOCK_GATEWAYS": f"{HOST}:{grpc_port}",
    }
    faces = {**shared, "NURSELOG_HTTP_PORT": str(http_port), "NURSELOG_GRPC_PORT": str(grpc_port)}
    front = f"{HOST}:{http_port}"
    processes = (
        *(_engine(game, address, shared) for game, (address,) in engines.items()),
        *(_service(name, address, shared) for name, address in services.items()),
        _python("gateway", "nurselog.gateway", front, faces, probe="http", stage=3),
    )
    everything = {**faces, "NURSELOG_GAMES": ",".join(engines)}
    whole = (_python("all_in_one", "nurselog.cli.all_in_one", front, everything, probe="http"),)
    return StackPlan(
        redis_url=wishes.redis_url,
        http_port=http_port,
        grpc_port=grpc_port,
        engines=engines,
        processes=whole if wishes.all_in_one else processes,
    )


def _engine_addresses(
    games: Iterable[str], free_port: Callable[[], int], *, one: bool
) -> dict[str, tuple[str, ...]]:
    """An address for each game, or one for all."""
    if one:
        return dict.fromkeys(games, (f"{HOST}:{free_port()}",))
    return {game: (f"{HOST}:{free_port()}",) for game in games}


def _shared_env(
    wishes: Wishes, engines: Mapping[str, tuple[str, ...]], services: Mapping[str, str]
) -> dict[str, str]:
    return {
        "REDIS_URL": wishes.redis_url,
        "NURSELOG_DATA": str(wishes.data),
        "NURSELOG_ENGINES": format_engines(engines),
        "NURSELOG_MATCHMAKING": services["matchmaking"],
        "NURSELOG_SCORING": services["scoring"],
        "NURSELOG_TOURNAMENT": services["tournament"],
        "NURSELOG_CLOCK": services["clock"],
        "NURSELOG_SESSION_KEY_FILE": str(wishes.data / "session.key"),
        "NURSELOG_ARCHIVE_DIR": str(wishes.data / "records"),
        "NURSELOG_LOG_FORMAT": "console" if wishes.console_logs else "json",
        "PYTHONUNBUFFERED": "1",
        **wishes.env,
    }


def _engine(game: str, address: str, env: Mapping[str, str]) -> ProcessPlan:
    plan = _python(f"engine-{game}", "nurselog.engine", address, env)
    return replace(plan, argv=(*plan.argv, "--game", game))


def _service(name: str, address: str, env: Mapping[str, str]) -> ProcessPlan:
    return _python(name, f"nurselog.{name}", address, env, stage=2)


def _python(
    name: str, module: str, address: str, env: Mapping[str, str], *, probe: Probe = "grpc", stage: int = 1
) -> ProcessPlan:
    own = {"NURSELOG_HOST": HOST, "NURSELOG_PORT": address.rpartition(":")[2]} if probe == "grpc" else {}
    argv = (sys.executable, "-m", module)
    return ProcessPlan(name=name, argv=argv, address=address, probe=probe, stage=stage, env={**env, **own})


def environment_of(plan: ProcessPlan) -> dict[str, str]:
    """The whole environment of a process: what this process has, and what the plan says on top."""
    return {**os.environ, **plan.env}
