"""A real cluster on this machine: primaries without replicas, made of the embedded server."""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from redis import Redis

from nurselog.chassis.embedded import EmbeddedStore, free_port

SLOTS = 16384
READY_S = 20.0


class ValkeyCluster:
    """Starts the servers, gives each its share of the slots, and returns when all of them agree."""

    def __init__(self, folder: Path, nodes: int = 3) -> None:
        # The port of the gossip is chosen too: the default, 10000 above the other, may not exist.
        self._buses = [free_port() for _ in range(nodes)]
        self.nodes = [
            EmbeddedStore(
                folder / str(index),
                options={"cluster-enabled": "yes", "cluster-node-timeout": "2000", "cluster-port": str(bus)},
            )
            for index, bus in enumerate(self._buses)
        ]

    @property
    def url(self) -> str:
        """What `REDIS_URL` would be, with `REDIS_CLUSTER=1`."""
        return self.nodes[0].url

    def __enter__(self) -> Self:
        for node in self.nodes:
            node.start()
        clients: list[Any] = [Redis.from_url(node.url) for node in self.nodes]
        try:
            share = -(-SLOTS // len(clients))
            for index, client in enumerate(clients):
                last = min(SLOTS, (index + 1) * share) - 1
                client.cluster("ADDSLOTSRANGE", index * share, last)
                port, bus = self.nodes[index].port, self._buses[index]
                clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", port, bus)
            _wait_until_agreed(clients)
        finally:
            for client in clients:
                client.close()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for node in self.nodes:
            node.stop()


def _wait_until_agreed(clients: list[Any]) -> None:
    end = time.monotonic() + READY_S
    while time.monotonic() < end:
        infos = [bytes(client.execute_command("CLUSTER", "INFO")) for client in clients]
        known = f"cluster_known_nodes:{len(clients)}".encode()
        if all(b"cluster_state:ok" in info and known in info for info in infos):
            return
        time.sleep(0.05)  # the servers gossip; nothing announces that they agree
    raise TimeoutError("the cluster did not form")
