"""How a field is cut into tables of allowed sizes."""

from collections.abc import Iterable

from nurselog.tournament.values import Refused


def pod_sizes(count: int, allowed: Iterable[int], preferred: int) -> tuple[tuple[int, ...], int]:
    """The sizes of the pods, greatest first, and how many are left over for byes.

    As few byes as possible, then the least total |size - preferred|, then fewer pods.

    Raises:
        Refused: ENTRANTS_TOO_FEW, not even one pod.
    """
    sizes = sorted(set(allowed), reverse=True)
    best = _cuts(count, sizes, preferred)
    for byes in range(count):
        if (cut := best[count - byes]) is not None:
            return tuple(sorted(cut, reverse=True)), byes
    raise Refused("ENTRANTS_TOO_FEW", f"{count} entrants fill no table of {sizes[-1]}.", "seats")


def _cuts(count: int, sizes: list[int], preferred: int) -> list[tuple[int, ...] | None]:
    """For each number up to `count` the best cut, by sums of cheaper ones; None where there is none."""
    cuts: list[tuple[int, ...] | None] = [()]
    costs = [(0, 0)]
    for total in range(1, count + 1):
        found = [
            ((costs[total - size][0] + abs(size - preferred), costs[total - size][1] + 1), size)
            for size in sizes
            if size <= total and cuts[total - size] is not None
        ]
        cost, size = min(found, key=lambda option: option[0], default=((0, 0), 0))
        before = cuts[total - size] if size else None
        cuts.append(None if before is None else (*before, size))
        costs.append(cost)
    return cuts
