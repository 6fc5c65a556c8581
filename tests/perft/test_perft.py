"""The trees of moves of every registered game have as many nodes as they had.

The counts are made by `python -m tools.perft --write`; whoever makes them anew knows which rule has changed.
"""

import pytest

from nurselog.rules.registry import game_names, load_rules
from tools.perft import FOLDER, differences, path_of, read

GAMES = game_names()
LEAST_LEAVES = 100


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_counts(game: str) -> None:
    assert path_of(game).is_file(), f"python -m tools.perft --game {game} --write"
    cases = read(path_of(game))
    spec = load_rules(game).spec
    assert {case.seats for case in cases} == {spec.min_seats, spec.max_seats}
    assert max(count for case in cases for count in case.counts) >= LEAST_LEAVES


def test_no_counts_are_of_a_game_that_is_not_there() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} <= set(GAMES)


@pytest.mark.parametrize("game", [game for game in GAMES if path_of(game).is_file()])
def test_the_tree_has_as_many_nodes_as_it_had(game: str) -> None:
    rules = load_rules(game)
    found = [line for case in read(path_of(game)) for line in differences(rules, case)]
    assert not found, "\n".join(found)
