"""Tickets as their players see them, with the reason of their waiting."""

from __future__ import annotations

from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.matchmaking.answers import Neighbourhood, Touched
from nurselog.matchmaking.matching.seekers import Seeker
from nurselog.matchmaking.matching.terms import Terms
from nurselog.matchmaking.matching.waiting import explain, median_ms
from nurselog.matchmaking.tickets import State


def shown(touched: Touched, reader: str) -> pb.Ticket:
    """A ticket, with how long it has waited."""
    ticket = touched.ticket.to_proto(reader)
    if touched.ticket.state is State.WAITING:
        ticket.waiting.waited_ms = _waited_ms(touched)
    return ticket


def show_waiting(waiting: pb.Waiting, touched: Touched, near: Neighbourhood | None, terms: Terms) -> None:
    """Fills in why a ticket waits; before its first pass nothing is known of others."""
    ticket = touched.ticket
    mine = near.mine if near else Seeker(id=ticket.id, players=ticket.players, since_ms=ticket.since_ms)
    others = near.others if near else ()
    why = explain(mine, others, ticket.pool.shape, terms, touched.time_ms)
    waiting.waited_ms = _waited_ms(touched)
    waiting.compatible = why.compatible
    waiting.missing = why.missing
    waiting.reason = why.reason
    waiting.window = why.window
    waiting.rating = round(mine.rating)
    waiting.median_wait_ms = median_ms(near.waits_ms) if near else 0
    waiting.exclusions.extend(
        pb.Exclusion(cause=cause, tickets=count) for cause, count in why.exclusions.items()
    )


def face(ticket: pb.Ticket) -> tuple[object, ...]:
    """What a watcher wants to hear of; not the seconds that pass."""
    waiting = ticket.waiting
    return (
        ticket.state,
        waiting.compatible,
        waiting.missing,
        waiting.rating,
        tuple(ticket.pending_players),
        ticket.assignment.table,
    )


def _waited_ms(touched: Touched) -> int:
    return max(0, touched.time_ms - touched.ticket.since_ms)
