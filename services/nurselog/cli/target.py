"""Which backend a command talks to: the one that was named, else the one that runs on the data folder."""

from __future__ import annotations

from dataclasses import dataclass

from nurselog.cli import runfile
from nurselog.cli.settings import CliSettings

DEFAULT_URL = "http://127.0.0.1:8080"
DEFAULT_GRPC = "127.0.0.1:9090"


@dataclass(frozen=True, slots=True)
class Target:
    """The public faces of a backend."""

    url: str
    grpc: str
    found: str
    """Where these addresses come from, for people."""

    @property
    def socket_url(self) -> str:
        """Where the web socket answers."""
        return f"ws{self.url.removeprefix('http')}/v1/ws"


def find_target(url: str = "", grpc: str = "") -> Target:
    """By option, by environment, by the data folder, or the default addresses, in this order."""
    settings = CliSettings()
    url, grpc = url or settings.url, grpc or settings.grpc
    if url:
        return Target(url.rstrip("/"), grpc or DEFAULT_GRPC, "named")
    if running := runfile.read(settings.data):
        return Target(running.http, grpc or running.grpc, f"{settings.data / runfile.NAME}")
    return Target(DEFAULT_URL, grpc or DEFAULT_GRPC, "default")
