"""The matchmaking service put together."""

from __future__ import annotations

from collections.abc import Mapping

from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.matchmaking.v1.matchmaking_service_pb2_grpc import add_MatchmakingServiceServicer_to_server
from nurselog.chassis import outbox
from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.app import App
from nurselog.chassis.consumer import Consumer, Group
from nurselog.chassis.replicas import Replicas, channels_of
from nurselog.chassis.topology import topology_of
from nurselog.matchmaking.bells import Bells
from nurselog.matchmaking.catalogue import Catalogue, asking
from nurselog.matchmaking.conduct_store import ConductStore
from nurselog.matchmaking.pool_passes import PoolPasses, Room
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.proposals import Patience, Proposals, opening
from nurselog.matchmaking.ratings import RatingBook
from nurselog.matchmaking.ratings import asking as asking_ratings
from nurselog.matchmaking.service import Limits, MatchmakingService
from nurselog.matchmaking.settings import MatchmakingSettings
from nurselog.matchmaking.settlement import Settlement
from nurselog.matchmaking.ticket_store import TicketStore, functions
from nurselog.matchmaking.unwanted import undoing
from nurselog.matchmaking.worker import Rhythm, Worker

GROUP = "matchmaking"
KINDS = frozenset({"finished", "seated"})


async def bind(app: App[MatchmakingSettings]) -> None:
    """Adds matchmaking to a process: the face, the worker of the pools, the records, and the bells."""
    config = app.config
    channels = await channels_of(app, parse_engines(config.engines))
    app.libraries.add(outbox.functions(), functions())
    tickets, pools = TicketStore(app.gatherer), PoolStore(app.gatherer)
    bells = Bells(topology_of(app.redis))
    catalogue = Catalogue(asking(Replicas(channels, GameServiceStub)), config.matchmaking_games_s)
    app.add(
        MatchmakingService((tickets, pools), catalogue, bells, limits_of(config)),
        add_MatchmakingServiceServicer_to_server,
        "nurselog.api.matchmaking.v1.MatchmakingService",
    )
    app.background("bells", bells.run)
    scoring = await app.channel(config.scoring) if config.scoring else None
    passes = PoolPasses(
        pools, RatingBook(asking_ratings(scoring) if scoring else None), config.terms, room_of(config)
    )
    engines = Replicas(channels, EngineServiceStub)
    proposals = Proposals(pools, opening(engines), undoing(engines), patience_of(config))
    worker = Worker((tickets, pools), bells, passes, proposals, rhythm_of(config), config.penalties)
    app.background("pools", worker.run)
    app.on_drain(worker.stop)
    settlement = Settlement(ConductStore(app.gatherer), pools, config.conduct)
    group = Group(GROUP, config.consumer, kinds=KINDS)
    consumer = Consumer(app.gatherer, group, fact_in, settlement.read)
    app.background("results", consumer.run)
    app.on_drain(consumer.stop)


def fact_in(fields: Mapping[bytes, bytes]) -> Fact:
    """The fact in an entry of the outbox."""
    return Fact.FromString(fields[outbox.FACT])


def limits_of(config: MatchmakingSettings) -> Limits:
    """What callers are held to."""
    return Limits(
        pools=config.matchmaking_pools,
        heartbeat_ms=int(config.matchmaking_heartbeat_s * 1000),
        async_ttl_ms=int(config.matchmaking_async_days * 86_400_000),
        terms=config.terms,
        penalties=config.penalties,
    )


def patience_of(config: MatchmakingSettings) -> Patience:
    """How engines are asked for tables."""
    return Patience(call_s=config.proposal_call_s, limit_ms=int(config.proposal_patience_s * 1000))


def room_of(config: MatchmakingSettings) -> Room:
    """What a pass may cost."""
    return Room(
        here=config.matchmaking_here, tables=config.matchmaking_tables, ratings_s=config.matchmaking_ratings_s
    )


def rhythm_of(config: MatchmakingSettings) -> Rhythm:
    """How the worker goes about it."""
    return Rhythm(
        pass_s=config.matchmaking_pass_s,
        async_pass_s=config.matchmaking_async_pass_s,
        pool_lease_ms=int(config.matchmaking_lease_s * 1000),
        proposal_lease_ms=int(config.proposal_lease_s * 1000),
        ask_ms=int(config.proposal_accept_s * 1000),
        at_once=config.proposals_at_once,
    )
