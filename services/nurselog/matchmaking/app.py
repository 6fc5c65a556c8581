"""The matchmaking service put together."""

from __future__ import annotations

from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.matchmaking.v1.matchmaking_service_pb2_grpc import add_MatchmakingServiceServicer_to_server
from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.app import App
from nurselog.chassis.replicas import Replicas, channels_of
from nurselog.chassis.topology import topology_of
from nurselog.matchmaking.bells import Bells
from nurselog.matchmaking.catalogue import Catalogue, asking
from nurselog.matchmaking.proposals import Patience, Proposals, opening
from nurselog.matchmaking.service import MatchmakingService
from nurselog.matchmaking.settings import MatchmakingSettings
from nurselog.matchmaking.ticket_store import TicketStore, functions
from nurselog.matchmaking.worker import Rhythm, Worker


async def bind(app: App[MatchmakingSettings]) -> None:
    """Adds matchmaking to a process: the face, the worker of the pools, and the bells between them."""
    config = app.config
    channels = await channels_of(app, parse_engines(config.engines))
    app.libraries.add(functions())
    store, bells = TicketStore(app.gatherer), Bells(topology_of(app.redis))
    catalogue = Catalogue(asking(Replicas(channels, GameServiceStub)), config.matchmaking_games_s)
    proposals = Proposals(store, opening(Replicas(channels, EngineServiceStub)), patience_of(config))
    worker = Worker(store, bells, proposals, rhythm_of(config))
    app.add(
        MatchmakingService(store, catalogue, bells, config.matchmaking_pools),
        add_MatchmakingServiceServicer_to_server,
        "nurselog.api.matchmaking.v1.MatchmakingService",
    )
    app.background("bells", bells.run)
    app.background("pools", worker.run)
    app.on_drain(worker.stop)


def patience_of(config: MatchmakingSettings) -> Patience:
    """How engines are asked for tables."""
    return Patience(call_s=config.proposal_call_s, limit_ms=int(config.proposal_patience_s * 1000))


def rhythm_of(config: MatchmakingSettings) -> Rhythm:
    """How the worker goes about it."""
    return Rhythm(
        pass_s=config.matchmaking_pass_s,
        window=config.matchmaking_window,
        pool_lease_ms=int(config.matchmaking_lease_s * 1000),
        proposal_lease_ms=int(config.proposal_lease_s * 1000),
        at_once=config.proposals_at_once,
    )
