from importlib.metadata import EntryPoint

import pytest

from nurselog.rules import registry
from nurselog.rules.registry import GROUP, BrokenGame, UnknownGame, game_names, load_rules
from tests.support.toy_games import STONES


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three installed games, of which only one is sound."""
    entries = (
        EntryPoint("stones", "tests.support.toy_games:STONES", GROUP),
        EntryPoint("pebbles", "tests.support.toy_games:STONES", GROUP),
        EntryPoint("lost", "tests.support.no_such_module:RULES", GROUP),
        EntryPoint("empty", "tests.support.toy_games:TOYS", GROUP),
    )
    monkeypatch.setattr(registry, "entry_points", lambda group: entries if group == GROUP else ())
    monkeypatch.setattr(registry, "load_rules", load_rules.__wrapped__)


@pytest.mark.usefixtures("installed")
class TestInstalledGames:
    def test_are_listed_without_being_loaded(self) -> None:
        assert game_names() == ("empty", "lost", "pebbles", "stones")

    def test_are_loaded_by_name(self) -> None:
        assert registry.load_rules("stones") == STONES

    def test_unknown_ones_are_named_with_those_there_are(self) -> None:
        with pytest.raises(UnknownGame, match="no game 'chess'; installed: empty, lost, pebbles, stones"):
            registry.load_rules("chess")

    @pytest.mark.parametrize("name", ["lost", "pebbles", "empty"])
    def test_broken_ones_say_what_is_broken(self, name: str) -> None:
        with pytest.raises(BrokenGame, match=f"Game '{name}'"):
            registry.load_rules(name)


def test_the_games_of_this_house_are_installed() -> None:
    assert {"cabin_by_the_sea", "forest_sky"} <= set(game_names())
