import pytest

from nurselog.rules.api import AnyRules
from nurselog.rules.conformance import LAWS, Law, check, hash_seeds
from tests.support.toy_games import TOYS


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: rules.spec.name)
@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_sound_game_keeps_every_law(rules: AnyRules, law: Law) -> None:
    check(rules, law)


@pytest.mark.parametrize("name", ["STONES", "TIDEPOOLS"])
def test_a_sound_game_is_the_same_under_two_hash_seeds(name: str) -> None:
    hash_seeds.check(f"tests.support.toy_games:{name}")
