"""Every service in one process, for development: one debugger, one log, no isolation.

    python -m nurselog.cli.all_in_one       # with the environment that `nurselog up --all-in-one` makes

Each service is bound as in its own process, with its own port, and they call each other over the loopback.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any

import uvloop

from nurselog.bots import app as bots
from nurselog.bots.settings import BotSettings
from nurselog.chassis import logs
from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.app import App, BackgroundCrashed, load_settings, serve
from nurselog.clock import app as clock
from nurselog.clock.settings import ClockSettings
from nurselog.engine import app as engine
from nurselog.engine.settings import EngineSettings
from nurselog.gateway import app as gateway
from nurselog.gateway.settings import GatewaySettings
from nurselog.matchmaking import app as matchmaking
from nurselog.matchmaking.settings import MatchmakingSettings
from nurselog.scoring import app as scoring
from nurselog.scoring.settings import ScoringSettings
from nurselog.tournament import app as tournament
from nurselog.tournament.settings import TournamentSettings

Part = tuple[type[Any], int, str, Callable[[App[Any]], Awaitable[object]]]
"""Settings, port, name and `bind` of a service."""


async def bind_all() -> list[App[Any]]:
    """All apps, those that others call first."""
    faces = load_settings(GatewaySettings)
    engines = {address for replicas in parse_engines(faces.engines).values() for address in replicas}
    parts: list[Part] = [
        *((EngineSettings, _port(address), "engine", engine.bind) for address in sorted(engines)),
        (MatchmakingSettings, _port(faces.matchmaking), "matchmaking", matchmaking.bind),
        (ScoringSettings, _port(faces.scoring), "scoring", scoring.bind),
        (TournamentSettings, _port(faces.tournament), "tournament", tournament.bind),
        (ClockSettings, _port(faces.clock), "clock", clock.bind),
        (BotSettings, 0, "bots", bots.bind),
        (GatewaySettings, 0, "gateway", gateway.bind),
    ]
    apps: list[App[Any]] = []
    for kind, port, name, bind in parts:
        config = load_settings(kind).model_copy(update={"port": port})
        app: App[Any] = App(config, name)
        await bind(app)
        apps.append(app)
    return apps


async def _run() -> None:
    await serve(await bind_all())


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])


def main() -> None:
    """Runs until a signal; exit code 1 after a crash."""
    config = load_settings(GatewaySettings)
    logs.configure("all_in_one", config.log_format, config.log_level)
    try:
        uvloop.run(_run())
    except BackgroundCrashed:
        sys.exit(1)


if __name__ == "__main__":
    main()
