"""The log of tables: what it is asked and what it answers. No store is known here.

A table is one append-only log of commits. Everything else (state, views, clocks, records) is a fold of it.
`commit` is one atomic step: it checks, appends, remembers the request, moves the deadline and leaves facts
for other services.

Adapters: `redis_log` (a Redis function per method) and `memory_log` (the same in one process, for tests and
tools). One contract suite holds for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from nurselog.engine.address import Address, Status

Ack: TypeAlias = Literal["memory", "disk", "replica"]
"""When a write counts as done. With `disk` and `replica` a refusal STORE_UNAVAILABLE can mean *done, but not
confirmed in time*: the write is in the log, and stays there unless the store loses it. Repeating the same
request tells which."""


@dataclass(frozen=True, slots=True)
class Due:
    """When the house acts if nobody does: `min(commit time + after_ms, at_ms)`; neither means never."""

    after_ms: int | None = None
    at_ms: int | None = None

    def resolve(self, committed_at_ms: int) -> int | None:
        """The deadline, once the time of the commit is known."""
        terms = [self.at_ms] if self.at_ms is not None else []
        if self.after_ms is not None:
            terms.append(committed_at_ms + self.after_ms)
        return min(terms, default=None)

    def earlier(self, other: Due) -> Due:
        """The due time that falls first, whenever the commit happens."""
        return Due(_least(self.after_ms, other.after_ms), _least(self.at_ms, other.at_ms))


NEVER = Due()


def _least(one: int | None, other: int | None) -> int | None:
    return min((value for value in (one, other) if value is not None), default=None)


@dataclass(frozen=True, slots=True)
class Told:
    """A serialised `Fact` for the outbox, with its kind, so that others can pass over it unread."""

    kind: Literal["opened", "seated", "finished"]
    payload: bytes


@dataclass(frozen=True, slots=True)
class TurnFact:
    """A `Fact` with a `Turn` whose last eight bytes, a little-endian double, are the due time.

    Unless `always`, it is told only if the deadline falls earlier than the one before: nobody needs
    waking later.
    """

    payload: bytes
    always: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a table is opened with."""

    epoch: str
    setting: bytes
    seating: bytes
    seed: bytes
    public: bool
    ttl_ms: int = 24 * 3600 * 1000
    """How long an open table waits for somebody to sit down, get up, or start it, before it is forgotten."""
    facts: Sequence[Told] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """Other people at a table that has not started.

    Holds only if nobody else changed the seats since `revision`.
    """

    epoch: str
    revision: int
    seating: bytes
    facts: Sequence[Told] = ()


@dataclass(slots=True, kw_only=True)  # not frozen: one is made for every move, and that costs twice as much
class Draft:
    """A commit that wants to stand at version `after + 1`."""

    epoch: str
    after: int
    commit: bytes
    seat: int = -1
    """Who is remembered as having asked with `request`; -1 for the house."""
    request: str = ""
    not_after_ms: int | None = None
    """The mover's own deadline, grace included."""
    due: Due = NEVER
    status: Status | None = None
    """The status from this commit on, if it changes."""
    revision: int | None = None
    """The seating this commit relies on (the start does)."""
    outcome: bytes = b""
    """The serialised outcome, if this commit ends the table."""
    turn: TurnFact | None = None
    facts: Sequence[Told] = ()


@dataclass(frozen=True, slots=True)
class Created:
    """The table exists now."""


@dataclass(frozen=True, slots=True)
class Exists:
    """A table of this name existed already; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Amended:
    """The seating is stored under this revision."""

    revision: int


@dataclass(frozen=True, slots=True)
class Committed:
    """OK: the commit stands at `version`, by server time `at_ms`."""

    version: int
    at_ms: int
    due_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """REPLAYED: this seat's request was answered before, at this version and time."""

    version: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Stale:
    """STALE: somebody was faster (or changed the seats); the log is at `version`."""

    version: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """AHEAD: the log has less than the writer knows: the store lost something. The log is at `version`."""

    version: int


@dataclass(frozen=True, slots=True)
class Fenced:
    """FENCED: the table lives another life, with this epoch."""

    epoch: str


@dataclass(frozen=True, slots=True)
class Late:
    """LATE: the mover's time was over at `at_ms`."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Missing:
    """MISSING: there is no such table."""


Answer: TypeAlias = Committed | Replayed | Stale | Ahead | Fenced | Late | Missing
"""Each of them has a test on the real server."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Just enough to see whether a copy is fresh."""

    epoch: str
    version: int
    revision: int
    status: Status


@dataclass(frozen=True, slots=True)
class Logged:
    """One entry of a log: its version, the server time at which it was committed, the serialised `Commit`."""

    version: int
    at_ms: int
    commit: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Tale:
    """A table as the log has it: all of it, or what came after a version."""

    epoch: str
    version: int
    revision: int
    status: Status
    seating: bytes
    created_ms: int
    ended_ms: int | None
    due_ms: int | None
    quarantined_ms: int | None
    now_ms: int
    setting: bytes
    outcome: bytes
    seed: bytes
    """Secret. Empty unless the whole tale was asked for."""
    entries: Sequence[Logged]

    @property
    def glance(self) -> Glance:
        """The same at a glance."""
        return Glance(self.epoch, self.version, self.revision, self.status)


@dataclass(frozen=True, slots=True, order=True)
class Listed:
    """A public table in the lobby's index, ordered by age."""

    created_ms: int
    table_id: str


class TableLog(Protocol):
    """The port. Every method is one atomic step for one table and may be repeated."""

    async def create(self, address: Address, opening: Opening) -> Created | Exists:
        """Opens a table under a name that depends on the request only, so a repeat finds the same one."""
        ...

    async def amend(self, address: Address, amendment: Amendment) -> Amended | Stale | Fenced | Missing:
        """Changes who sits at a table that has not started."""
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
        """Gives a table of this epoch another: whoever knows more than the log is fenced off, play goes on."""
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
