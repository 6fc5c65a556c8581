"""A division into tables of people who never met, by looking through all of them."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

LOOKS: Final = 10_000
"""So many tables are tried at most; the answer must not depend on how fast a machine is."""


def strangers(met: Sequence[Collection[int]], sizes: Sequence[int]) -> list[list[int]] | None:
    """Tables of these sizes in which nobody meets anybody of `met` (by index), in the order of the sizes.

    None where there are none, or none was found among the first `LOOKS` tables.
    """
    everybody = (1 << len(met)) - 1
    free_of = [everybody & ~sum(1 << other for other in known) & ~(1 << one) for one, known in enumerate(met)]
    search = _Search(free_of)
    found = search.divided(everybody, Counter(sizes))
    return None if found is None else sorted(found, key=lambda pod: (-len(pod), pod))


class _Search:
    """Depth first; whoever has fewest strangers left chooses first."""

    def __init__(self, free_of: Sequence[int]) -> None:
        self._free_of = free_of
        self._looks = LOOKS

    def divided(self, free: int, sizes: Counter[int]) -> list[list[int]] | None:
        if not free:
            return []
        one = min(_members(free), key=lambda member: (self._free_of[member] & free).bit_count())
        for size in sorted(sizes, reverse=True):
            for pod in self._pods([one], self._free_of[one] & free, size):
                self._looks -= 1
                if self._looks < 0:
                    return None
                rest = self.divided(free & ~sum(1 << member for member in pod), sizes - Counter([size]))
                if rest is not None:
                    return [sorted(pod), *rest]
        return None

    def _pods(self, chosen: list[int], candidates: int, size: int) -> Iterator[list[int]]:
        """All pods of this size of the chosen and of strangers of all of them, nearest first."""
        if len(chosen) == size:
            yield chosen
            return
        for member in sorted(_members(candidates), key=lambda other: (abs(other - chosen[0]), other)):
            candidates &= ~(1 << member)
            yield from self._pods([*chosen, member], candidates & self._free_of[member], size)


def _members(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
