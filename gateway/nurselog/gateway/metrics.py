"""What Prometheus sees of the gateway, beside what it sees of every process."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

from nurselog.chassis.metrics import SECONDS

calls = Counter(
    "nurselog_gateway_calls_total",
    "Calls of strangers, by face, method and gRPC code.",
    ["face", "method", "code"],
)
call_seconds = Histogram(
    "nurselog_gateway_call_seconds", "Duration of unary calls of strangers.", ["face"], buckets=SECONDS
)
streams = Gauge("nurselog_gateway_streams", "Streams open now, by face.", ["face"])
sockets = Gauge("nurselog_gateway_sockets", "Web sockets open now.")
subscriptions = Gauge("nurselog_gateway_subscriptions", "Tables followed by web socket now.")
moves = Counter("nurselog_gateway_socket_moves_total", "Moves by web socket that an engine answered.")
pushes = Counter("nurselog_gateway_pushes_total", "Updates from engines, each for all who share its view.")
resyncs = Counter("nurselog_gateway_resyncs_total", "Times a slow reader lost updates and got a fresh view.")
links = Gauge("nurselog_gateway_links", "Links to engines open now.")
