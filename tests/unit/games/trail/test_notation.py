"""Chapter 10, and labels."""

import pytest

from nurselog.games.trail import RULES
from nurselog.rules.api import Unreadable
from tests.support.trail import seat, trek


@pytest.mark.parametrize("text", [text for text, _ in RULES.spec.notation])
def test_r10_the_examples_read_back(text: str) -> None:
    move = RULES.notation.parse(text)

    assert RULES.notation.format(move) == text
    assert RULES.wire.move_from_proto(RULES.wire.move_to_proto(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "d",
            "d.kc",
            "d.ac",
            "d.9C",
            "k.9c",
            "k",
            "b.9c",
            "B",
            "a",
            "a.12",
            "a.5",
            "a.53.zz",
            "a.53.9h.9c",
        ),
        *(
            "a.53.9c.9c",
            "a.53.2c.3c.4c.5c",
            "p",
            "p.9h.9c",
            "p.2c.3c.4c.5c",
            "p.9c.9c",
            "r",
            "r.1c",
            "r.9c.9d",
        ),
        *("x.9c", "9c", " b", "b ", "a.53.", "!undo"),
    ],
)
def test_r10_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        RULES.notation.parse(text)


POSITION = trek("9c 9h 4d / 2d / 2h", at="52", trail="41=jc 43=kd 33=9d", open_spots="33")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d.9c", "Pack the 9 of Clubs"),
        ("k.ah", "Take the Ace of Hearts into your pack"),
        ("r.9c", "Take the 9 of Clubs into your pack"),
        ("b", "Turn back"),
        ("a.53", "Blaze the trail: turn up the card in row 5, column 3"),
        ("a.32", "Blaze the trail: turn up the landmark in row 3, column 2"),
        (
            "a.43.4d.9h",
            "Trek past the King of Diamonds in row 4, column 3, paying 4 of Diamonds and 9 of Hearts",
        ),
        ("p.9c", "Pay 9 of Clubs"),
        ("p.9c.4d.9h", "Pay 9 of Clubs, 4 of Diamonds and 9 of Hearts"),
    ],
)
def test_labels_are_understood_without_the_notation(text: str, expected: str) -> None:
    assert RULES.label(POSITION, seat(0), RULES.notation.parse(text)) == expected
