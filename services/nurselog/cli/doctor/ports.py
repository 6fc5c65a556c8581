"""Checks of the ports that a backend wants."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import closing

from nurselog.cli.doctor.finding import Finding, wrong


def check_ports(ports: Mapping[str, int]) -> Iterator[Finding]:
    """The ports that `up` wants are free while nothing runs."""
    for variable, port in ports.items():
        if port and not _free(port):
            yield wrong(
                "ports", f"port {port} is taken by another program", f"set {variable} to another port"
            )


def _free(port: int) -> bool:
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
