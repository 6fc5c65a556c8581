"""Why somebody gets no ticket, or cannot do with one what they want."""

from __future__ import annotations

from nurselog.chassis.errors import FailedPrecondition, Refusal, ResourceExhausted
from nurselog.matchmaking.answers import Barred, Duplicate, PoolsClosed, Refused, TooMany
from nurselog.matchmaking.tickets import State, Ticket


def refusal_of(answer: Refused, limit: int, field: str) -> Refusal:
    """The refusal for an answer of the store, with when it ends, if it does; `field` asked for the pool."""
    match answer:
        case Duplicate(ticket_id=other):
            return FailedPrecondition(
                "TICKET_DUPLICATE", "You wait in this pool already.", field=field, ticket=f"tickets/{other}"
            )
        case TooMany():
            return ResourceExhausted(
                "TICKETS_TOO_MANY",
                f"You wait in {limit} pools already; cancel a ticket first.",
                field=field,
                limit=limit,
            )
        case Barred(left_ms=left_ms):
            return ResourceExhausted(
                "PROPOSALS_DECLINED",
                f"You declined tables, or did not answer; the next ticket is possible in {_span(left_ms)}.",
                field=field,
                retry_after_ms=left_ms,
            )
        case PoolsClosed(left_ms=left_ms):
            return ResourceExhausted(
                "CONDUCT_CLOSED",
                f"You left too many of your last rated tables; live pools are closed for {_span(left_ms)}.",
                field=field,
                retry_after_ms=left_ms,
            )


def closed(ticket: Ticket) -> FailedPrecondition:
    """The ticket has ended, or is claimed."""
    name = f"tickets/{ticket.id}"
    if ticket.state is State.EXPIRED:
        return FailedPrecondition(
            "TICKET_EXPIRED", "The ticket's time to live is over.", field="name", ticket=name
        )
    table = ticket.assignment.table if ticket.assignment else ""
    return FailedPrecondition(
        "TICKET_CLOSED",
        f"The ticket is {ticket.state} already.",
        field="name",
        ticket=name,
        state=ticket.state,
        table=table,
    )


def nothing_proposed(name: str) -> FailedPrecondition:
    """There is nothing to accept or to decline."""
    return FailedPrecondition(
        "NOTHING_PROPOSED",
        "Nothing is proposed to this ticket that waits for an answer.",
        field="name",
        ticket=name,
    )


def _span(ms: int) -> str:
    seconds = -(-ms // 1000)
    if seconds < 120:
        return f"{seconds} s"
    return f"{-(-seconds // 60)} min"
