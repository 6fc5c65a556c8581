"""Chapter 4: what makes sense in a run, against an oracle that looks at every complete run there is."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.games.salmon_run.runs import OBJECTIVES, RIVER, SEA, STREAM, Objective, completable, complete
from nurselog.rules.cards import DECK_WITH_JOKERS, JOKERS, RANK, SUIT, Cards
from tests.support.salmon_run import cards


@pytest.mark.parametrize(
    ("objective", "run"),
    [
        (SEA, "4h 2h jh ah"),
        (SEA, "4h jk1 jh jk2"),
        (RIVER, "8h 8c 6s 6d kc kd"),
        (RIVER, "8h 8c 8s 8d kc kd"),
        (RIVER, "8h 6c jk1 jk2 kc kd"),
        (STREAM, "4h 5c 6s 7d 8c 9d ts jh"),
        (STREAM, "ah 2c 3s 4d 5c 6d 7s 8h"),
        (STREAM, "7h 8c 9s td jc qd ks ah"),
        (STREAM, "7h 8c 9s td jk1 qd ks jk2"),
    ],
)
def test_r4_9_complete_runs(objective: Objective, run: str) -> None:
    found = cards(run)

    assert completable(objective, found)
    assert complete(objective, found)
    assert not complete(objective, found[:-1])


@pytest.mark.parametrize(
    ("objective", "run"),
    [
        (SEA, "4h 2c"),
        (SEA, "4h 2h jh ah 5h"),
        (RIVER, "8h 7c 4s 5d"),
        (RIVER, "8h 8c 8s 7c 7d 7h"),
        (RIVER, "8h 8c 6s 6d 4h 5h jk1"),
        (STREAM, "2h tc"),
        (STREAM, "7h 7c"),
        (STREAM, "ah 2c kd"),
        (STREAM, "ah 6c 9d"),
        (STREAM, "ah ac"),
        (STREAM, "qh kc 2d jk1"),
    ],
)
def test_r4_5_to_r4_7_cards_that_make_no_sense(objective: Objective, run: str) -> None:
    assert not completable(objective, cards(run))


def test_r4_6_the_printed_example_of_the_river() -> None:
    assert completable(RIVER, cards("8h 7c 4s 8d"))
    assert not completable(RIVER, cards("8h 7c 4s 5d"))


def test_r4_7_an_ace_stays_open_while_it_can() -> None:
    assert completable(STREAM, cards("ah 7c"))
    assert completable(STREAM, cards("ah 7c 8d"))
    assert completable(STREAM, cards("ah 7c 8d 2s"))
    assert completable(STREAM, cards("ah 7c 8d ks"))
    assert not completable(STREAM, cards("ah 7c 8d 2s ks"))


# --- The oracle: a complete run is a multiset of ranks (or of suits), and all of them are listed

Shape = Counter[object]

SHAPES: dict[Objective, list[Shape]] = {
    SEA: [Counter({suit: 4}) for suit in "cdhs"],
    RIVER: [Counter(ranks * 2) for ranks in combinations_with_replacement(range(1, 14), 3)],
    STREAM: [Counter((rank - 1) % 13 + 1 for rank in range(low, low + 8)) for low in range(1, 8)],
}


def fits_some_shape(objective: Objective, run: Cards) -> bool:
    naturals = [one for one in run if one not in JOKERS]
    wanted: Shape = Counter(SUIT[one].value if objective is SEA else RANK[one] for one in naturals)
    return len(run) <= objective.size and any(wanted <= shape for shape in SHAPES[objective])


@given(
    objective=st.sampled_from(OBJECTIVES),
    run=st.lists(st.sampled_from(DECK_WITH_JOKERS), max_size=9, unique=True).map(tuple),
)
def test_r4_completable_means_that_a_complete_run_contains_the_cards(
    objective: Objective, run: Cards
) -> None:
    assert completable(objective, run) == fits_some_shape(objective, run)


@pytest.mark.parametrize("objective", OBJECTIVES, ids=lambda objective: objective.name)
def test_r4_all_small_runs_against_the_oracle(objective: Objective) -> None:
    some = cards("ac ad 2c 3h 7c 8d 9c jc kc jk1")

    for count in range(5):
        for run in combinations(some, count):
            assert completable(objective, run) == fits_some_shape(objective, run), run


@given(
    objective=st.sampled_from(OBJECTIVES),
    run=st.lists(st.sampled_from(DECK_WITH_JOKERS), max_size=8, unique=True).map(tuple),
)
def test_r4_part_of_what_makes_sense_makes_sense(objective: Objective, run: Cards) -> None:
    if completable(objective, run):
        for size, start in product(range(len(run)), range(len(run))):
            assert completable(objective, run[start : start + size])
