"""Chapter 5 against the printed examples and an oracle that tries every number for every ace."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.games.trail.components import FACES, NUMBERS, SUPPLIES, VALUE
from nurselog.games.trail.payments import can_pay, declared, payments, pays
from nurselog.rules.cards import ACE, RANK, SUIT, Card, Cards
from tests.support.trail import card, cards


def paid(text: str, target: str) -> bool:
    return pays(tuple(sorted(cards(text))), card(target))


@pytest.mark.parametrize(
    ("text", "target"),
    [("4h 8d", "td"), ("3h 3s", "kh"), ("2c 4d 5s", "kh")],
)
def test_the_printed_examples_pay(text: str, target: str) -> None:
    assert paid(text, target)


@pytest.mark.parametrize(
    ("text", "target", "enough"),
    [
        ("9d", "9d", True),
        ("td", "9d", True),
        ("8d", "9d", False),
        ("th", "9d", False),
        ("td", "jd", False),
        ("5d 4h", "9d", True),
        ("4d 4h", "9d", True),
        ("5h 4s", "9d", False),
        ("4d 3h", "9d", False),
        ("9h 6d", "jd", True),
        ("8h 6d", "jd", False),
        ("8h 9d", "qd", True),
        ("td 8s", "kd", True),
        ("td 7s", "kd", False),
    ],
)
def test_r5_2_one_or_two_cards_of_the_suit_worth_enough(text: str, target: str, *, enough: bool) -> None:
    assert paid(text, target) is enough


@pytest.mark.parametrize(("text", "enough"), [("2d 2h", True), ("2s 2h", False), ("2d 3h", False)])
def test_r5_3_a_pair_pays_for_any_card_with_its_suit(text: str, *, enough: bool) -> None:
    assert paid(text, "kd") is enough


@pytest.mark.parametrize("text", ["2s 3s 4s", "2d 3h 4s", "2c 2h ah"])
def test_r5_4_any_three_cards_pay(text: str) -> None:
    assert paid(text, "kd")


@pytest.mark.parametrize(
    ("text", "target", "enough", "numbers"),
    [
        ("ad", "td", True, (10,)),
        ("ah", "td", False, (10,)),
        ("ad", "jd", False, (10,)),
        ("ah 2d", "kd", True, (2, 2)),
        ("ad 2h", "kd", True, (2, 2)),
        ("ah 2s", "kd", False, (2, 2)),
        ("ad ah", "kd", True, (10, 10)),
        ("ac ah", "kd", False, (10, 10)),
        ("ad 8h", "kd", True, (10, 8)),
        ("ad 5h 6h", "kd", True, (10, 5, 6)),
    ],
)
def test_r5_5_an_ace_is_read_as_is_best(
    text: str, target: str, numbers: tuple[int, ...], *, enough: bool
) -> None:
    paying = tuple(sorted(cards(text)))

    assert pays(paying, card(target)) is enough
    assert sorted(declared(paying, card(target))) == sorted(numbers)


def test_r5_6_more_may_be_paid_than_is_needed() -> None:
    assert paid("9d td", "2d")
    assert paid("9d td 8d", "2d")


# --- The oracle


def readings(one: Card) -> range:
    return range(2, 11) if RANK[one] == ACE else range(RANK[one], RANK[one] + 1)


def oracle(paying: Cards, target: Card) -> bool:
    suited = any(SUIT[one] is SUIT[target] for one in paying)
    for numbers in product(*(readings(one) for one in paying)):
        worth = suited and sum(numbers) >= VALUE[target]
        pair = suited and len(numbers) == 2 and numbers[0] == numbers[1]
        if len(paying) == 3 or worth or pair:
            return True
    return False


@given(
    pack=st.lists(st.sampled_from(SUPPLIES), max_size=8, unique=True).map(sorted).map(tuple),
    target=st.sampled_from((*FACES, *NUMBERS)),
)
def test_r5_the_listed_payments_are_all_there_are(pack: Cards, target: Card) -> None:
    every = [paying for count in (1, 2, 3) for paying in combinations(pack, count)]

    listed = payments(pack, target)

    assert len(set(listed)) == len(listed)
    assert set(listed) == {paying for paying in every if oracle(paying, target)}
    assert set(listed) == {paying for paying in every if pays(paying, target)}
    assert can_pay(pack, target) is bool(listed)


@given(
    paying=st.lists(st.sampled_from(SUPPLIES), min_size=1, max_size=3, unique=True).map(sorted).map(tuple),
    target=st.sampled_from((*FACES, *NUMBERS)),
)
def test_r5_5_the_declared_numbers_pay(paying: Cards, target: Card) -> None:
    numbers = declared(paying, target)

    assert all(number in readings(one) for number, one in zip(numbers, paying, strict=True))
    if pays(paying, target) and len(paying) < 3:
        assert sum(numbers) >= VALUE[target] or len(set(numbers)) == 1
