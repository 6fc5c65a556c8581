"""Wires an engine: one set of rooms for each game it serves."""

from __future__ import annotations

from dataclasses import dataclass

from nurselog.api.engine.v1.engine_service_pb2_grpc import add_EngineServiceServicer_to_server
from nurselog.api.game.v1.game_service_pb2_grpc import add_GameServiceServicer_to_server
from nurselog.chassis.app import App
from nurselog.engine.archive import Archive, FolderArchive
from nurselog.engine.attendance import Attendance
from nurselog.engine.cache import TableCache
from nurselog.engine.clock_settings import HouseClocks
from nurselog.engine.deadlines import Patience
from nurselog.engine.deal_store import RedisDeals
from nurselog.engine.deals import DealBook
from nurselog.engine.engine_service import EngineService
from nurselog.engine.games import Games, Hosted
from nurselog.engine.hub import Hub
from nurselog.engine.keeper import Keeper
from nurselog.engine.lobby import Lobby
from nurselog.engine.log import Bells, TableLog
from nurselog.engine.presence import PresenceBook
from nurselog.engine.presence_store import RedisPresence
from nurselog.engine.records import Records
from nurselog.engine.redis_bells import RedisBells
from nurselog.engine.redis_log import RedisTableLog, functions
from nurselog.engine.service import GameService
from nurselog.engine.settings import EngineSettings
from nurselog.engine.steward import Steward
from nurselog.engine.store_clock import StoreClock
from nurselog.engine.tables import Tables
from nurselog.engine.vacation_store import RedisVacations, VacationBook
from nurselog.engine.vacations import Vacations
from nurselog.rules.api import AnyRules
from nurselog.rules.registry import game_names, load_rules


async def bind(app: App[EngineSettings]) -> None:
    """The engine of the games in the settings, on the store of the settings."""
    config = app.config
    app.libraries.add(functions())
    bells, deals = RedisBells(app.redis), RedisDeals(app.gatherer)
    outside = Outside(
        log=RedisTableLog(app.gatherer),
        bells=bells,
        archive=FolderArchive(config.archive_dir),
        clock=StoreClock(),
        deals=deals,
        presence=RedisPresence(app.gatherer),
        vacations=RedisVacations(app.gatherer),
    )
    names = [name.strip() for name in config.games.split(",") if name.strip()] or game_names()
    games = Games([host(load_rules(name), outside, config) for name in names])
    app.add(GameService(games), add_GameServiceServicer_to_server)
    app.add(EngineService(games, deals), add_EngineServiceServicer_to_server)
    for hosted in games:
        app.background(f"watchers of {hosted.rules.spec.name}", hosted.hub.run)
        app.background(f"attendance of {hosted.rules.spec.name}", hosted.attendance.run)
        app.on_close(hosted.hub.aclose)
        app.on_close(hosted.attendance.aclose)
    app.on_close(bells.aclose)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What an engine stands on."""

    log: TableLog
    bells: Bells
    archive: Archive
    clock: StoreClock
    deals: DealBook
    presence: PresenceBook
    vacations: VacationBook


def host(rules: AnyRules, outside: Outside, config: EngineSettings) -> Hosted:
    """Everything that serves one game."""
    keeper = Keeper(
        rules,
        outside.log,
        TableCache(config.cached_tables, config.cached_idle_s),
        Patience(config.bot_ms),
        clock=outside.clock,
    )
    steward = Steward(keeper, outside.presence, outside.vacations)
    hub = Hub(
        keeper,
        outside.bells,
        queue=config.watch_queue,
        heartbeat_s=config.heartbeat_s,
        check_s=config.check_s,
    )
    return Hosted(
        rules=rules,
        keeper=keeper,
        tables=Tables(keeper, steward),
        steward=steward,
        lobby=Lobby(keeper, config.open_ttl_s * 1000, _clocks(config), steward),
        hub=hub,
        records=Records(keeper, outside.archive, config.archived_ttl_s * 1000),
        deals=outside.deals,
        vacations=Vacations(keeper, steward),
        attendance=Attendance(keeper, hub, steward, outside.presence, every_s=config.presence_s),
    )


def _clocks(config: EngineSettings) -> HouseClocks:
    return HouseClocks(
        first_move_ms=config.first_move_ms,
        check_in_ms=config.check_in_ms,
        lag_ms=config.lag_ms,
        lag_bank_ms=config.lag_bank_ms,
        absence_warn_ms=int(config.absence_warn_s * 1000),
        absence_leave_ms=int(config.absence_leave_s * 1000),
    )
