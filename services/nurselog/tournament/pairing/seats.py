"""Who sits where at a table of more than two: everybody's mean place is evened out over the rounds.

With v = seat index / (size - 1), V = the sum of a player's earlier v over k rounds and c = how often in this
seat, the assignment minimises the sum over seats of (V + v - (k + 1) / 2)^2 + 0.3 c^2. In whole numbers,
exactly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

from nurselog.tournament.standings.lines import Line

SCALE: Final = 420
"""Every v of tables of 2 to 8 seats is a whole number of 1/420."""


@dataclass(frozen=True, slots=True)
class SeatPast:
    """Earlier seats of one player: V in 1/420, k, and how often in each seat."""

    total: int = 0
    rounds: int = 0
    times: dict[int, int] = field(default_factory=dict)


def seat_past(lines: Iterable[Line]) -> SeatPast:
    """What the history says of one player's seats."""
    total = rounds = 0
    times: dict[int, int] = {}
    for line in lines:
        if line.played:
            for index, size in line.seats:
                total += SCALE * index // (size - 1) if size > 1 else 0
                rounds += 1
                times[index] = times.get(index, 0) + 1
    return SeatPast(total, rounds, times)


def seat_cost(past: SeatPast, seat: int, size: int) -> int:
    """10 * 420^2 times the cost of giving a player this seat."""
    distance = past.total + SCALE * seat // (size - 1) - SCALE // 2 * (past.rounds + 1)
    return 10 * distance * distance + 3 * SCALE * SCALE * past.times.get(seat, 0) ** 2


def assigned(pasts: Sequence[SeatPast]) -> tuple[tuple[int, ...], int]:
    """Whose index sits in seat 0, 1, ..., at the least cost, and that cost (10 * 420^2 times).

    Exact, over sets of seated players; of equal assignments the one that comes first by index. Whoever calls
    shuffles the players before, so that equals draw lots.
    """
    size = len(pasts)
    if size == 1:
        return (0,), 0
    costs = [[seat_cost(past, seat, size) for seat in range(size)] for past in pasts]
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(size):
        best = _seated_one_more(best, [row[seat] for row in costs])
    cost, order = best[(1 << size) - 1]
    return order, cost


def _seated_one_more(
    best: dict[int, tuple[int, tuple[int, ...]]], costs: Sequence[int]
) -> dict[int, tuple[int, tuple[int, ...]]]:
    """From the cheapest way to fill the seats so far for each set of players to those of one seat more."""
    following: dict[int, tuple[int, tuple[int, ...]]] = {}
    for taken, (cost, order) in best.items():
        for player, extra in enumerate(costs):
            bit = 1 << player
            if not taken & bit:
                option = (cost + extra, (*order, player))
                if taken | bit not in following or option < following[taken | bit]:
                    following[taken | bit] = option
    return following


def assigned_in_pairs(pasts: Sequence[SeatPast], partnerships: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Four players with partners in seats 0 and 2, 1 and 3: first no partner again, then the least cost.

    `partnerships` counts earlier ones for the splits 01/23, 02/13, 03/12. Fewer than four sit for themselves.
    """
    if len(pasts) != 4:
        return assigned(pasts)
    options = [
        (repeated, sum(seat_cost(pasts[one], seat, 4) for seat, one in enumerate(order)), order)
        for order, repeated in _pair_orders(partnerships)
    ]
    _, cost, order = min(options)
    return order, cost


def _pair_orders(partnerships: Sequence[int]) -> Iterable[tuple[tuple[int, ...], int]]:
    """All seat orders of four with how often the partners were partners before."""
    for order in permutations(range(4)):
        partner = order[(order.index(0) + 2) % 4]
        yield order, partnerships[partner - 1]
