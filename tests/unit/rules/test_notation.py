import pytest

from nurselog.rules.api import PositionImpossible, Unreadable
from nurselog.rules.notation import ListedMoves, named, numbered, read_at, read_once

NOTATION = ListedMoves("Doubles", range(5), lambda move: f"d{move * 2}", "d0 or d8")


def test_texts_read_back() -> None:
    assert [NOTATION.parse(NOTATION.format(move)) for move in range(5)] == list(range(5))


@pytest.mark.parametrize("text", ["", "d1", "d10", "D2"])
def test_what_is_not_in_the_table_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="is no move of Doubles; moves are written like d0 or d8"):
        NOTATION.parse(text)


PLACE = named("place", {"a1": 0, "a2": 1}, "the places are a1 and a2")
PILE = numbered("pile", "xyz")


def test_a_name_is_read() -> None:
    assert PLACE("a2") == 1


def test_a_name_of_nothing_is_unreadable_and_told_shortly() -> None:
    with pytest.raises(Unreadable) as caught:
        PLACE("b" * 100)
    assert str(caught.value) == f"'{'b' * 20}' is no place; the places are a1 and a2."


def test_numbers_are_counted_from_one_or_from_where_one_says() -> None:
    assert (PILE(1), PILE(3), numbered("seat", "xyz", first=0)(2)) == ("x", "z", "z")


@pytest.mark.parametrize("number", [-1, 0, 4])
def test_a_number_of_nothing_is_unreadable(number: int) -> None:
    with pytest.raises(Unreadable, match=rf"There is no pile {number}; they are numbered from 1 to 3\."):
        PILE(number)


def test_in_a_position_the_path_is_told() -> None:
    assert read_at("board.place", PLACE, "a1") == 0
    with pytest.raises(PositionImpossible, match="'b1' is no place") as caught:
        read_at("board.place", PLACE, "b1")
    assert caught.value.field == "board.place"


def test_in_a_position_a_thing_is_named_once() -> None:
    met: dict[int, str] = {}
    assert [read_once("cards[0]", PLACE, "a1", met), read_once("cards[1]", PLACE, "a2", met)] == [0, 1]
    with pytest.raises(PositionImpossible, match=r"a1 lies in cards\[0\] already") as caught:
        read_once("cards[2]", PLACE, "a1", met)
    assert caught.value.field == "cards[2]"
