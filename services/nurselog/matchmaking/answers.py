"""What the store answers: one value per answer, so that nobody reads a reply twice."""

from __future__ import annotations

from dataclasses import dataclass

from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.tickets import Ticket


@dataclass(frozen=True, slots=True)
class Created:
    """The ticket; `new` is False if the same request had filed it before."""

    ticket: Ticket
    new: bool


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The player has this open ticket in the pool."""

    ticket_id: str


@dataclass(frozen=True, slots=True)
class TooMany:
    """The player has open tickets in as many pools as allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """A ticket and its surroundings, for the one who waits."""

    ticket: Ticket
    expired_now: bool
    time_ms: int
    pool_size: int
    oldest_created_ms: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A ticket after the attempt to take it back; `did` is cancelled, expired or nothing."""

    ticket: Ticket
    did: str


@dataclass(frozen=True, slots=True)
class Queue:
    """Claimable tickets of a pool, the oldest first, each with when it was filed; `total` counts all."""

    time_ms: int
    total: int
    tickets: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Claimed tickets on their way to a table; `token` fences who held it before."""

    id: str
    token: int
    attempts: int
    age_ms: int
    """How long ago it was claimed."""
    pool: Pool
    players: tuple[tuple[str, str], ...]
    """Resource name and display name, in seat order."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing was claimed: these tickets could not be."""

    ticket_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fenced:
    """Another holds the lease now."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The proposal was finished before."""

    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """The tickets have their table."""

    pool: Pool
    waits_ms: tuple[int, ...]
    cancelled_others: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """So many tickets went back, or ended."""

    tickets: int
