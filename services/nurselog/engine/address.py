"""Names of tables and the keys they live under; a table is found from its name alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from nurselog.chassis.errors import NotFound
from nurselog.chassis.partitions import TAGS, key, tag_of


class Status(Enum):
    """Where a table is in its life, as its log knows it."""

    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    QUARANTINED = "quarantined"


@dataclass(frozen=True, slots=True)
class Address:
    """A table's name and every key that belongs to it.

    All of them share the hash tag, so one function may touch all.
    """

    game: str
    table_id: str
    name: str = field(init=False, compare=False)
    tag: str = field(init=False, compare=False)
    meta: bytes = field(init=False, compare=False)
    log: bytes = field(init=False, compare=False)
    seed: bytes = field(init=False, compare=False)
    bell: bytes = field(init=False, compare=False)
    deadlines: bytes = field(init=False, compare=False)
    outbox: bytes = field(init=False, compare=False)
    finished: bytes = field(init=False, compare=False)

    def __post_init__(self) -> None:
        tag = tag_of(self.table_id)
        keys = {
            part: key(tag, "table", self.table_id, part).encode() for part in ("meta", "log", "seed", "bell")
        }
        shared = {part: key(tag, part).encode() for part in ("deadlines", "outbox", "finished")}
        name = f"games/{self.game}/tables/{self.table_id}"
        for attribute, value in {"name": name, "tag": tag, **keys, **shared}.items():
            object.__setattr__(self, attribute, value)

    def index(self, status: Status) -> bytes:
        """The sorted set of the public tables of this game and partition that are in `status`."""
        return index_key(self.tag, self.game, status)

    @property
    def sealed(self) -> bytes:
        """The sorted set of archived tables of this game and partition, by the time their keys expire."""
        return key(self.tag, "sealed", self.game).encode()


def index_key(tag: str, game: str, status: Status) -> bytes:
    """The sorted set of public tables of one partition, by creation time."""
    return key(tag, "tables", game, status.value).encode()


def index_keys(game: str, status: Status) -> list[bytes]:
    """The same for all partitions."""
    return [index_key(tag, game, status) for tag in TAGS]


@lru_cache(maxsize=16_384)
def address_of(name: str) -> Address:
    """The address of `games/{game}/tables/{table}`.

    A name that no table can have is a table that does not exist.
    """
    parts = name.split("/")
    if len(parts) == 4 and parts[0] == "games" and parts[2] == "tables" and parts[1]:
        try:
            return Address(parts[1], parts[3])
        except ValueError:
            pass
    raise table_not_found(name)


def table_not_found(name: str) -> NotFound:
    """There is no such table."""
    return NotFound("TABLE_NOT_FOUND", "There is no such table.", field="name", table=name[:128])
