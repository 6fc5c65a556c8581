from __future__ import annotations

from collections import Counter

import pytest
from rich.console import Console

from nurselog.cli.bench.scoring import KINDS, measure, positions, table_of
from nurselog.games.cascadia.board import Board
from nurselog.games.cascadia.terms import LETTERS
from nurselog.rules.hexes import groups

BOARDS = [(kind, *one) for kind in KINDS for one in positions(kind, 20, seed=3)]


@pytest.mark.parametrize("board", [board for _, _, board in BOARDS])
def test_boards_are_finished_and_can_be(board: Board) -> None:
    assert len(board.cells) == 23
    assert len(groups(board.cells)) == 1
    assert None not in board.tokens
    assert max(Counter(board.tokens).values()) <= 20


def test_on_crowded_boards_twenty_tokens_are_of_one_species() -> None:
    most = {
        kind: [max(Counter(board.tokens).values()) for k, _, board in BOARDS if k == kind] for kind in KINDS
    }

    assert set(most["crowded"]) == {20}
    assert max(most["mixed"]) < 20


def test_all_cards_of_both_editions_come_up() -> None:
    seen = {(terms.edition, letter) for _, terms, _ in BOARDS for letter in terms.cards}

    assert seen == {(edition, letter) for edition, letters in LETTERS.items() for letter in letters}


def test_the_same_seed_makes_the_same_boards() -> None:
    assert list(positions("mixed", 3, 7)) == list(positions("mixed", 3, 7)) != list(positions("mixed", 3, 8))


def test_the_measurement_says_how_long_the_slowest_took() -> None:
    result = measure(6)

    assert [(row["boards"], row["number"]) for row in result["rows"]] == [("mixed", 3), ("crowded", 3)]
    assert all(0 < row["mean_ms"] <= row["worst_ms"] for row in result["rows"])
    console = Console(width=100)
    with console.capture() as shown:
        console.print(table_of(result))
    assert "crowded" in shown.get()
