"""The order of a leaderboard: who has more points stands higher; at equal points, who reached them first.

Ranks are shared (1, 2, 2, 4). One number per player holds points and time, exact in a double, so that a
sorted set is the whole board.
"""

from __future__ import annotations

POINT_LIMIT = 2**21
"""Points are below this, so that a score is exact in a double."""

_SECONDS = 2**32


def pack(points: int, reached_s: int) -> int:
    """The score of an entry in the sorted set; its points were reached at `reached_s`, seconds since 1970."""
    return min(max(points, 0), POINT_LIMIT - 1) * _SECONDS + (_SECONDS - 1 - reached_s)


def points_of(score: int) -> int:
    """The points in a packed score."""
    return score // _SECONDS


def first_above(points: int) -> int:
    """The least score above everybody with `points`; the rank is one more than the number of those."""
    return (points + 1) * _SECONDS


def window(index: int, size: int, total: int) -> int:
    """Where a window of `size` entries around entry `index` begins; shifted at the ends of the board."""
    return max(0, min(index - (size - 1) // 2, total - size))
