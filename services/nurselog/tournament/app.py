"""The tournament service put together: the face, the director of rounds, and the reader of results."""

from __future__ import annotations

from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.tournament.v1.tournament_service_pb2_grpc import add_TournamentServiceServicer_to_server
from nurselog.chassis import outbox
from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.app import App
from nurselog.chassis.believed import Believed
from nurselog.chassis.consumer import Consumer, Group
from nurselog.chassis.replicas import Replicas, channels_of
from nurselog.tournament.arrivals import Arrivals, finished
from nurselog.tournament.attending import Attending
from nurselog.tournament.catalogue import asking
from nurselog.tournament.compute import Computer
from nurselog.tournament.conduct import Askers, Conductor
from nurselog.tournament.desk import Desk
from nurselog.tournament.director import Director
from nurselog.tournament.live import Standings
from nurselog.tournament.log_store import LogStore, functions
from nurselog.tournament.moves import Tables
from nurselog.tournament.organising import Engines, Organising
from nurselog.tournament.ratings import AskRatings, asking_ratings, newcomers
from nurselog.tournament.reading import Reading, Rooms
from nurselog.tournament.service import TournamentService
from nurselog.tournament.settings import TournamentSettings
from nurselog.tournament.tables import Opener, opening, revealing, stopping
from nurselog.tournament.trials import checking
from nurselog.tournament.watch import Hub
from nurselog.tournament.watching import Pulse, Watching

GROUP = "tournament"
KINDS = frozenset({"finished"})


async def bind(app: App[TournamentSettings]) -> None:
    """Adds tournaments to a process."""
    config = app.config
    app.libraries.add(outbox.functions(), functions())
    channels = await channels_of(app, parse_engines(config.engines))
    games, engines = Replicas(channels, GameServiceStub), Replicas(channels, EngineServiceStub)
    store = LogStore(app.gatherer)
    desk, computer, tables = Desk(store), Computer(config.tournament_small), Tables(games)
    standings = Standings(computer)
    hub = Hub(desk, standings, every_s=config.tournament_watch_s)
    opener = Opener(opening(engines), config.tournament_tables_at_once, config.tournament_call_s)
    askers = Askers(
        ratings=await _ratings(app),
        late_seats=tables.late_seats,
        reveal=revealing(engines),
        stop=stopping(engines, config.tournament_call_s),
        present=store.who,
        arena_ms=int(config.tournament_arena_s * 1000),
    )
    conductor = Conductor(desk, computer, opener, askers)
    reading = Reading(Rooms(store=store, desk=desk, standings=standings, hub=hub))
    catalogue = Believed(asking(games), config.tournament_games_s)
    asked = Engines(tables.has_moved, checking(engines, config.tournament_call_s))
    organising = Organising(desk, reading, catalogue, conductor, asked)
    pulse = Pulse(present_s=config.tournament_present_s, heartbeat_s=config.tournament_heartbeat_s)
    director = Director(
        store,
        desk,
        conductor,
        pass_s=config.tournament_pass_s,
        lease_ms=int(config.tournament_lease_s * 1000),
    )
    group = Group(GROUP, config.consumer, kinds=KINDS)
    consumer = Consumer(app.gatherer, group, finished, Arrivals(desk).enter)
    app.add(
        TournamentService(
            reading, organising, Attending(desk, reading), Watching(reading, hub, store, pulse)
        ),
        add_TournamentServiceServicer_to_server,
        "nurselog.api.tournament.v1.TournamentService",
    )
    app.background("director", director.run)
    app.background("results", consumer.run)
    app.on_drain(director.stop)
    app.on_drain(consumer.stop)
    app.on_close(computer.close)


async def _ratings(app: App[TournamentSettings]) -> AskRatings:
    addresses = [one.strip() for one in app.config.scoring.split("|") if one.strip()]
    channels = [await app.channel(address) for address in addresses]
    return asking_ratings(channels) if channels else newcomers
