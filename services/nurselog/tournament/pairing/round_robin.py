"""Round robin by Berger's tables: everybody meets everybody, seats as even as can be."""

from collections.abc import Sequence
from itertools import combinations

from nurselog.rules.chance import shuffle
from nurselog.tournament.luck import Luck
from nurselog.tournament.values import Entrant


def berger(players: int, round_number: int) -> list[tuple[int, int]]:
    """The pairings (first seat, second seat) of one round; an odd number's N + 1 is the bye.

    N even, h = N/2. Player k = (r+1)/2 of odd rounds, r/2 + h of even ones meets N, first in odd rounds.
    Then, for j = 1 .. h-1, ((k-1+j) mod (N-1)) + 1 has the first seat against ((k-1-j) mod (N-1)) + 1.
    """
    size = players + players % 2
    half, odd = size // 2, round_number % 2 == 1
    k = (round_number + 1) // 2 if odd else round_number // 2 + half
    pairs = [(k, size) if odd else (size, k)]
    rest = ((k - 1 + step, k - 1 - step) for step in range(1, half))
    return pairs + [(one % (size - 1) + 1, other % (size - 1) + 1) for one, other in rest]


def schedule(players: int, cycles: int = 1) -> list[list[tuple[int, int]]]:
    """All rounds.

    A double has the last two rounds of its first cycle exchanged, and seats reversed in the second.
    """
    size = players + players % 2
    first = [berger(players, number) for number in range(1, size)]
    if cycles == 1:
        return first
    second = [[(two, one) for one, two in pairs] for pairs in first]
    if len(first) > 1:
        first[-1], first[-2] = first[-2], first[-1]
    return first + second


def snake(entrants: Sequence[Entrant], groups: int) -> list[list[Entrant]]:
    """Groups filled by snake: 1 .. g, then g .. 1, and so on in the order given."""
    filled: list[list[Entrant]] = [[] for _ in range(groups)]
    for index, one in enumerate(entrants):
        row, place = divmod(index, groups)
        filled[place if row % 2 == 0 else groups - 1 - place].append(one)
    return filled


def drawn(members: Sequence[Entrant], luck: Luck) -> list[Entrant]:
    """The members by start number in the table: by draw, then changed until those of one club meet early."""
    order = list(shuffle(luck, members))
    meeting = _meeting_rounds(len(order))
    while sum(_exchanged_if_better(order, pair, meeting) for pair in combinations(range(len(order)), 2)):
        pass
    return order


def _meeting_rounds(count: int) -> dict[frozenset[int], int]:
    """The round in which two places (0-based) meet."""
    return {
        frozenset((one - 1, other - 1)): number
        for number, pairs in enumerate(schedule(count), 1)
        for one, other in pairs
    }


def _exchanged_if_better(
    order: list[Entrant], places: tuple[int, int], meeting: dict[frozenset[int], int]
) -> bool:
    one, other = places
    before = _lateness(order, meeting)
    order[one], order[other] = order[other], order[one]
    if _lateness(order, meeting) < before:
        return True
    order[one], order[other] = order[other], order[one]
    return False


def _lateness(order: Sequence[Entrant], meeting: dict[frozenset[int], int]) -> int:
    """The sum of squared rounds in which two of one club meet."""
    clubs: dict[str, list[int]] = {}
    for place, one in enumerate(order):
        if one.club:
            clubs.setdefault(one.club, []).append(place)
    return sum(meeting[frozenset(pair)] ** 2 for places in clubs.values() for pair in combinations(places, 2))
