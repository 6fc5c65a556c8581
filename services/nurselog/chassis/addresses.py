"""Where the engines answer: the setting `NURSELOG_ENGINES`, and which replica is asked about a table.

Any replica can serve any table; asking the same one keeps its cache warm, so everybody asks in one order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from types import MappingProxyType


class AddressesUnreadable(ValueError):
    """`NURSELOG_ENGINES` is not of the form `game=host:port|host:port,game=host:port`."""


def parse_engines(text: str) -> Mapping[str, tuple[str, ...]]:
    """The replicas of each game, e.g. of `forest_sky=127.0.0.1:7101|127.0.0.1:7102`."""
    engines: dict[str, tuple[str, ...]] = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        game, equals, addresses = entry.partition("=")
        replicas = tuple(filter(None, (address.strip() for address in addresses.split("|"))))
        if not (equals and game.strip() and replicas):
            raise AddressesUnreadable(f"Expected game=host:port, not {entry!r}.")
        engines[game.strip()] = replicas
    return MappingProxyType(engines)


def format_engines(engines: Mapping[str, Iterable[str]]) -> str:
    """The inverse of `parse_engines`."""
    return ",".join(f"{game}={'|'.join(replicas)}" for game, replicas in engines.items())


def preferred(table: str, replicas: Iterable[str]) -> list[str]:
    """The replicas in the order to ask them about a table (rendezvous: a lost one moves only its own)."""
    return sorted(
        replicas, key=lambda address: blake2b(f"{address}\n{table}".encode(), digest_size=8).digest()
    )


def game_of(table: str) -> str:
    """The game in a name such as `games/forest_sky/tables/e0-k3v9q2ma`; ValueError for other names."""
    parts = table.split("/")
    if len(parts) >= 2 and parts[0] == "games" and parts[1]:
        return parts[1]
    raise ValueError(f"not the name of a table: {table!r}")
