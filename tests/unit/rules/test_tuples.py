from typing import NamedTuple

import pytest

from nurselog.rules.tuples import quick, with_at


@quick
class Hand(NamedTuple):
    """Some cards."""

    cards: tuple[str, ...]
    limit: int = 4


def test_a_change_makes_another_tuple_of_the_same_class() -> None:
    before = Hand(("as",))
    after = before._replace(limit=2, cards=("as", "kh"))
    assert (type(after), after) == (Hand, Hand(("as", "kh"), 2))
    assert before == Hand(("as",), 4)


def test_no_change_makes_an_equal_tuple() -> None:
    assert Hand(("as",))._replace() == Hand(("as",))


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Hand has no fields \['colour'\]"):
        Hand(("as",))._replace(limit=3, colour="red")  # type: ignore[call-arg]


def test_a_quick_tuple_keeps_what_else_it_is() -> None:
    assert Hand.__doc__ == "Some cards."
    assert Hand._fields == ("cards", "limit")
    assert Hand(("as",))._asdict() == {"cards": ("as",), "limit": 4}


@pytest.mark.parametrize(("index", "expected"), [(0, "xbc"), (1, "axc"), (2, "abx")])
def test_one_value_is_changed(index: int, expected: str) -> None:
    assert with_at(tuple("abc"), index, "x") == tuple(expected)
