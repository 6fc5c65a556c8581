"""Score groups without those who cannot sit in them, because too many there must have the same seat."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from nurselog.tournament.pairing.records import FIRST, SECOND, Record


def brackets(field: Sequence[Record]) -> Iterator[list[Record]]:
    """The score groups in order; the lowest of those who are crowded out of one sit in the next.

    After the last group come those for whom no group has room.
    """
    floating: list[Record] = []
    for _, members in groupby(field, key=lambda record: record.score):
        group = [*floating, *members]
        floating = _crowded_out(group)
        leaving = {record.place for record in floating}
        yield [record for record in group if record.place not in leaving]
    if floating:
        yield floating


def crowd(group: Sequence[Record]) -> tuple[list[Record], list[Record]]:
    """Those who must have one seat, of whichever seat there are more such, and all others."""
    dues = Counter(record.due for record in group)
    due = max((FIRST, SECOND), key=lambda seat: dues[seat])
    return [one for one in group if one.due == due], [one for one in group if one.due != due]


def is_crowded(group: Sequence[Record]) -> bool:
    """Whether more than half (an odd one may have a bye) must have the same seat."""
    some, others = crowd(group)
    return len(some) > len(others) + len(group) % 2


def _crowded_out(group: Sequence[Record]) -> list[Record]:
    some, others = crowd(group)
    return some[len(others) :]
