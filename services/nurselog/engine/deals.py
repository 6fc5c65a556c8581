"""Deals: luck that several tables share, so equal play meets equal luck; secret until all have played.

Values, checks and the port of what is revealed; `deal_store` keeps it.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass, field
from typing import Protocol

from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument
from nurselog.rules.chance import seed_hash

SHORTEST_SEED, LONGEST_SEED = 16, 64
LONGEST_TOURNAMENT = 200
_NAME = re.compile(r"deals/[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_TOURNAMENT = re.compile(r"[!-~]*")


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal's name, which takes the place of the table's in its luck, and its secret seed."""

    name: str
    seed: bytes = field(repr=False)


class DealBook(Protocol):
    """Which deals are revealed. Once revealed a deal stays so."""

    async def reveal(self, name: str) -> None:
        """From now on `revealed(name)`."""
        ...

    async def revealed(self, name: str) -> bool:
        """Whether everybody may know what happened at the deal's tables."""
        ...


class MemoryDeals:
    """As long as the process lives, for tests."""

    def __init__(self) -> None:
        self._revealed: set[str] = set()

    async def reveal(self, name: str) -> None:
        self._revealed.add(name)

    async def revealed(self, name: str) -> bool:
        return name in self._revealed


async def check_deal(book: DealBook, name: str, table: str) -> None:
    """Refuses what a table of a deal that others still play would give away. An empty name is no deal."""
    if name and not await book.revealed(name):
        raise FailedPrecondition(
            "DEAL_SECRET",
            "Others still play this deal; its tables are shown once it is revealed.",
            field="name",
            table=table,
            deal=name,
        )


def read_deal(message: pb.Deal) -> Deal:
    """The deal of a request. Refuses names that are none, short seeds, and a hash of another seed."""
    check_deal_name(message.name, "deal.name")
    if not SHORTEST_SEED <= len(message.seed) <= LONGEST_SEED:
        raise InvalidArgument("FIELD_INVALID", "A deal's seed has 16 to 64 bytes.", field="deal.seed")
    if not hmac.compare_digest(seed_hash(message.seed).encode(), message.seed_hash.encode()):
        raise InvalidArgument(
            "FIELD_INVALID", "This is not the SHA-256 of the deal's seed.", field="deal.seed_hash"
        )
    return Deal(message.name, message.seed)


def check_deal_name(name: str, path: str) -> str:
    """A deal is `deals/{deal}`; its name is part of the luck, so it is plain ASCII."""
    if not _NAME.fullmatch(name):
        raise InvalidArgument("FIELD_INVALID", "A deal is called `deals/{deal}`.", field=path)
    return name


def check_tournament(name: str) -> str:
    """The name of a pairing: short, printable, whatever its form."""
    if len(name) > LONGEST_TOURNAMENT or not _TOURNAMENT.fullmatch(name):
        raise InvalidArgument("FIELD_INVALID", "This is no name of a pairing.", field="tournament")
    return name
