"""What the commands can be told by the environment; each has an option of the same meaning."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from nurselog.chassis.config import Settings


class CliSettings(Settings):
    data: Path = Field(
        default=Path("data"),
        description="Folder of the embedded store, the records, the logs and the session key.",
    )
    http_port: int = Field(
        default=8080, ge=0, le=65535, description="Port of REST, sockets and docs; 0 takes a free one."
    )
    grpc_port: int = Field(
        default=9090, ge=0, le=65535, description="Port of the public gRPC face; 0 takes a free one."
    )
    url: str = Field(
        default="", description="The running backend that commands talk to, e.g. http://localhost:8080."
    )
    grpc: str = Field(default="", description="Its public gRPC face, e.g. localhost:9090.")

    @property
    def own_store(self) -> bool:
        """Whether no store was named, so that the embedded one is used."""
        return "redis_url" not in self.model_fields_set
