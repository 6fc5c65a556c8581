"""Pods in which somebody would end far from the middle seat exchange a member with a near pod of like score.

After four rounds everybody's mean of v = seat index / (size - 1) is to be within 0.2 of 1/2. The seats of one
pod cannot always do that (three who all sat early twice); then equals change pods, if nobody meets again by
it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from nurselog.tournament.pairing.pods import REACH, Member
from nurselog.tournament.pairing.seats import SCALE, SeatPast, assigned
from nurselog.tournament.values import HALF

ROUNDS: Final = 4
"""From this round on; before, nobody can be even yet."""


def evened(
    pods: Sequence[Sequence[int]], members: Sequence[Member], pasts: Sequence[SeatPast]
) -> list[list[int]]:
    """The pods after exchanges; nobody meets again by them."""
    changed = [list(pod) for pod in pods]
    for index, pod in enumerate(changed):
        if _far(pod, pasts):
            _exchange(changed, index, members, pasts)
    return changed


def _exchange(
    pods: list[list[int]], index: int, members: Sequence[Member], pasts: Sequence[SeatPast]
) -> None:
    """The first exchange with a near pod after which nobody in either is far from the middle."""
    for other, one, two in _candidates(pods, index, members):
        mine = sorted(two if member == one else member for member in pods[index])
        theirs = sorted(one if member == two else member for member in pods[other])
        fresh = _fresh(two, mine, members) and _fresh(one, theirs, members)
        if fresh and not _far(mine, pasts) and not _far(theirs, pasts):
            pods[index], pods[other] = mine, theirs
            return


def _candidates(
    pods: Sequence[Sequence[int]], index: int, members: Sequence[Member]
) -> Iterator[tuple[int, int, int]]:
    """Whom to exchange with whom of which pod: equals first, then those up to half a point apart."""
    for least, most in ((0, 0), (1, HALF)):
        for other in _near(index, len(pods)):
            for one in pods[index]:
                for two in pods[other]:
                    if least <= abs(members[one].score - members[two].score) <= most:
                        yield other, one, two


def _near(index: int, count: int) -> Iterator[int]:
    for distance in range(1, 2 * REACH + 1):
        yield from (other for other in (index + distance, index - distance) if 0 <= other < count)


def _fresh(one: int, pod: Sequence[int], members: Sequence[Member]) -> bool:
    return members[one].met.keys().isdisjoint(pod)


def _far(pod: Sequence[int], pasts: Sequence[SeatPast]) -> bool:
    """Whether the best seats leave somebody's mean further than 0.2 from the middle."""
    order, _ = assigned([pasts[one] for one in pod])
    return any(_mean_is_far(pasts[pod[who]], seat, len(pod)) for seat, who in enumerate(order))


def _mean_is_far(past: SeatPast, seat: int, size: int) -> bool:
    rounds = past.rounds + 1
    total = past.total + (SCALE * seat // (size - 1) if size > 1 else 0)
    return rounds >= ROUNDS and 5 * abs(2 * total - SCALE * rounds) > 2 * SCALE * rounds
