"""What a ticket is, and its name: whose ticket it is can be read from the name alone.

So a stranger learns nothing, not even whether a ticket exists, and a repeated request finds its first ticket.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.chassis.errors import NotFound, PermissionDenied
from nurselog.chassis.partitions import ALPHABET
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.wishes import Wish

_OWN = 10
_MARK = 6
_NAME = re.compile(f"tickets/([{ALPHABET}]{{{_OWN}}})([{ALPHABET}]{{{_MARK}}})")


class State(StrEnum):
    """Where a ticket is in its life, as `TicketState` says it."""

    FORMING = "forming"
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
    plan: TablePlan
    waits_ms: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A wish to play, as the store knows it. Times are the store's, in ms since 1970."""

    id: str
    player: str
    """Who filed it."""
    players: tuple[str, ...]
    """The whole party, who filed it first."""
    names: Mapping[str, str]
    """The names to show of those who joined."""
    pool: Pool
    wish: Wish
    state: State
    created_ms: int
    since_ms: int
    """Since when it waits; the same as `created_ms` but for parties that had to form."""
    expires_ms: int
    ttl_ms: int
    proposal: str = ""
    accept_by_ms: int = 0
    """Until when all must agree; 0 if nobody is asked."""
    agreed: frozenset[str] = frozenset()
    """Who agreed to the proposal."""
    assignment: Seated | None = None
    end_reason: str = ""
    ended_ms: int = 0

    @property
    def pending(self) -> tuple[str, ...]:
        """Who has still to join, or to agree."""
        if self.state is State.FORMING:
            return tuple(player for player in self.players if player not in self.names)
        if self.state is State.PROPOSED and self.accept_by_ms:
            return tuple(player for player in self.players if player not in self.agreed)
        return ()

    def to_proto(self, reader: str) -> pb.Ticket:
        """As the contract shows it to one of its players, without why it waits.

        Whom its founder never meets is the founder's alone to know.
        """
        ticket = pb.Ticket(
            name=f"tickets/{self.id}",
            state=pb.TicketState.Value(f"TICKET_STATE_{self.state.name}"),
            pool=self.pool.to_proto(),
            players=[
                Occupant(player=player, display_name=self.names.get(player, "")) for player in self.players
            ],
            end_reason=self.end_reason,
            pending_players=self.pending,
            regions=self.wish.regions,
            blocks=self.wish.blocks if reader == self.player else (),
            bots_after_seconds=self.wish.bots_after_s,
            party_in_one_team=self.wish.one_team,
            accept_substitution=self.wish.substitutes,
        )
        ticket.create_time.FromMilliseconds(self.created_ms)
        ticket.expire_time.FromMilliseconds(self.expires_ms)
        if self.state is State.PROPOSED and self.accept_by_ms:
            ticket.accept_time_limit.FromMilliseconds(self.accept_by_ms)
        if self.assignment is not None:
            ticket.assignment.CopyFrom(self._assignment(self.assignment))
        return ticket

    def _assignment(self, seated: Seated) -> pb.Assignment:
        plan = seated.plan
        return pb.Assignment(
            table=seated.table,
            seat=plan.seats.index(self.player),
            waits_ms=seated.waits_ms,
            proposal=self.proposal,
            spread=plan.spread,
            fairness_permille=plan.fairness_permille,
            rated=plan.rated,
            bots=plan.bots,
            reasons=plan.reasons,
        )


def new_ticket_id(player: str, request_id: str) -> str:
    """The id of a player's ticket for a request; a fresh one if the request has no id."""
    own = _letters(f"{player}\n{request_id}" if request_id else secrets.token_hex(16), _OWN)
    return own + _mark(player, own)


def read_ticket_name(name: str) -> str:
    """The id in `tickets/{ticket}`."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise no_ticket(name)
    return found[1] + found[2]


def is_own(ticket_id: str, player: str) -> bool:
    """Whether the player filed the ticket: its name says so, whether it exists or not."""
    return ticket_id[_OWN:] == _mark(player, ticket_id[:_OWN])


def not_yours(name: str) -> PermissionDenied:
    """The refusal for who is not of the party; the same whether the ticket exists or not."""
    return PermissionDenied("NOT_OWNER", "Only its players may see a ticket.", field="name", ticket=name)


def no_ticket(name: str) -> NotFound:
    """The refusal for a ticket that is not there."""
    return NotFound("TICKET_NOT_FOUND", f"There is no ticket {name[:60]!r}.", field="name", ticket=name)


def _mark(player: str, own: str) -> str:
    return _letters(f"owner\n{player}\n{own}", _MARK)


def _letters(text: str, count: int) -> str:
    digest = blake2b(text.encode(), digest_size=count, person=b"nurselog-ticket").digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest)
