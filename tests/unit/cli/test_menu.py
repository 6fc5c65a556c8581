from __future__ import annotations

import pytest
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.cli.menu import Answer, Play, Puzzled, menu, read_answer

MOVES = [
    {"notation": "d", "label": "Draw the top card of the deck"},
    {"notation": "l.a1", "label": "Lock the Crow 4"},
]


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("1\n", Play("d")),
        (" 2 ", Play("l.a1")),
        ("L.A1", Play("l.a1")),
        ("nonsense", Play("nonsense")),
        ("u", "undo"),
        ("r", "resign"),
        ("q", "quit"),
        ("?", "help"),
    ],
)
def test_a_line_is_a_number_a_notation_or_a_command(line: str, meaning: Answer) -> None:
    assert read_answer(line, MOVES) == meaning


@pytest.mark.parametrize("line", ["0", "3", "\n"])
def test_other_answers_are_explained(line: str) -> None:
    assert isinstance(read_answer(line, MOVES), Puzzled)


def test_a_notation_that_looks_like_a_command_is_a_move_first() -> None:
    assert read_answer("u", [{"notation": "u", "label": ""}]) == Play("u")


def test_the_menu_shows_number_label_and_notation() -> None:
    console = Console(width=100, record=True, file=None)
    with console.capture() as captured:
        console.print(menu(MOVES, can_undo=False))

    assert "1 Draw the top card of the deck  d" in captured.get()
    assert "take back" not in captured.get()


def test_a_game_without_a_picture_is_shown_as_it_came() -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(draw("unheard_of", {"@type": "x", "stones": 3}, Scene(0, ())))

    assert "{'stones': 3}" in captured.get()
