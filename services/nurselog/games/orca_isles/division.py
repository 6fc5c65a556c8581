"""The best division of a hand into sets (rule 9.2): an exact search, kept for hands met before."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nurselog.games.orca_isles.sets import POINTS, Kind, pair_value, set_of_three
from nurselog.rules.cards import Cards


class Laid(NamedTuple):
    """A set that is laid down from the hand."""

    kind: Kind
    cards: Cards


class Candidate(NamedTuple):
    """A set that could be laid: its cards as bits, by their places in the hand."""

    bits: int
    kind: Kind


@lru_cache(maxsize=4096)
def best_division(hand: Cards) -> tuple[Laid, ...]:
    """Disjoint sets with the most points; of several such divisions always the same one."""
    by_first = candidates(hand)
    known: dict[int, tuple[int, tuple[Candidate, ...]]] = {0: (0, ())}

    def best(rest: int) -> tuple[int, tuple[Candidate, ...]]:
        """The most points of the cards that are left, and the sets that give it."""
        if rest not in known:
            first = rest & -rest
            ways = [best(rest ^ first)]
            for one in by_first[first.bit_length() - 1]:
                if one.bits & rest == one.bits:
                    points, sets = best(rest ^ one.bits)
                    ways.append((points + POINTS[one.kind], (one, *sets)))
            known[rest] = max(ways, key=lambda way: way[0])
        return known[rest]

    return tuple([laid(hand, one) for one in best((1 << len(hand)) - 1)[1]])


def candidates(hand: Cards) -> list[list[Candidate]]:
    """All sets in a hand, by the place of their first card."""
    found: list[list[Candidate]] = [[] for _ in hand]
    for one, other in combinations(range(len(hand)), 2):
        if pair_value(hand[one], hand[other]):
            found[one].append(Candidate(1 << one | 1 << other, Kind.PAIR))
    for one, two, three in combinations(range(len(hand)), 3):
        kind_and_values = set_of_three(hand[one], hand[two], hand[three])
        if kind_and_values is not None:
            found[one].append(Candidate(1 << one | 1 << two | 1 << three, kind_and_values[0]))
    return found


def laid(hand: Cards, candidate: Candidate) -> Laid:
    """The set with its cards."""
    return Laid(candidate.kind, tuple([card for at, card in enumerate(hand) if candidate.bits >> at & 1]))
