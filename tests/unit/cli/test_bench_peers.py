"""Games of other projects beside ours: played by small stand-ins, and missed by name."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from nurselog.cli.bench import peers, rules

LENGTH = 5


class Game:
    """As RLCard has them: so many moves, each one of those that are legal."""

    def __init__(self) -> None:
        self.judge = self
        self.left = 0
        self.plays = 0

    def init_game(self) -> None:
        self.left = LENGTH
        self.plays += 1

    def is_over(self) -> bool:
        return self.left == 0

    def get_legal_actions(self) -> list[str]:
        return ["red", "blue"]

    def step(self, action: str) -> None:
        assert action in self.get_legal_actions()
        self.left -= 1


class State:
    """As OpenSpiel has them: luck, then a move, and so on."""

    def __init__(self) -> None:
        self.made: list[int] = []

    def is_terminal(self) -> bool:
        return len(self.made) == 2 * LENGTH

    def is_chance_node(self) -> bool:
        return len(self.made) % 2 == 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(7, 1.0), (8, 0.0)]

    def legal_actions(self) -> list[int]:
        return [1, 2]

    def apply_action(self, action: int) -> None:
        assert action in ([7] if self.is_chance_node() else [1, 2])
        self.made.append(action)


def rlcard() -> Any:
    games = {"gin-rummy": Game(), "uno": Game()}
    return SimpleNamespace(make=lambda name: SimpleNamespace(game=games[name]))


def pyspiel() -> Any:
    return SimpleNamespace(load_game=lambda _name: SimpleNamespace(new_initial_state=State))


INSTALLED = {"rlcard": rlcard(), "pyspiel": pyspiel()}


def importer(*names: str) -> peers.Importer:
    def find(name: str) -> Any:
        if name not in names:
            raise ImportError(name)
        return INSTALLED[name]

    return find


def moves_of_a_play(play: peers.Play) -> float:
    return sum(1 for _ in play(1))


def titles(rows: Sequence[dict[str, Any]]) -> list[str]:
    return [row["game"] for row in rows]


def test_games_that_are_installed_are_played_and_the_moves_of_their_players_counted() -> None:
    result = peers.measure(moves_of_a_play, importer("rlcard", "pyspiel"))

    assert titles(result["peers"]) == [
        "RLCard gin rummy, Python",
        "RLCard uno, Python",
        "OpenSpiel gin rummy, C++",
    ]
    assert {row["moves_per_s"] for row in result["peers"]} == {LENGTH}
    assert result["not_installed"] == []


def test_packages_that_are_not_installed_are_named_once() -> None:
    result = peers.measure(moves_of_a_play, importer())

    assert result == {"peers": [], "not_installed": ["rlcard", "open_spiel"]}


@pytest.mark.parametrize("peer", peers.PEERS, ids=lambda peer: peer.title)
def test_a_play_can_be_played_again(peer: peers.Peer) -> None:
    play = peer.open(INSTALLED[peer.module])

    assert moves_of_a_play(play) == moves_of_a_play(play) == LENGTH


def test_the_table_shows_both_and_says_what_is_missing() -> None:
    result = rules.measure(0.01, ["forest_sky"], importer=importer("rlcard"))
    console = Console(record=True, width=120)
    console.print(rules.table_of(result))
    lines = [line.strip() for line in console.export_text().splitlines()]

    assert any(line.startswith("forest_sky") for line in lines)
    assert any(line.startswith("RLCard uno, Python") for line in lines)
    assert any(line.startswith("not installed, so not beside ours: open_spiel") for line in lines)
