"""Rules 8.2 and 8.3 against an oracle that knows nothing of `scoring`: it tries every choice."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from nurselog.games.forest_sky import scoring
from nurselog.games.forest_sky.components import CARDS, Cards, names
from tests.support.forest_sky import seat

Six = list[str]

TALONS = {"h7", "o6", "c5", "c7", "e7"}
FEATHERS = {"h3", "o8", "c4"}


def values(six: Six) -> list[int]:
    return [int(name[1]) for name in six]


def straight(length: int) -> Callable[[Six], bool]:
    def holds(six: Six) -> bool:
        return any(set(range(low, low + length)) <= set(values(six)) for low in range(2, 10))

    return holds


def partitions_into_groups(six: Six, size: int, count: int) -> bool:
    """Whether some choice of so many disjoint groups of equal cards exists: all choices are tried."""
    if count == 0:
        return True
    return any(
        len(set(values(list(group)))) == 1
        and partitions_into_groups([name for name in six if name not in group], size, count - 1)
        for group in combinations(six, size)
    )


CONDITIONS: dict[str, tuple[int, Callable[[Six], bool]]] = {
    "h3": (6, straight(4)),
    "h4": (5, lambda six: min(values(six)) == 4),
    "h5": (10, lambda six: len({name[0] for name in six}) == 2),
    "h7": (12, lambda six: partitions_into_groups(six, 3, 2)),
    "o5": (8, lambda six: all(value % 2 for value in values(six))),
    "o6": (7, lambda six: partitions_into_groups(six, 3, 1)),
    "o7": (6, lambda six: len({name[0] for name in six}) == 3),
    "o8": (8, straight(5)),
    "c2": (12, lambda six: [name[0] for name in six] == ["c"] * 6),
    "c4": (10, straight(6)),
    "c5": (7, lambda six: partitions_into_groups(six, 2, 2)),
    "c6": (8, lambda six: max(values(six)) == 6),
    "c7": (12, lambda six: partitions_into_groups(six, 2, 3)),
    "e7": (14, lambda six: Counter(values(six))[7] == 4),
    "e8": (10, lambda six: not any(value % 2 for value in values(six))),
}


def worth(name: str, hand: Six, forest: Six) -> int:
    if name in {"h6", "c3", "e9"}:
        return max(values([other for other in hand if other != name]))
    points, holds = CONDITIONS[name]
    return points if holds(hand + forest) else 0


def allowed(choice: Iterable[str]) -> bool:
    chosen = set(choice)
    return len(chosen & TALONS) <= 1 and len(chosen & FEATHERS) <= 1


def oracle(hand: Six, forests: Iterable[Six]) -> int:
    """The most that any forest and any allowed choice of rules gives."""
    choices = chain.from_iterable(combinations(hand, size) for size in range(4))
    fitting = [choice for choice in choices if allowed(choice)]
    return max(sum(worth(name, hand, forest) for name in choice) for forest in forests for choice in fitting)


@given(deal=st.permutations(CARDS).map(tuple))
def test_r8_3_the_sheet_is_the_true_optimum(deal: Cards) -> None:
    forests = (deal[:3], deal[3:6])

    for start in (6, 9, 12, 15):
        hand = deal[start : start + 3]
        total = scoring.sheet(seat(0), hand, forests).total
        assert total == oracle(list(names(hand)), [list(names(forest)) for forest in forests])


@given(deal=st.permutations(CARDS).map(tuple))
def test_r8_2_no_two_rules_of_one_mark_count(deal: Cards) -> None:
    found = scoring.sheet(seat(0), deal[:3], (deal[3:6], deal[6:9]))

    assert allowed(line.category.removeprefix("card.") for line in found.lines if line.counted)
