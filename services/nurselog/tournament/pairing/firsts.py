"""Who of two has the first seat."""

from nurselog.tournament.pairing.records import FIRST, SECOND, Record
from nurselog.tournament.values import Reason, ReasonKind


def seated(one: Record, other: Record, *, odd_first: bool, index: int) -> tuple[Record, Record, Reason]:
    """The two in seat order and the rule that decided; `one` stands higher in the order.

    First what must be (surplus within two, no seat three times running), then the smaller surplus, then who
    had the second seat last, then the opposite of the higher's last seat; without any history pairings
    alternate (`odd_first`: the higher of the first pairing sits first).
    """
    first, kind, value = _first(one, other, odd_first=odd_first, index=index)
    second = other if first is one else one
    return first, second, Reason(kind, value, first.entrant.id)


def _first(one: Record, other: Record, *, odd_first: bool, index: int) -> tuple[Record, ReasonKind, int]:
    if (must := _must(one, other)) is not None:
        return must, ReasonKind.SEATS_BALANCE, must.surplus
    if one.surplus != other.surplus:
        first = min(one, other, key=lambda record: record.surplus)
        return first, ReasonKind.SEATS_BALANCE, first.surplus
    if one.last_seat != other.last_seat and SECOND in (one.last_seat, other.last_seat):
        return (one if one.last_seat == SECOND else other), ReasonKind.SEATS_ALTERNATE, 0
    if one.last_seat is not None:
        return (one if one.last_seat == SECOND else other), ReasonKind.SEATS_ORDER, 0
    if other.last_seat is not None:
        return (other if other.last_seat == SECOND else one), ReasonKind.SEATS_ORDER, 0
    return (one if (index % 2 == 0) == odd_first else other), ReasonKind.SEATS_DRAWN, 0


def _must(one: Record, other: Record) -> Record | None:
    """Who must sit first because one of them must have a seat; the greater surplus has more right to it."""
    dues = {FIRST: one, SECOND: other}
    if one.due is not None and one.due != other.due:
        return dues[one.due]
    if other.due is not None and one.due is None:
        return other if other.due == FIRST else one
    return None
