"""What Prometheus sees of every process; services add their own. Labels are few and bounded."""

from __future__ import annotations

from wsgiref.simple_server import WSGIServer

from prometheus_client import Counter, Gauge, Histogram, start_http_server

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

calls = Counter("nurselog_grpc_calls_total", "Calls answered, by method and gRPC code.", ["method", "code"])
call_seconds = Histogram(
    "nurselog_grpc_call_seconds", "Duration of unary calls.", ["method"], buckets=SECONDS
)
streams = Gauge("nurselog_grpc_streams", "Streams open now.", ["method"])
facts = Counter("nurselog_facts_total", "Facts of the outbox, by what became of them.", ["group", "fate"])
fact_lag_seconds = Histogram(
    "nurselog_fact_lag_seconds",
    "From the commit of a fact to its acknowledgement.",
    ["group"],
    buckets=SECONDS,
)
trimmed = Counter("nurselog_outbox_trimmed_total", "Facts removed after every group acknowledged them.")
ready = Gauge("nurselog_ready", "1 while the process is ready.", ["service"])


class MetricsServer:
    """The scrape address of this process."""

    def __init__(self, host: str, port: int) -> None:
        self._server, self._thread = start_http_server(port, host)
        self.port = _port(self._server)

    def close(self) -> None:
        """Stops answering scrapes."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _port(server: WSGIServer) -> int:
    return int(server.server_port)
