"""Chapter 6 and rule 7.4: sets and how they compare, with an oracle that tries every reading of jokers."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.games.orca_isles.sets import Found, Kind, best_at
from nurselog.rules.cards import DECK_WITH_JOKERS, NAME, Cards, names
from tests.support.orca_isles import card, cards, sorted_cards


def at(isle: str, played: str) -> Found:
    return best_at(card(isle), sorted_cards(played))


def beats(isle: str, one: str, other: str) -> bool:
    return at(isle, one).key > at(isle, other).key


# --- The printed examples


@pytest.mark.parametrize(
    ("isle", "played", "kind", "points"),
    [
        ("jh", "js", Kind.PAIR, 1),
        ("8d", "8h ks", Kind.PAIR, 1),
        ("4d", "2d kd", Kind.FLUSH, 3),
        ("4c", "5h 6h", Kind.STRAIGHT, 4),
        ("8h", "8c 8s", Kind.THREE_OF_A_KIND, 5),
        ("ts", "js qs", Kind.STRAIGHT_FLUSH, 8),
        ("8h", "9c ts", Kind.STRAIGHT, 4),
        ("8h", "kc", Kind.NONE, 0),
    ],
)
def test_r6_1_sets_and_their_points(isle: str, played: str, kind: Kind, points: int) -> None:
    found = at(isle, played)

    assert (found.kind, found.points) == (kind, points)


def test_r6_2_a_set_holds_the_isle_card() -> None:
    assert at("8h", "kc kd").kind is Kind.NONE


@pytest.mark.parametrize("played", ["9h", "2h"])
def test_r6_3_two_cards_are_no_flush_and_no_straight(played: str) -> None:
    assert at("8h", played).kind is Kind.NONE


def test_r6_4_with_a_joker_there_is_no_straight_flush() -> None:
    assert at("8h", "9h jk1").kind is Kind.STRAIGHT
    assert at("jk2", "8h 9h").kind is Kind.STRAIGHT


@pytest.mark.parametrize(
    ("isle", "played", "top"), [("ac", "2d 3h", 3), ("ac", "qd kh", 14), ("2c", "3d 4h", 4)]
)
def test_r6_5_the_ace_is_low_or_high(isle: str, played: str, top: int) -> None:
    found = at(isle, played)

    assert (found.kind, found.values) == (Kind.STRAIGHT, (top,))


def test_r6_5_a_straight_does_not_turn_the_corner() -> None:
    assert at("kc", "ad 2h").kind is Kind.NONE


def test_r6_6_in_a_flush_a_joker_has_no_value() -> None:
    found = at("4d", "kd jk1")

    assert (found.kind, found.values) == (Kind.FLUSH, (13, 4, 0))


@pytest.mark.parametrize(
    ("isle", "played", "kind", "values"),
    [
        ("8h", "jk1", Kind.PAIR, (8,)),
        ("8h", "8c jk1", Kind.THREE_OF_A_KIND, (8,)),
        ("8h", "9c jk1", Kind.STRAIGHT, (10,)),
        ("8h", "tc jk1", Kind.STRAIGHT, (10,)),
        ("kh", "ac jk1", Kind.STRAIGHT, (14,)),
        ("ah", "2c jk1", Kind.STRAIGHT, (3,)),
    ],
)
def test_r6_6_a_joker_serves_as_a_value(isle: str, played: str, kind: Kind, values: tuple[int, ...]) -> None:
    found = at(isle, played)

    assert (found.kind, found.values) == (kind, values)


def test_r6_7_two_jokers_and_a_card_are_three_of_a_kind() -> None:
    assert at("8h", "jk1 jk2")[:2] == (Kind.THREE_OF_A_KIND, (8,))
    assert at("jk1", "jk2 5c")[:2] == (Kind.THREE_OF_A_KIND, (5,))


def test_r6_7_two_jokers_alone_are_a_pair_of_aces() -> None:
    assert at("jk1", "jk2")[:2] == (Kind.PAIR, (14,))


def test_r6_8_a_joker_as_isle_card_is_read_anew_for_each_orca() -> None:
    assert at("jk1", "5c")[:2] == (Kind.PAIR, (5,))
    assert at("jk1", "kc")[:2] == (Kind.PAIR, (13,))


def test_r6_9_the_best_reading_is_found() -> None:
    assert at("jk1", "5c kd")[:3] == (Kind.PAIR, (13,), (5,))
    assert at("jk1", "5c kc")[:2] == (Kind.FLUSH, (13, 5, 0))
    assert at("jk1", "5c 6c")[:2] == (Kind.STRAIGHT, (7,))


def test_r6_the_cards_of_the_set_are_named() -> None:
    assert names(at("8d", "8h ks").cards) == ("8d", "8h")
    assert names(at("4c", "5h 6h").cards) == ("4c", "5h", "6h")
    assert at("8h", "kc").cards == ()


# --- How they compare


def test_r7_4_sets_beat_each_other_in_the_order_of_the_list() -> None:
    played = ["kc", "8c ad", "2h 3h", "7c 9d", "8c 8d", "7h 9h"]

    keys = [at("8h", one).key for one in played]

    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)


def test_r7_4_the_printed_example_of_other_cards() -> None:
    assert beats("8h", "8c 3d", "8d 2c")
    assert beats("8h", "8c 2d", "8d")


def test_r7_4_a_straight_compares_by_its_highest_card() -> None:
    assert beats("8h", "9c td", "7c 9d")
    assert beats("ah", "qc kd", "2c 3d")
    assert beats("2h", "3c 4d", "ac 3d")


def test_r7_4_a_flush_compares_by_all_cards() -> None:
    assert beats("8h", "kh 3h", "qh jh")
    assert beats("8h", "kh 3h", "kh 2h")
    assert beats("8h", "kh 3h", "kh jk1")


def test_r7_4_the_ace_counts_fourteen() -> None:
    assert beats("8h", "8c ad", "8d kc")
    assert beats("jk1", "ac", "kc")


def test_r7_4_without_sets_the_cards_decide() -> None:
    assert beats("8h", "kc 3d", "kd")
    assert beats("8h", "kc 2d", "qd jc")
    assert at("8h", "kc 3d").key == at("8h", "kd 3c").key


# --- The oracle

Reading = tuple[int, str]
"""A value (0 for none) and a suit (empty for none)."""

SUITS = "cdhs"
RANKS = " a23456789tjqk"


def readings(name: str) -> list[Reading]:
    """All readings of a card: one, but for a joker any value or any suit."""
    if name.startswith("jk"):
        return [*((value, "") for value in range(1, 14)), *((0, suit) for suit in SUITS)]
    return [(RANKS.index(name[0]), name[1])]


def high(value: int) -> int:
    return 14 if value == 1 else value


def judge(read: tuple[Reading, ...]) -> tuple[int, tuple[int, ...]] | None:
    """What cards that are read in one way make, if they make a set of all of them."""
    values = sorted(value for value, _ in read)
    same = len(set(values)) == 1 and values[0] > 0
    if len(read) == 2:
        return (1, (high(values[0]),)) if same else None
    flush = len({suit for _, suit in read}) == 1 and read[0][1] != ""
    tops = [run[-1] for run in ([v, v + 1, v + 2] for v in range(1, 13)) if sorted_run(run) == values]
    if flush and tops:
        return 5, (max(tops),)
    if same:
        return 4, (high(values[0]),)
    if tops:
        return 3, (max(tops),)
    return (
        (2, tuple(sorted((high(value) if value else 0 for value in values), reverse=True))) if flush else None
    )


def sorted_run(run: list[int]) -> list[int]:
    """A straight with its ace as 1, as cards are read."""
    return sorted(1 if value == 14 else value for value in run)


def claims(isle: str, played: list[str]) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Every claim an orca could make: each subset with the isle card, each reading."""
    values = {
        name: high(RANKS.index(name[0])) if name[0] != "j" or name[1] in SUITS else 0 for name in played
    }
    yield 0, (), tuple(sorted(values.values(), reverse=True))
    for size in range(1, len(played) + 1):
        for chosen in combinations(played, size):
            others = tuple(sorted((values[name] for name in played if name not in chosen), reverse=True))
            for read in product(*map(readings, (isle, *chosen))):
                found = judge(read)
                if found is not None:
                    yield (*found, others)


@given(
    drawn=st.permutations(DECK_WITH_JOKERS).map(lambda deck: deck[:3]),
    jokers=st.lists(st.sampled_from([52, 53]), unique=True, max_size=2),
    count=st.sampled_from([1, 2]),
)
def test_r6_9_the_set_found_is_the_best_of_all_claims(drawn: Cards, jokers: list[int], count: int) -> None:
    """Jokers are mixed in often, in any place; then cards that are close to each other."""
    rest = [one for one in drawn if one not in jokers]
    isle, *played = [NAME[one] for one in (*rest, *jokers)][-1 - count :]

    assert at(isle, " ".join(played)).key == max(claims(isle, played))


@pytest.mark.parametrize("suits", ["ccc", "ccd"])
def test_r6_the_set_is_the_best_for_all_values(suits: str) -> None:
    """Every three values, in one suit and in two; and each of them with a joker in the place of a card."""
    for ranks in product(RANKS[1:], repeat=3):
        three = [f"{rank}{suit}" for rank, suit in zip(ranks, suits, strict=True)]
        for at_joker in (None, 0, 2):
            one = [name if place != at_joker else "jk1" for place, name in enumerate(three)]
            if len(set(one)) == 3:
                assert at(one[0], f"{one[1]} {one[2]}").key == max(claims(one[0], one[1:])), one


def test_cards_are_what_they_are_called() -> None:
    assert cards("jk1 jk2") == (52, 53)
