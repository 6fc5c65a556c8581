"""What the gateway can be told."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr, field_validator

from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.config import Settings


class GatewaySettings(Settings):
    # Faces
    http_host: str = Field(default="127.0.0.1", description="Address on which both public faces listen.")
    http_port: int = Field(default=8080, ge=0, le=65535, description="Port of REST, SSE and WebSocket.")
    grpc_port: int = Field(default=9090, ge=0, le=65535, description="Port of the public gRPC face.")
    cors_origins: str = Field(default="*", description="Origins of pages that may call: * or a,b,c.")
    trusted_proxies: str = Field(
        default="", description="Addresses of proxies whose X-Forwarded-For is believed: a,b,c or *."
    )

    # Services behind
    engines: str = Field(default="", description="The engines: game=host:port|host:port,game=host:port.")
    matchmaking: str = Field(default="", description="Replicas of matchmaking: host:port|host:port.")
    scoring: str = Field(default="", description="Replicas of scoring: host:port|host:port.")
    tournament: str = Field(default="", description="Replicas of tournament: host:port|host:port.")
    clock: str = Field(default="", description="Replicas of clock: host:port|host:port.")
    keep_alive_s: int = Field(
        default=75,
        ge=1,
        description="Seconds an idle HTTP connection is kept: longer than clients keep theirs, or a request "
        "meets a connection that is being closed.",
    )
    link_wait_s: float = Field(
        default=3.0, gt=0, description="Seconds a move waits for an engine that is just starting again."
    )

    @field_validator("engines")
    @classmethod
    def _readable(cls, engines: str) -> str:
        parse_engines(engines)  # a ValueError with a sentence that helps
        return engines

    # Sessions
    session_key: SecretStr = Field(
        default=SecretStr(""),
        description="Keys of session tokens, a,b,c: the first one signs, all are believed.",
    )
    session_key_file: Path | None = Field(
        default=None, description="A file with such keys, one a line; made with a fresh key if missing."
    )
    session_days: float = Field(default=30.0, gt=0, description="Days a session token lives.")

    # Limits; a rate of 0 means no limit
    max_request_bytes: int = Field(
        default=64 * 1024, gt=0, description="Largest body, gRPC message or web socket frame of a caller."
    )
    head_s: float = Field(
        default=20.0, gt=0, description="Seconds within which a connection brings the head of a request."
    )
    body_s: float = Field(
        default=20.0, gt=0, description="Seconds within which the body of a request arrives."
    )
    calls_per_s: float = Field(default=100.0, ge=0, description="Calls of one caller per second.")
    calls_burst: int = Field(default=400, gt=0, description="Calls a caller may make at once.")
    creates_per_s: float = Field(
        default=2.0, ge=0, description="Sessions, tables and tickets one caller may create per second."
    )
    creates_burst: int = Field(default=60, gt=0, description="How many a caller may create at once.")
    frames_per_s: float = Field(
        default=1000.0, ge=0, description="Frames of one web socket, and moves of one player, per second."
    )
    frames_burst: int = Field(default=4000, gt=0, description="How many of them may come at once.")
    sockets_per_caller: int = Field(default=1000, gt=0, description="Web sockets one address may hold.")
    streams_per_caller: int = Field(default=200, gt=0, description="Streams one caller may hold open.")
    tables_per_socket: int = Field(default=200, gt=0, description="Tables one web socket may follow.")
    unsent_bytes: int = Field(
        default=512 * 1024, gt=0, description="What may wait for a slow reader before it gets a fresh view."
    )
    ping_s: float = Field(
        default=20.0, gt=0, description="Seconds of silence after which a caller is pinged."
    )
