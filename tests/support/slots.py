"""Moves the slot of a key to another node of a test cluster, as an operator would, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from redis import Redis
from redis.crc import key_slot


class Node:
    """A primary, with a connection to it."""

    def __init__(self, opened: ExitStack, first: int, address: list[Any]) -> None:
        self.first = first
        self.host, self.port, self.id = address[0].decode(), int(address[1]), address[2].decode()
        self.client: Any = opened.enter_context(Redis(host=self.host, port=self.port))


@contextmanager
def migrating(url: str, name: str) -> Iterator[tuple[Node, Node]]:
    """While it lasts, keys of the slot that the holder does not have are asked for at another node."""
    slot = key_slot(name.encode())
    with ExitStack() as opened:
        source, target = _holder_and_other(opened, url, slot)
        _begin(slot, source, target)
        yield source, target
        for key in target.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 100):
            target.client.execute_command("ASKING")
            target.client.delete(key)
        for node in (source, target):
            node.client.execute_command("CLUSTER", "SETSLOT", slot, "STABLE")


@contextmanager
def moved(url: str, name: str) -> Iterator[None]:
    """While it lasts, another node holds the slot."""
    slot = key_slot(name.encode())
    with ExitStack() as opened:
        source, target = _holder_and_other(opened, url, slot)
        _move(slot, source, target)
        yield
        _move(slot, target, source)


def _holder_and_other(opened: ExitStack, url: str, slot: int) -> tuple[Node, Node]:
    with Redis.from_url(url) as any_node:
        answer: Any = any_node.execute_command("CLUSTER", "SLOTS")
    nodes = sorted(
        (Node(opened, first, address) for first, _, address in answer), key=lambda node: node.first
    )
    holder = max((node for node in nodes if node.first <= slot), key=lambda node: node.first)
    return holder, next(node for node in nodes if node.id != holder.id)


def _begin(slot: int, source: Node, target: Node) -> None:
    target.client.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
    source.client.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", target.id)


def _move(slot: int, source: Node, target: Node) -> None:
    _begin(slot, source, target)
    for key in source.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 100):
        source.client.execute_command("MIGRATE", target.host, target.port, key, 0, 5000)
    for node in (target, source):
        node.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", target.id)
