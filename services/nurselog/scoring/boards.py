"""The order of a leaderboard: more points stand higher; at equal points, who reached them first. Pure.

Ranks are shared (1, 2, 2, 4). One number per player holds points and time, exact in a double, so that a
sorted set is the whole board; `scoring.lua` reads ranks and windows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

POINT_LIMIT = 2**21
"""Points are below this, so that a score is exact in a double."""

PERCENT_FROM = 20
"""Boards with fewer entries tell no percentage."""

MEMBER_LIMIT = 1000
"""The most members of a board of friends or of a club."""

_SECONDS = 2**32


def pack(points: int, reached_s: int) -> int:
    """The score of an entry in the sorted set; its points were reached at `reached_s`, seconds since 1970."""
    return min(max(points, 0), POINT_LIMIT - 1) * _SECONDS + (_SECONDS - 1 - reached_s)


def unpack(score: int) -> tuple[int, int]:
    """Points and the second they were reached: the inverse of `pack`."""
    return score // _SECONDS, _SECONDS - 1 - score % _SECONDS


def points_of(value: int, *, higher_is_better: bool) -> int:
    """The points of a total: on a board where the lowest is best they run the other way."""
    points = value if higher_is_better else POINT_LIMIT - 1 - value
    return min(max(points, 0), POINT_LIMIT - 1)


def top_percent(rank: int, size: int) -> int:
    """The part of the board that stands at `rank` or better, in percent rounded up; 0 where none is told."""
    return -(-100 * rank // size) if rank and size >= PERCENT_FROM else 0


def rank_members(scores: Mapping[str, int | None]) -> list[tuple[str, int]]:
    """Those who have a score, best first, with shared ranks among themselves."""
    listed = {member: score for member, score in scores.items() if score is not None}
    by_name = sorted(listed.items(), reverse=True)
    return shared_ranks(sorted(by_name, key=lambda one: -one[1]))


def shared_ranks(ordered: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """The ranks of players in the order of their scores: 1, 2, 2, 4."""
    ranked: list[tuple[str, int]] = []
    points, rank = -1, 0
    for place, (member, score) in enumerate(ordered, 1):
        if score // _SECONDS != points:
            points, rank = score // _SECONDS, place
        ranked.append((member, rank))
    return ranked
