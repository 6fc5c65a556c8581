"""The order of a leaderboard: who has more points stands higher; at equal points, who reached them first.

Ranks are shared (1, 2, 2, 4). One number per player holds points and time, exact in a double, so that a
sorted set is the whole board; `results.lua` reads ranks and windows from it.
"""

from __future__ import annotations

POINT_LIMIT = 2**21
"""Points are below this, so that a score is exact in a double."""

_SECONDS = 2**32


def pack(points: int, reached_s: int) -> int:
    """The score of an entry in the sorted set; its points were reached at `reached_s`, seconds since 1970."""
    return min(max(points, 0), POINT_LIMIT - 1) * _SECONDS + (_SECONDS - 1 - reached_s)
