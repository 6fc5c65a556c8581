"""What the log of tables is asked and what it answers, as values; `log` says what is promised about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from nurselog.engine.address import Status

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

    kind: Literal["opened", "seated", "turn", "finished"]
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
    """Other people at a table that has not started, or (`playing`) a substitute at one that runs.

    Holds only if nobody else changed the seats since `revision`.
    """

    epoch: str
    revision: int
    seating: bytes
    facts: Sequence[Told] = ()
    playing: bool = False


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
