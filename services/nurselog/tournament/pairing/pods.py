"""Pods: tables of three and more, of equal strength, in which nobody meets twice if it can be avoided.

Start from the order cut into pods, then swap members of pods near each other as long as the summed cost does
not rise. Costs are whole numbers (scores in units of a full win), so every machine finds the same pods.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from nurselog.tournament.luck import Luck
from nurselog.tournament.pairing.strangers import strangers
from nurselog.tournament.values import Units

PROPOSALS: Final = 60
"""Times the number of members."""
REACH: Final = 6
"""Two pods whose members may change places are at most so far apart."""
SMALL_FIELD: Final = 64
RESTARTS: Final = 6
"""Small fields start over so often, each time with a threshold that cools to nothing."""
ATTEMPTS: Final = 2
"""So often the restarts are repeated where no division leaves another round without a second meeting."""
HEAT: Final = 20_000
"""The first threshold: two more meetings are borne in the beginning."""

MEETING: Final = 10_000
RANGE: Final = 100
SPREAD: Final = 10
PARTNERSHIP: Final = 100_000
SHORT: Final = 500

MEMBER_CHOICES: Final = 840
"""A multiple of every pod size, so that one draw chooses a pod and a member of it without bias."""


class Weights(NamedTuple):
    """What costs are measured by: a full win, the usual size of a pod, and whether partners rotate."""

    win: Units
    usual: int
    partners: bool = False


class Member(NamedTuple):
    """Who is put into a pod: a score, and by index in the field how often one met and partnered whom."""

    score: Units
    met: Mapping[int, int]
    partnered: Mapping[int, int]
    short_pods: int


class Pods:
    """A division of the members into pods, and what each pod costs (in 840ths of a squared unit of a win).

    `penalties` are the parts of the costs that do not come from scores.
    """

    __slots__ = ("_known", "_meeting", "_scores", "costs", "members", "penalties", "pods", "terms", "total")

    def __init__(self, members: Sequence[Member], pods: list[list[int]], terms: Weights) -> None:
        self.members = members
        self.pods = pods
        self.terms = terms
        self._scores = [member.score for member in members]
        self._known = [frozenset(member.met) for member in members]
        self._meeting = MEETING * 840 * terms.win**2
        self.penalties = [self.penalty(pod) for pod in pods]
        self.costs = [self.spread(pod) + more for pod, more in zip(pods, self.penalties, strict=True)]
        self.total = sum(self.costs)

    @property
    def meets(self) -> bool:
        """Whether somebody meets somebody again."""
        return any(not self._known[one].isdisjoint(pod) for pod in self.pods for one in pod)

    def spread(self, pod: Sequence[int]) -> int:
        """100 range^2 + 10 sum (score - mean)^2."""
        scores = [self._scores[one] for one in pod]
        low, high = min(scores), max(scores)
        if low == high:
            return 0
        squares = 840 * sum([one * one for one in scores]) - 840 // len(scores) * sum(scores) ** 2
        return RANGE * 840 * (high - low) ** 2 + SPREAD * squares

    def penalty(self, pod: Sequence[int]) -> int:
        """10^4 meetings^2, and what short pods and partnerships cost."""
        total = 0
        for place, one in enumerate(pod):
            if not self._known[one].isdisjoint(pod):
                met = self.members[one].met
                total += MEETING * sum([met[other] ** 2 for other in pod[place + 1 :] if other in met])
        if len(pod) < self.terms.usual:
            total += SHORT * sum(self.members[one].short_pods for one in pod)
        if self.terms.partners:
            total += PARTNERSHIP * min(partnerships(self.members, pod))
        return total * 840 * self.terms.win**2

    def propose(self, pod: int, place: int, other: int, other_place: int, threshold: int) -> None:
        """Exchanges two members unless it costs more than the threshold."""
        mine, theirs = self.pods[pod], self.pods[other]
        one, two = mine[place], theirs[other_place]
        plain = self._plain(pod, other)
        free = plain and self._known[one].isdisjoint(theirs) and self._known[two].isdisjoint(mine)
        if plain and not free and two not in self._known[one] and self._dear(pod, other, threshold):
            return
        mine[place], theirs[other_place] = two, one
        if free and self._scores[one] == self._scores[two]:
            return
        if not self._keep(pod, other, threshold, free=free):
            mine[place], theirs[other_place] = one, two

    def _keep(self, pod: int, other: int, threshold: int, *, free: bool) -> bool:
        """Takes the pods as they stand now, unless they cost too much; `free`: nobody met anybody in them."""
        mine, theirs = self.pods[pod], self.pods[other]
        penalties = (0, 0) if free else (self.penalty(mine), self.penalty(theirs))
        costs = self.spread(mine) + penalties[0], self.spread(theirs) + penalties[1]
        rise = sum(costs) - self.costs[pod] - self.costs[other]
        if rise > threshold:
            return False
        self.total += rise
        self.costs[pod], self.costs[other] = costs
        self.penalties[pod], self.penalties[other] = penalties
        return True

    def _plain(self, pod: int, other: int) -> bool:
        """Whether only scores and new meetings can matter in these two."""
        usual = self.terms.usual
        return (
            not self.penalties[pod]
            and not self.penalties[other]
            and len(self.pods[pod]) == usual == len(self.pods[other])
            and not self.terms.partners
        )

    def _dear(self, pod: int, other: int, threshold: int) -> bool:
        """Whether a single meeting costs more than all that could be won."""
        return self._meeting - self.costs[pod] - self.costs[other] > threshold


SPLITS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The three ways to make two pairs of four."""


def partnerships(members: Sequence[Member], pod: Sequence[int]) -> list[int]:
    """How often the partners of each split of a pod of four were partners before."""
    return [
        sum(members[pod[a]].partnered.get(pod[b], 0) for a, b in split) if len(pod) == 4 else 0
        for split in SPLITS
    ]


def divided(
    members: Sequence[Member], sizes: Sequence[int], weights: Weights, luck: Luck
) -> tuple[tuple[int, ...], ...]:
    """The members (in order, best first) in pods of these sizes; indices into `members`."""
    if len(members) > SMALL_FIELD or len(sizes) < 2:
        return _frozen(_searched(members, _cut(sizes), weights, luck, heat=0))
    tries: list[Pods] = []
    for _ in range(ATTEMPTS):
        tries += _tried(members, sizes, weights, luck)
        tries.sort(key=lambda found: found.total)
        farsighted = (found for found in tries if not found.meets and _leaves_room(found, sizes))
        if (best := next(farsighted, None)) is not None:
            return _frozen(best)
    return _frozen(tries[0])


def _tried(members: Sequence[Member], sizes: Sequence[int], weights: Weights, luck: Luck) -> list[Pods]:
    """Six restarts; where all of them let somebody meet again, also one that starts without."""
    hot = HEAT * 840 * weights.win**2
    tries = [_searched(members, _cut(sizes), weights, luck, heat=hot) for _ in range(RESTARTS)]
    if all(tried.meets for tried in tries) and (fresh := strangers([one.met for one in members], sizes)):
        tries.append(_searched(members, fresh, weights, luck, heat=0))
    return tries


def _leaves_room(found: Pods, sizes: Sequence[int]) -> bool:
    """Whether after these pods another round without a second meeting is possible."""
    met = [set(member.met) for member in found.members]
    for pod in found.pods:
        for one in pod:
            met[one].update(other for other in pod if other != one)
    return strangers(met, sizes) is not None


def _frozen(found: Pods) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(pod)) for pod in found.pods)


def _searched(
    members: Sequence[Member], start: list[list[int]], weights: Weights, luck: Luck, heat: int
) -> Pods:
    found = Pods(members, start, weights)
    if len(start) > 1:
        _search(found, luck, heat)
    return found


def _cut(sizes: Sequence[int]) -> list[list[int]]:
    pods, start = [], 0
    for size in sizes:
        pods.append(list(range(start, start + size)))
        start += size
    return pods


def _search(found: Pods, luck: Luck, heat: int) -> None:
    """60 n proposals under a threshold that falls from `heat` to 0."""
    homes = [(pod, place) for pod, members in enumerate(found.pods) for place in range(len(members))]
    count, pods = PROPOSALS * len(homes), found.pods
    bound = len(homes) * 2 * REACH * MEMBER_CHOICES
    for step in range(count):
        drawn, choice = divmod(luck.below(bound), MEMBER_CHOICES)
        home, distance = divmod(drawn, 2 * REACH)
        pod, place = homes[home]
        other = pod + (distance + 1 if distance < REACH else REACH - 1 - distance)
        if 0 <= other < len(pods):
            allowed = heat * (count - step) // count
            found.propose(pod, place, other, choice % len(pods[other]), allowed)
