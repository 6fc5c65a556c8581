"""What a ticket is, and its name: whose ticket it is can be read from the name alone.

So a stranger learns nothing, not even whether a ticket exists, and a repeated request finds its first ticket.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.chassis.errors import NotFound, PermissionDenied
from nurselog.chassis.partitions import ALPHABET
from nurselog.matchmaking.pools import Pool

_OWN = 10
_MARK = 6
_NAME = re.compile(f"tickets/([{ALPHABET}]{{{_OWN}}})([{ALPHABET}]{{{_MARK}}})")


class State(StrEnum):
    """Where a ticket is in its life, as `TicketState` says it."""

    WAITING = "waiting"
    PROPOSED = "proposed"
    ASSIGNED = "assigned"
    CANCELLED = "cancelled"
    EXPIRED = "expired"

    @property
    def ended(self) -> bool:
        """Whether nothing can happen to the ticket any more."""
        return self in (State.ASSIGNED, State.CANCELLED, State.EXPIRED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """The table a ticket led to."""

    table: str
    seat: int
    waits_ms: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A wish to play, as the store knows it. Times are the store's, in ms since 1970."""

    id: str
    player: str
    name: str
    pool: Pool
    state: State
    created_ms: int
    expires_ms: int
    ttl_ms: int
    proposal: str = ""
    assignment: Seated | None = None
    end_reason: str = ""

    def to_proto(self) -> pb.Ticket:
        """As the contract shows it, without why it waits."""
        ticket = pb.Ticket(
            name=f"tickets/{self.id}",
            state=pb.TicketState.Value(f"TICKET_STATE_{self.state.name}"),
            pool=self.pool.to_proto(),
            players=[Occupant(player=self.player, display_name=self.name)],
            end_reason=self.end_reason,
        )
        ticket.create_time.FromMilliseconds(self.created_ms)
        ticket.expire_time.FromMilliseconds(self.expires_ms)
        if self.assignment is not None:
            ticket.assignment.table = self.assignment.table
            ticket.assignment.seat = self.assignment.seat
            ticket.assignment.waits_ms.extend(self.assignment.waits_ms)
            ticket.assignment.proposal = self.proposal
        return ticket


def new_ticket_id(player: str, request_id: str) -> str:
    """The id of a player's ticket for a request; a fresh one if the request has no id."""
    own = _letters(f"{player}\n{request_id}" if request_id else secrets.token_hex(16), _OWN)
    return own + _mark(player, own)


def read_ticket_name(name: str, player: str) -> str:
    """The id in `tickets/{ticket}`, if the ticket can be the player's: permission before existence."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise no_ticket(name)
    if found[2] != _mark(player, found[1]):
        raise PermissionDenied("NOT_OWNER", "Only its owner may see a ticket.", ticket=name)
    return found[1] + found[2]


def no_ticket(name: str) -> NotFound:
    """The refusal for a ticket that is not there."""
    return NotFound("TICKET_NOT_FOUND", f"There is no ticket {name!r}.", ticket=name)


def _mark(player: str, own: str) -> str:
    return _letters(f"owner\n{player}\n{own}", _MARK)


def _letters(text: str, count: int) -> str:
    digest = blake2b(text.encode(), digest_size=count, person=b"nurselog-ticket").digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest)
