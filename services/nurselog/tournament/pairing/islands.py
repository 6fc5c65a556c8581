"""A very large field is cut into islands that are matched one by one: time grows with their number only.

Whole score groups form an island as long as it is small and its number even. A group too large for one is cut
into bands: a stretch of its upper half with the same stretch of its lower half, so partners of the half-shift
stay together. Who is crowded out of a score group by the seats others must have goes with the next one.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from nurselog.tournament.pairing.floats import brackets, crowd, is_crowded
from nurselog.tournament.pairing.records import Record

WHOLE: Final = 1000
"""Fields up to this size are matched as a whole."""
ISLAND: Final = 400
"""Islands are closed at about this size."""


def islands(field: Sequence[Record]) -> list[list[Record]]:
    """The field in parts, each ordered and, but for the last, even. Their order is the field's."""
    if len(field) <= WHOLE:
        return [list(field)]
    parts: list[list[Record]] = [[]]
    for bracket in brackets(field):
        for band in _bands(bracket):
            if len(parts[-1]) + len(band) > ISLAND and parts[-1]:
                _close(parts)
            parts[-1] += band
    return [sorted(part, key=lambda record: record.place) for part in parts if part]


def joined(one: Sequence[Record], other: Sequence[Record]) -> list[Record]:
    """Two neighbours as one island, ordered."""
    return sorted([*one, *other], key=lambda record: record.place)


def _bands(group: list[Record]) -> list[list[Record]]:
    if len(group) <= ISLAND:
        return [group]
    middle = len(group) // 2
    count = -(-len(group) // ISLAND)
    cuts = [middle * band // count for band in range(count + 1)]
    bands = [group[low:high] + group[middle + low : middle + high] for low, high in pairwise(cuts)]
    bands[-1] += group[2 * middle :]
    return _even_bands(group, count) if any(map(is_crowded, bands)) else bands


def _even_bands(group: Sequence[Record], count: int) -> list[list[Record]]:
    """Bands in each of which those who must have a certain seat are as many as in the others."""
    parts = crowd(group)
    return [
        [one for part in parts for one in part[len(part) * band // count : len(part) * (band + 1) // count]]
        for band in range(count)
    ]


def _close(parts: list[list[Record]]) -> None:
    """Begins a new part; an odd one hands its last member on."""
    last = parts[-1]
    parts.append([last.pop()] if len(last) % 2 else [])
