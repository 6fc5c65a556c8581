"""How the gateway is put together: one loop, two listeners, one link to each replica of an engine.

HTTP   uvicorn -> rest.py (REST, streams.py, pages.py), upgrade.py -> websocket.py -> hub.py ->
exchange.py gRPC   grpc_face.py both   -> backend.py -> upstream.py -> a service; session_service.py
and catalogue.py answer here
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

import grpc
import uvicorn

from nurselog.chassis import logs
from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.app import App
from nurselog.gateway.backend import Backend
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.connections import connections
from nurselog.gateway.exchange import Exchange
from nurselog.gateway.grpc_face import GrpcFace, make_grpc_server
from nurselog.gateway.hub import Hub
from nurselog.gateway.limits import Limits
from nurselog.gateway.pages import pages
from nurselog.gateway.rest import Rest, with_cors
from nurselog.gateway.session_service import SessionService
from nurselog.gateway.sessions import Sessions, load_keys
from nurselog.gateway.settings import GatewaySettings
from nurselog.gateway.transcoder import routes
from nurselog.gateway.upgrade import upgraded
from nurselog.gateway.upstream import Replica, Upstream
from nurselog.gateway.visitors import Proxies

log = logs.get(__name__)


class Gateway:
    """Everything there is one of, and where the faces listen once they do."""

    def __init__(self, app: App[GatewaySettings]) -> None:
        settings = app.config
        self.settings = settings
        self.http_port = settings.http_port
        self.grpc_port = settings.grpc_port
        self.listening = asyncio.Event()
        sessions = Sessions(load_keys(settings), settings.session_days)
        self.limits = Limits(settings)
        self.upstreams = _upstreams(settings)
        engines = {game: self.upstreams[f"engine {game}"] for game in parse_engines(settings.engines)}
        self.catalogue = Catalogue(engines)
        services = {name: one for name, one in self.upstreams.items() if name in SERVICES}
        self.exchanges = {
            game: Exchange(game, self.catalogue, wait_s=settings.link_wait_s, deadline_s=settings.deadline_s)
            for game in engines
        }
        self.backend = Backend(
            self.catalogue,
            services,
            self.exchanges,
            SessionService(sessions),
            deadline_s=settings.deadline_s,
        )
        self.hub = Hub(settings, self.backend, self.exchanges, sessions, self.limits)
        self.proxies = Proxies(settings.trusted_proxies)
        methods = self.catalogue.codec.types.methods
        self.rest = Rest(self.backend, routes(methods), sessions, self.limits, settings)
        self.rest.pages.update(pages(self.catalogue, app.readiness, lambda: self.grpc_port))
        self.face = GrpcFace(self.backend, methods, sessions, self.limits, self.proxies)

    async def close(self) -> None:
        """Ends all connections to services."""
        for upstream in self.upstreams.values():
            await upstream.close()


SERVICES = ("matchmaking", "scoring", "tournament", "clock")
"""Settings that name a service's replicas; each is the name of its package in the contract."""


async def bind(app: App[GatewaySettings]) -> Gateway:
    """One gateway; `SessionKeyMissing` if nobody could open a session."""
    gateway = Gateway(app)
    grpc_server = make_grpc_server(app.config, gateway.face, gateway.backend, app.readiness.servicer)
    http_server = _http_server(gateway)
    app.background("catalogue", gateway.catalogue.run)
    for game, exchange in gateway.exchanges.items():
        app.background(f"exchange {game}", exchange.run)
    app.background("faces", lambda: _serve(gateway, http_server, grpc_server))
    app.ready_when(_answered_once(gateway), "upstreams")
    app.ready_when(_is_listening(gateway), "faces")
    app.on_drain(lambda: _drain(gateway, http_server, grpc_server))
    app.on_close(gateway.close)
    return gateway


def _upstreams(settings: GatewaySettings) -> dict[str, Upstream]:
    """All services behind, by name; an address that plays several games has one connection."""
    replicas: dict[str, Replica] = {}

    def upstream(name: str, addresses: tuple[str, ...]) -> Upstream:
        for address in addresses:
            if address not in replicas:
                replicas[address] = Replica(address, settings)
        return Upstream(name, [replicas[address] for address in addresses])

    named = {f"engine {game}": places for game, places in parse_engines(settings.engines).items()}
    for service in SERVICES:
        if addresses := getattr(settings, service):
            named[service] = tuple(one.strip() for one in addresses.split("|") if one.strip())
    return {name: upstream(name, addresses) for name, addresses in named.items()}


def _http_server(gateway: Gateway) -> uvicorn.Server:
    settings = gateway.settings
    config = uvicorn.Config(
        with_cors(gateway.rest, settings.cors_origins),
        host=settings.http_host,
        port=settings.http_port,
        http=connections(gateway.catalogue, settings.head_s),
        ws=upgraded(gateway.hub, gateway.proxies),
        lifespan="off",
        proxy_headers=False,  # visitors.Proxies decides whom to believe
        server_header=False,
        log_config=None,
        access_log=False,
        timeout_keep_alive=settings.keep_alive_s,
        timeout_graceful_shutdown=max(1, round(settings.drain_s / 2)),
    )
    return uvicorn.Server(config)


async def _serve(gateway: Gateway, http: uvicorn.Server, server: grpc.aio.Server) -> None:
    settings = gateway.settings
    gateway.grpc_port = server.add_insecure_port(f"{settings.http_host}:{settings.grpc_port}")
    await server.start()
    # Not `http.serve()`: the signals are the chassis', and a port that is taken must not end in sys.exit.
    family = socket.AF_INET6 if ":" in settings.http_host else socket.AF_INET
    listener = socket.create_server((settings.http_host, settings.http_port), family=family, backlog=2048)
    gateway.http_port = listener.getsockname()[1]
    http.config.load()
    http.lifespan = http.config.lifespan_class(http.config)
    await http.startup([listener])
    gateway.listening.set()
    log.info(
        "faces_open",
        host=settings.http_host,
        http_port=gateway.http_port,
        grpc_port=gateway.grpc_port,
    )
    try:
        await http.main_loop()
        await asyncio.Event().wait()  # closed by _drain; the chassis ends us
    finally:
        await server.stop(None)


async def _drain(gateway: Gateway, http: uvicorn.Server, server: grpc.aio.Server) -> None:
    """No new callers; those under way get half the time of the chassis."""
    if not gateway.listening.is_set():
        return
    http.should_exit = True
    gateway.rest.closing.set()
    gateway.hub.close()
    with suppress(TimeoutError):
        async with asyncio.timeout(gateway.settings.drain_s / 2):
            await asyncio.gather(http.shutdown(), server.stop(gateway.settings.drain_s / 2))


def _answered_once(gateway: Gateway) -> Callable[[], Awaitable[object]]:
    """Ready when every service answered once; later losses are told call by call, not by vanishing."""
    missing = set(gateway.upstreams)

    async def answered() -> bool:
        missing.difference_update(name for name, upstream in gateway.upstreams.items() if upstream.connected)
        if missing:
            raise ConnectionError(f"no answer yet from {', '.join(sorted(missing))}")
        if not gateway.catalogue.complete:
            raise ConnectionError("an engine has not told its messages yet")
        return True

    return answered


def _is_listening(gateway: Gateway) -> Callable[[], Awaitable[object]]:
    async def listening() -> bool:
        return gateway.listening.is_set()

    return listening
