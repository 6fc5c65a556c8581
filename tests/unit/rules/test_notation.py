import pytest

from nurselog.rules.api import Unreadable
from nurselog.rules.notation import ListedMoves

NOTATION = ListedMoves("Doubles", range(5), lambda move: f"d{move * 2}", "d0 or d8")


def test_texts_read_back() -> None:
    assert [NOTATION.parse(NOTATION.format(move)) for move in range(5)] == list(range(5))


@pytest.mark.parametrize("text", ["", "d1", "d10", "D2"])
def test_what_is_not_in_the_table_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="is no move of Doubles; moves are written like d0 or d8"):
        NOTATION.parse(text)
