"""What the store answers: one value per answer, so that nobody reads a reply twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nurselog.matchmaking.matching.seekers import Seeker
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.tickets import Ticket


@dataclass(frozen=True, slots=True)
class Created:
    """The ticket; `new` is False if the same request had filed it before."""

    ticket: Ticket
    new: bool


@dataclass(frozen=True, slots=True)
class Joined:
    """The ticket after somebody joined, or as it was if nobody could."""

    ticket: Ticket


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The player has this open ticket in the pool."""

    ticket_id: str


@dataclass(frozen=True, slots=True)
class TooMany:
    """The player has open tickets in as many pools as allowed."""


@dataclass(frozen=True, slots=True)
class Barred:
    """The player gets no ticket for so long, because proposals were declined or not answered."""

    left_ms: int


@dataclass(frozen=True, slots=True)
class PoolsClosed:
    """Live pools are closed to the player for so long, because too many tables were left."""

    left_ms: int


Refused = Duplicate | TooMany | Barred | PoolsClosed


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """A ticket and its surroundings, for the one who waits."""

    ticket: Ticket
    expired_now: bool
    time_ms: int
    pool_size: int
    oldest_since_ms: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A ticket after the attempt to take it back; `did` is cancelled, expired or nothing."""

    ticket: Ticket
    did: str


@dataclass(frozen=True, slots=True)
class Responded:
    """A ticket after an answer to its proposal; so many tickets ended by it."""

    ticket: Ticket
    ended: int


@dataclass(frozen=True, slots=True)
class NothingProposed:
    """There was nothing to answer to."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A waiting ticket among those nearest in rating, and how long others waited in the last hour."""

    mine: Seeker
    others: tuple[Seeker, ...]
    waits_ms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Queue:
    """Who waits in a pool: since when, by ticket, the oldest first."""

    time_ms: int
    since_ms: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Claimed tickets on their way to a table; `token` fences who held it before."""

    id: str
    token: int
    attempts: int
    age_ms: int
    """How long ago it was claimed, or all had agreed."""
    pool: Pool
    plan: TablePlan
    names: Mapping[str, str]
    """The names to show, by player."""

    @property
    def players(self) -> tuple[tuple[str, str], ...]:
        """Resource name and display name, in seat order."""
        return tuple((player, self.names.get(player) or _bot_name(player)) for player in self.plan.seats)


@dataclass(frozen=True, slots=True)
class Asked:
    """The tickets are claimed, and their players are asked to agree."""


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


@dataclass(frozen=True, slots=True)
class Adopted:
    """Proposals taken over; so many tickets ended because their players did not agree in time."""

    proposals: tuple[Proposal, ...]
    ended: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """The tickets have their table."""

    pool: Pool
    plan: TablePlan
    waits_ms: tuple[int, ...]
    cancelled_others: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """So many tickets went back, or ended."""

    tickets: int


@dataclass(frozen=True, slots=True)
class Foretold:
    """A finished table that matchmaking had opened."""

    pool: Pool
    plan: TablePlan


def _bot_name(player: str) -> str:
    return f"Bot {player.partition('/')[2]}"
