"""How our gRPC servers and channels are set up: limits, keepalive, reflection, health."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, cast

import grpc
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from nurselog.chassis.config import Settings

Options: TypeAlias = list[tuple[str, int]]
AddTo: TypeAlias = Callable[[Any, Any], None]
"""A generated `add_XServicer_to_server`."""


class Registrar:
    """Stands in for a server while it is put together, and learns the names of its services."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._generic: list[grpc.GenericRpcHandler] = []
        self._methods: list[tuple[str, Mapping[str, Any]]] = []

    def add(self, servicer: object, add_to: AddTo) -> None:
        """Remembers a servicer for `install`."""
        add_to(servicer, self)

    def add_generic_rpc_handlers(self, handlers: Iterable[grpc.GenericRpcHandler]) -> None:
        """Called by generated code."""
        for handler in handlers:
            self._generic.append(handler)
            if isinstance(handler, grpc.ServiceRpcHandler):
                self.names.append(handler.service_name())

    def add_registered_method_handlers(self, service_name: str, method_handlers: Mapping[str, Any]) -> None:
        """Called by generated code."""
        self._methods.append((service_name, method_handlers))

    def install(self, server: grpc.aio.Server) -> None:
        """Gives everything to the real server, and describes it by reflection."""
        server.add_generic_rpc_handlers(tuple(self._generic))
        for name, methods in self._methods:
            server.add_registered_method_handlers(name, methods)
        names = (*self.names, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, cast("Any", server))


def make_server(
    config: Settings, interceptor: grpc.aio.ServerInterceptor, health_servicer: object
) -> grpc.aio.Server:
    """A server with health, not started and without an address."""
    server = grpc.aio.server(interceptors=[interceptor], options=server_options(config))
    health_pb2_grpc.add_HealthServicer_to_server(cast("Any", health_servicer), cast("Any", server))
    return server


def server_options(config: Settings) -> Options:
    """Limits and keepalive of a server. A port belongs to one process: a second one shall fail, not share."""
    return [
        *_common(config),
        ("grpc.so_reuseport", 0),
        ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
        ("grpc.http2.max_ping_strikes", 0),
    ]


def channel_options(config: Settings) -> Options:
    """Limits and keepalive of a channel; a lost server is looked for again within a second."""
    return [
        *_common(config),
        ("grpc.initial_reconnect_backoff_ms", 50),
        # How long a handshake may take, in spite of its name: a busy peer is not a dead one.
        ("grpc.min_reconnect_backoff_ms", 5_000),
        ("grpc.max_reconnect_backoff_ms", 1_000),
        ("grpc.use_local_subchannel_pool", 1),
    ]


def _common(config: Settings) -> Options:
    return [
        ("grpc.max_receive_message_length", config.max_message_bytes),
        ("grpc.max_send_message_length", config.max_message_bytes),
        ("grpc.keepalive_time_ms", int(config.keepalive_s * 1000)),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
    ]
