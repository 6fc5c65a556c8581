from pathlib import Path

import pytest

from nurselog.rules.api import Rejection, Seat
from tests.support.stones import STONES, Pile, Stones, Take
from tests.support.toy_games import TIDEPOOLS
from tools import perft
from tools.perft import Case, differences, tree


class StonesWithoutThrees(Stones):
    def legal_moves(self, state: Pile, seat: Seat) -> tuple[Take, ...]:
        return tuple(move for move in super().legal_moves(state, seat) if move.count < 3)

    def reject(self, state: Pile, seat: Seat, move: Take) -> Rejection | None:
        if move.count == 3:
            return Rejection("no_threes", "1.3", "Threes are never taken.")
        return super().reject(state, seat, move)


def test_nodes_are_counted_by_depth() -> None:
    # From seven stones: 27 times three takes of 1 to 3, without the four that take more than seven.
    assert tree(STONES, 2, (), 3) == Case(2, (), (3, 9, 23), {"0:t1": 9, "0:t2": 8, "0:t3": 6})


def test_a_tree_ends_where_all_plays_have_ended() -> None:
    assert tree(STONES, 2, ("0:t3", "1:t3")).counts == (1, 0)


def test_every_seat_that_decides_has_its_branches() -> None:
    assert tree(TIDEPOOLS, 3, (), 1).counts == (6,)


def test_luck_depends_on_the_depth_alone() -> None:
    assert tree(TIDEPOOLS, 2, ()) == tree(TIDEPOOLS, 2, ())


def test_a_case_is_read_as_it_was_written(tmp_path: Path) -> None:
    cases = perft.count_anew(TIDEPOOLS)
    perft.write(tmp_path / "tidepools.json", cases)
    assert perft.read(tmp_path / "tidepools.json") == cases
    roots = [(case.seats, bool(case.after)) for case in cases]
    assert roots == [(2, False), (2, True), (3, False), (3, True)]


def test_the_same_rules_differ_in_nothing() -> None:
    assert [line for case in perft.count_anew(STONES) for line in differences(STONES, case)] == []


def test_another_rule_is_shown_by_the_split() -> None:
    assert differences(StonesWithoutThrees(), tree(STONES, 2, (), 2)) == [
        "2 seats after 0 moves: counts were [3, 9], are [2, 4]",
        "  0:t1: was 3, is 2",
        "  0:t2: was 3, is 2",
        "  0:t3: was 3, is not legal",
    ]


def test_a_root_that_cannot_be_reached_any_more_is_told() -> None:
    assert differences(StonesWithoutThrees(), tree(STONES, 2, ("0:t3",), 1)) == [
        "2 seats after 1 moves: the moves that led there are refused: Threes are never taken."
    ]


def test_the_command_compares_and_writes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(perft, "game_names", lambda: ("stones",))
    monkeypatch.setattr(perft, "load_rules", lambda _: STONES)
    monkeypatch.setattr(perft, "path_of", lambda game: tmp_path / f"{game}.json")
    assert perft.main(["--write"]) == 0
    assert "stones, 1 seats after 0 moves: 3 9 23 " in capsys.readouterr().out
    monkeypatch.setattr(perft, "load_rules", lambda _: StonesWithoutThrees())
    assert perft.main(["--game", "stones"]) == 1
    assert "0:t3: was" in capsys.readouterr().out
