"""Every registered game keeps every law. The laws are in `nurselog.rules.conformance`."""

from functools import lru_cache
from importlib.metadata import entry_points

import pytest

from nurselog.rules.conformance import LAWS, Law, Plays, check, hash_seeds
from nurselog.rules.registry import GROUP, game_names, load_rules

GAMES = game_names()


def test_games_are_registered() -> None:
    assert GAMES


@lru_cache(maxsize=1)
def plays_of(game: str) -> Plays:
    return Plays(load_rules(game))


@pytest.mark.parametrize("law", LAWS, ids=str)  # the laws of one game stand together, and share its plays
@pytest.mark.parametrize("game", GAMES)
def test_the_game_keeps_the_law(game: str, law: Law) -> None:
    plays = plays_of(game)
    check(plays.rules, law, plays)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_is_the_same_under_two_hash_seeds(game: str) -> None:
    (entry,) = entry_points(group=GROUP, name=game)
    hash_seeds.check(entry.value)
