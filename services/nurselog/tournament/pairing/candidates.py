"""Which edges of a large field are looked at: partners near the half-shift, neighbours, and the next group.

A field of at most `COMPLETE` has all edges. A larger one starts with few; where they do not suffice the
numbers are doubled until the graph is complete. Whoever must have a certain seat is shown partners who need
not: in the own score group, and where that has too few of them, in the next.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from nurselog.tournament.pairing.floats import brackets
from nurselog.tournament.pairing.records import FIRST, SECOND, Record

COMPLETE: Final = 300
AROUND_PARTNER: Final = 12
NEIGHBOURS: Final = 6
LAST_OF_GROUP: Final = 12
NEXT_PLAYERS: Final = 24
MOST_EDGES: Final = 4_000_000
"""Beyond this a graph is not widened: it would not fit into the memory of a small machine."""


def widths(count: int, field: int) -> Iterator[int]:
    """Factors of the numbers above, doubled up to the complete graph of a part (0 stands for it)."""
    width = 1
    while field > COMPLETE and width * NEIGHBOURS < count and width * 30 * count <= MOST_EDGES:
        yield width
        width *= 2
    if count * (count - 1) // 2 <= MOST_EDGES:
        yield 0


def candidates(field: Sequence[Record], width: int) -> Iterator[tuple[int, int]]:
    """Pairs of indices i < j of an ordered field; all of them for width 0."""
    if width == 0:
        yield from ((i, j) for i in range(len(field)) for j in range(i + 1, len(field)))
        return
    start = 0
    for _, members in groupby(field, key=lambda record: record.score):
        end = start + sum(1 for _ in members)
        for index in range(start, end):
            yield from ((index, other) for other in _near(index, start, end, len(field), width))
        start = end
    yield from _by_seats(field, width)


def _by_seats(field: Sequence[Record], width: int) -> Iterator[tuple[int, int]]:
    """For whoever must have a seat some who may have the other, spread over all of them in the group."""
    index = {record.place: index for index, record in enumerate(field)}
    for bracket in brackets(field):
        for due in (FIRST, SECOND):
            some = [index[record.place] for record in bracket if record.due == due]
            others = [index[record.place] for record in bracket if record.due != due]
            yield from _spread(some, others, AROUND_PARTNER * width)


def _spread(some: Sequence[int], others: Sequence[int], around: int) -> Iterator[tuple[int, int]]:
    """Each of some with a stretch of the others that lies among them where it does among its own."""
    for place, one in enumerate(some):
        middle = place * len(others) // len(some)
        for other in others[max(0, middle - around) : middle + around + 1]:
            yield min(one, other), max(one, other)


def _near(index: int, start: int, end: int, count: int, width: int) -> Iterator[int]:
    """Who comes after `index` and is a candidate for it; its score group is start .. end - 1."""
    neighbours_end = min(end, index + 1 + NEIGHBOURS * width)
    yield from range(index + 1, neighbours_end)
    partner = index + (end - start) // 2
    yield from range(
        max(neighbours_end, partner - AROUND_PARTNER * width), min(end, partner + AROUND_PARTNER * width + 1)
    )
    if end - index <= LAST_OF_GROUP * width:
        yield from range(end, min(count, end + NEXT_PLAYERS * width))
