"""How the clock worker is put together."""

from __future__ import annotations

from nurselog.api.clock.v1.vacation_service_pb2_grpc import add_VacationServiceServicer_to_server
from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.chassis import outbox
from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.app import App
from nurselog.chassis.cursor import Trimmer
from nurselog.chassis.replicas import Replicas, channels_of
from nurselog.clock.due_store import FUNCTIONS, DueStore
from nurselog.clock.engines import GrpcEngines
from nurselog.clock.herald import Herald
from nurselog.clock.service import VacationService
from nurselog.clock.settings import ClockSettings
from nurselog.clock.vacation_store import VacationStore
from nurselog.clock.vacations import DAY_MS, HOUR_MS, Rules
from nurselog.clock.worker import Worker


async def bind(app: App[ClockSettings]) -> None:
    """The worker on the store and the engines of the settings; it also keeps the outboxes short."""
    app.libraries.add(FUNCTIONS, outbox.functions())
    channels = await channels_of(app, parse_engines(app.config.engines))
    doors = [await app.channel(address) for address in _addresses(app.config.clock_gateways)]
    engines = GrpcEngines(Replicas(channels, EngineServiceStub), doors)
    vacations = VacationStore(app.gatherer)
    herald = Herald(vacations, engines, every_s=app.config.vacation_tell_s)
    app.add(VacationService(vacations, herald, _rules(app.config)), add_VacationServiceServicer_to_server)
    app.background("herald", herald.run)
    worker = Worker(DueStore(app.redis, app.gatherer), engines, app.config)
    app.background("sweeper", worker.run)
    app.background("trimmer", Trimmer(app.gatherer).run)


def _addresses(text: str) -> list[str]:
    return [address.strip() for address in text.split("|") if address.strip()]


def _rules(config: ClockSettings) -> Rules:
    return Rules(
        year_ms=int(config.vacation_days * DAY_MS),
        shortest_ms=int(config.vacation_shortest_h * HOUR_MS),
        ahead_ms=int(config.vacation_ahead_days * DAY_MS),
        notice_ms=int(config.vacation_notice_h * HOUR_MS),
    )
