from __future__ import annotations

import httpx

from nurselog.gateway.settings import GatewaySettings


def test_idle_connections_outlive_those_of_clients() -> None:
    """A client that lets go first never sends a request into a connection that we are closing."""
    kept = httpx.Limits().keepalive_expiry

    assert kept is not None
    assert GatewaySettings().keep_alive_s > 2 * kept
