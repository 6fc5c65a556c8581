"""How the clock worker is put together."""

from __future__ import annotations

from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.app import App
from nurselog.clock.due_store import FUNCTIONS, DueStore
from nurselog.clock.engines import GrpcEngines
from nurselog.clock.settings import ClockSettings
from nurselog.clock.worker import Worker


async def bind(app: App[ClockSettings]) -> None:
    """The worker on the store and the engines of the settings."""
    app.libraries.add(FUNCTIONS)
    channels = {
        game: {address: await app.channel(address) for address in replicas}
        for game, replicas in parse_engines(app.config.engines).items()
    }
    worker = Worker(DueStore(app.redis, app.gatherer), GrpcEngines(channels), app.config)
    app.background("sweeper", worker.run)
