"""How the clock worker is put together."""

from __future__ import annotations

from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.chassis import outbox
from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.app import App
from nurselog.chassis.cursor import Trimmer
from nurselog.chassis.replicas import Replicas, channels_of
from nurselog.clock.due_store import FUNCTIONS, DueStore
from nurselog.clock.engines import GrpcEngines
from nurselog.clock.settings import ClockSettings
from nurselog.clock.worker import Worker


async def bind(app: App[ClockSettings]) -> None:
    """The worker on the store and the engines of the settings; it also keeps the outboxes short."""
    app.libraries.add(FUNCTIONS, outbox.functions())
    channels = await channels_of(app, parse_engines(app.config.engines))
    engines = GrpcEngines(Replicas(channels, EngineServiceStub))
    worker = Worker(DueStore(app.redis, app.gatherer), engines, app.config)
    app.background("sweeper", worker.run)
    app.background("trimmer", Trimmer(app.gatherer).run)
