"""The log of tables: what it is asked and what it answers. No store is known here.

A table is one append-only log of commits. Everything else (state, views, clocks, records) is a fold of it.
`commit` is one atomic step: it checks, appends, remembers the request, moves the deadline and leaves facts
for other services.

Adapters: `redis_log` (a Redis function per method) and `memory_log` (the same in one process, for tests and
tools). One contract suite holds for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from nurselog.engine.address import Address, Status
from nurselog.engine.log_values import (
    NEVER,
    Ack,
    Ahead,
    Amended,
    Amendment,
    Answer,
    Committed,
    Created,
    Draft,
    Due,
    Exists,
    Fenced,
    Glance,
    Late,
    Listed,
    Logged,
    Missing,
    Opening,
    Replayed,
    Stale,
    Tale,
    Told,
    TurnFact,
)

__all__ = [
    "NEVER",
    "Ack",
    "Ahead",
    "Amended",
    "Amendment",
    "Answer",
    "Bells",
    "Committed",
    "Created",
    "Draft",
    "Due",
    "Exists",
    "Fenced",
    "Glance",
    "Late",
    "Listed",
    "Logged",
    "Missing",
    "Opening",
    "Replayed",
    "Ring",
    "Stale",
    "TableLog",
    "Tale",
    "Told",
    "TurnFact",
]


class TableLog(Protocol):
    """The port. Every method is one atomic step for one table and may be repeated."""

    async def create(self, address: Address, opening: Opening) -> Created | Exists:
        """Opens a table under a name that depends on the request only, so a repeat finds the same one."""
        ...

    async def amend(self, address: Address, amendment: Amendment) -> Amended | Stale | Fenced | Missing:
        """Changes who sits at a table that has not started, or who stands in at one that runs."""
        ...

    async def commit(self, address: Address, draft: Draft, ack: Ack = "memory") -> Answer:
        """Appends.

        Checks, in this order: exists, epoch, request not answered yet, version exact, not late.
        """
        ...

    async def read(self, address: Address, after: int | None = None) -> Tale | Missing:
        """The table with all entries and its seed.

        Or without the seed and only with the entries after a version.
        """
        ...

    async def glance(self, address: Address, ack: Ack = "memory") -> Glance | Missing:
        """How far the log is; with an `ack` once everything up to there is that safe."""
        ...

    async def mend(self, address: Address, epoch: str, version: int, due_ms: int | None) -> None:
        """Corrects the deadline of a table that is still at this version."""
        ...

    async def begin_anew(self, address: Address, epoch: str, new_epoch: str) -> None:
        """Gives a table another epoch: whoever knows more than the log is fenced off, play goes on."""
        ...

    async def quarantine(self, address: Address, epoch: str, new_epoch: str, reason: str) -> None:
        """Stops a table of this epoch: every writer is fenced off, no deadline runs."""
        ...

    async def release(self, address: Address, new_epoch: str, keep: int | None) -> Tale | Stale | Missing:
        """The way back from quarantine.

        With `keep` the log is cut after that version. STALE if not quarantined.
        """
        ...

    async def seal(self, address: Address, ttl_ms: int) -> None:
        """The record is in the archive: forget the table after a while."""
        ...

    async def unlist(self, game: str, table_id: str) -> None:
        """Takes a table that is forgotten out of the lobby's index."""
        ...

    async def listed(
        self, game: str, statuses: Sequence[Status], before: Listed | None, limit: int
    ) -> list[Listed]:
        """Public tables, newest first, the first `limit` that are older than `before`."""
        ...


Ring: TypeAlias = Callable[[bytes], None]
"""Called with what the bell says: the new version, or a word for what else changed."""


class Bells(Protocol):
    """News that a table changed, from whatever process changed it.

    A bell may be lost: it only saves waiting.
    """

    async def listen(self, address: Address, ring: Ring) -> None:
        """Calls `ring` whenever the table's bell rings, until `unlisten`."""
        ...

    async def unlisten(self, address: Address) -> None:
        """Stops listening; harmless if nobody listened."""
        ...
