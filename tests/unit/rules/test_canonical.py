import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from itertools import chain
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.rules.api import Audience, Options, Seat
from nurselog.rules.canonical import NotCanonical, canonical, checked, digest


class Suit(Enum):
    HEARTS = "h"
    SPADES = "s"


class Level(IntEnum):
    LOW = 1


class Cell(NamedTuple):
    q: int
    r: int


@dataclass(frozen=True, slots=True)
class Hand:
    seat: int
    cards: tuple[Any, ...]
    cache: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Other:
    seat: int
    cards: tuple[Any, ...]


@dataclass(frozen=True)
class Renamed:
    canonical_name = "Other"
    seat: int
    cards: tuple[Any, ...]


@dataclass(frozen=True)
class Single:
    only: Any


@dataclass(frozen=True)
class Nothing:
    pass


@dataclass
class Mutable:
    seat: int


TWO = Seat(Audience(2))


class Declared(NamedTuple):
    seat: Seat
    piles: tuple[tuple[int, ...], ...] = ()
    name: str | None = None
    suit: Suit | None = None


@dataclass(frozen=True)
class DeclaredHand:
    seat: Seat
    cards: tuple[int, ...]
    suits: tuple[Suit, ...] = ()


def four(count: int) -> bytes:
    return count.to_bytes(4, "little", signed=True)


def number(value: int) -> bytes:
    if -(2**31) <= value < 2**31:
        return b"i" + four(value)
    digits, rest = [], abs(value)
    while rest:
        rest, low = divmod(rest, 1 << 15)
        digits.append(low.to_bytes(2, "little"))
    return b"l" + four(len(digits) * (1 if value > 0 else -1)) + b"".join(digits)


def items(values: Iterable[Any]) -> bytes:
    return b"".join(map(written_by_the_page, values))


WRITERS: dict[type, Callable[[Any], bytes]] = {
    type(None): lambda _: b"N",
    bool: lambda value: b"T" if value else b"F",
    int: number,
    str: lambda value: b"u" + four(len(value.encode())) + value.encode(),
    bytes: lambda value: b"s" + four(len(value)) + value,
    tuple: lambda value: b"(" + four(len(value)) + items(value),
    list: lambda value: b"[" + four(len(value)) + items(value),
    dict: lambda value: b"{" + items(chain.from_iterable(value.items())) + b"0",
}


def written_by_the_page(value: Any) -> bytes:
    """The bytes that the docstring of `canonical` promises for plain values, written without its help."""
    return WRITERS[type(value)](value)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | texts | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=5).map(tuple),
)


@given(value=plain)
def test_plain_values_are_written_as_the_page_says(value: Any) -> None:
    assert canonical(value) == written_by_the_page(value)


def test_classes_are_written_as_the_page_says() -> None:
    value = (Hand(1, (Suit.SPADES, Cell(2, -3)), cache=9), {"b": 1, "a": 2}, Nothing(), Single(None))
    hand = ["Hand", 1, ({"Suit": "s"}, ["Cell", 2, -3])]
    expected = (hand, [("a", 2), ("b", 1)], ["Nothing"], ["Single", None])
    assert canonical(value) == written_by_the_page(expected)


@given(one=plain, other=plain)
def test_different_values_have_different_forms(one: Any, other: Any) -> None:
    same = one == other and repr(one) == repr(other)
    assert (canonical(one) == canonical(other)) is same


def test_declared_fields_are_written_as_the_page_says() -> None:
    value = Declared(TWO, ((1, 70_000_000_000), ()), "ann", Suit.SPADES), DeclaredHand(TWO, (3,))
    declared = ["Declared", 2, ((1, 70_000_000_000), ()), "ann", {"Suit": "s"}]
    expected = (declared, ["DeclaredHand", 2, (3,), ()])
    assert canonical(value) == checked(value) == written_by_the_page(expected)


@pytest.mark.parametrize("undeclared", [Cell(1, 2), Suit.HEARTS, Level.LOW, (Cell(1, 2), {"a": 1})])
def test_a_value_that_its_class_does_not_declare_is_written_as_any_other(undeclared: Any) -> None:
    value = DeclaredHand(TWO, (1, undeclared), ())
    assert canonical(value) == checked(value)
    assert canonical(value) != canonical(DeclaredHand(TWO, (1,)))


@pytest.mark.parametrize("culprit", [1.5, [1], {1}])
def test_a_check_finds_what_its_class_does_not_declare(culprit: Any) -> None:
    with pytest.raises(NotCanonical, match=r"state\.cards\[1\] is a "):
        checked(DeclaredHand(TWO, (1, culprit)))


def test_look_alikes_differ() -> None:
    alike = [
        Hand(1, ()),
        Other(1, ()),
        ("Hand", 1, ()),
        (1, ()),
        {"Hand": 1},
        Level.LOW,
        1,
        True,
        "1",
        b"1",
        (1,),
        Suit.HEARTS,
        "h",
    ]
    assert len({canonical(value) for value in alike}) == len(alike)


def test_a_class_may_keep_its_old_name() -> None:
    assert digest(Renamed(1, (2,))) == digest(Other(1, (2,)))


def test_what_is_not_compared_does_not_count() -> None:
    assert digest(Hand(1, (), cache=1)) == digest(Hand(1, (), cache=2))


@pytest.mark.parametrize("mapping", [{"b": 1, "a": 2}, Options({"b": "1", "a": "2"})])
def test_the_order_of_a_mapping_does_not_count(mapping: Mapping[str, Any]) -> None:
    assert canonical(dict(reversed(list(mapping.items())))) == canonical(mapping)


@pytest.mark.parametrize(
    ("culprit", "kind"),
    [
        (1.5, "float"),
        ({1, 2}, "set"),
        (frozenset({1}), "frozenset"),
        ([1], "list"),
        (object(), "object"),
        (Mutable(1), "Mutable"),
        (lambda: 1, "function"),
    ],
)
def test_what_has_no_canonical_form_is_refused_with_its_place(culprit: Any, kind: str) -> None:
    with pytest.raises(NotCanonical, match=rf"state\.cards\[1\]\['deck'\]\[0\] is a {kind}"):
        canonical(Hand(1, (0, {"deck": (culprit,)})))


def test_digests_are_eight_bytes_and_stay_what_they_are() -> None:
    assert digest(Hand(0, (Suit.HEARTS, 2), cache=4)).hex() == "ff6f7176ec382496"


def test_digests_are_the_same_under_any_hash_seed() -> None:
    code = (
        "from nurselog.rules.canonical import digest\n"
        "print(digest({name: (name, 1) for name in {'a', 'b', 'c', 'd', 'e', 'f'}}).hex())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1


def test_a_seat_is_a_number() -> None:
    assert canonical(Seat(3)) == canonical(3)  # type: ignore[arg-type]  # a seat is an audience is a number
