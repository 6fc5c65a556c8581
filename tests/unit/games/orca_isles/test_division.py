"""Rule 9.2: the best division of a hand into sets, against brute force over all divisions."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.games.orca_isles.components import MOST_IN_HAND
from nurselog.games.orca_isles.division import best_division
from nurselog.games.orca_isles.sets import POINTS
from nurselog.rules.cards import DECK_WITH_JOKERS, NAME, names
from tests.support.orca_isles import sorted_cards

RANKS = "a23456789tjqka"


def total(hand: str) -> int:
    return sum(POINTS[one.kind] for one in best_division(sorted_cards(hand)))


def sets(hand: str) -> list[str]:
    return ["-".join(names(one.cards)) for one in best_division(sorted_cards(hand))]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("", 0),
        ("8h", 0),
        ("8h 8c", 1),
        ("8h 8c 8s", 5),
        ("8h 8c 8s 8d", 5),
        ("8h 8c 9s 9d", 2),
        ("ts js qs", 8),
        ("2d 4d kd", 3),
        ("4c 5h 6h", 4),
        ("kc ad 2h", 0),
        ("jk1 5c", 1),
        ("jk1 jk2", 1),
        ("jk1 jk2 5c", 5),
        ("jk1 9h 8h", 4),
    ],
)
def test_r9_2_a_hand_is_laid_in_sets(hand: str, expected: int) -> None:
    assert total(hand) == expected


def test_r9_2_no_card_is_in_two_sets() -> None:
    """The 8 of Hearts would serve the three and the straight flush."""
    assert total("8h 8c 8s 9h th") == 8 + 1


def test_r9_2_the_most_valuable_set_is_not_always_in_the_best_division() -> None:
    """The three fives give 5, with two pairs 7; two straights give 8."""
    assert total("5h 5c 5s 4c 4d 6h 6s") == 8


def test_r9_2_jokers_go_where_they_give_most() -> None:
    assert total("jk1 8h 8c 2d 3s") == 5
    assert total("jk1 jk2 8h 8c kd ks") == 10


def test_r9_2_a_division_is_always_the_same() -> None:
    before = sets("8h 8c 8s 8d 9h")
    best_division.cache_clear()

    assert sets("9h 8d 8s 8c 8h") == before


# --- The oracle: written from the list of sets, it tries all divisions


def worth(cards: tuple[str, ...]) -> int:
    """The most that these cards make together; 0 if they are no set."""
    plain = [name for name in cards if not name.startswith("jk")]
    ranks, suits = [name[0] for name in plain], {name[1] for name in plain}
    if len(cards) == 2:
        return 1 if len(set(ranks)) < 2 else 0
    run = any(set(ranks) <= set(RANKS[low : low + 3]) for low in range(12)) and len(set(ranks)) == len(ranks)
    if run and len(suits) == 1 and len(plain) == 3:
        return 8
    if len(set(ranks)) == 1:
        return 5
    if run:
        return 4
    return 3 if len(suits) == 1 else 0


def brute_force(hand: tuple[str, ...]) -> int:
    """The most points of all divisions: the first card alone, in each pair, in each three."""
    if len(hand) < 2:
        return 0
    first, rest = hand[0], hand[1:]
    found = [brute_force(rest)]
    for size in (1, 2):
        for others in combinations(rest, size):
            points = worth((first, *others))
            if points:
                found.append(points + brute_force(tuple(name for name in rest if name not in others)))
    return max(found)


@given(
    deck=st.permutations(DECK_WITH_JOKERS),
    size=st.integers(0, 9),
    jokers=st.lists(st.sampled_from(["jk1", "jk2"]), unique=True),
)
def test_r9_2_the_division_is_the_true_optimum(deck: list[int], size: int, jokers: list[str]) -> None:
    hand = {*[NAME[one] for one in deck[:size]], *jokers}

    assert total(" ".join(hand)) == brute_force(tuple(sorted(hand)))


@given(places=st.sets(st.integers(0, 17), max_size=9), with_joker=st.booleans())
def test_r9_2_so_it_is_where_many_sets_compete(places: set[int], with_joker: bool) -> None:  # noqa: FBT001 - drawn
    """Six values in three suits: nearly all cards fit together."""
    pool = [f"{rank}{suit}" for suit in "chs" for rank in "a23456"]
    hand = [pool[place] for place in places] + ["jk1"] * with_joker

    assert total(" ".join(hand)) == brute_force(tuple(hand))


def test_r4_5_the_largest_hand_is_divided_at_once() -> None:
    hand = "ac 2c 3c 4c 5c 6c 7c ad 2d 3d 4d 5d jk1 jk2"

    assert len(hand.split()) == MOST_IN_HAND
    assert total(hand) == 30
    laid = [name for one in sets(hand) for name in one.split("-")]
    assert len(set(laid)) == len(laid)
