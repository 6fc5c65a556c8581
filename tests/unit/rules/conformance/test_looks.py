"""Laws of information look at every version of a short play, and at some of a long one."""

import pytest

from nurselog.rules.conformance import Played, information
from nurselog.rules.walk import Setting, walk
from tests.support.toy_games import STONES


def played(seed: int = 0) -> Played:
    setting = Setting(options=STONES.spec.complete({}, 2), seat_count=2, seed=seed)
    return Played(STONES, setting, list(walk(STONES, setting)))


def versions(play: Played) -> list[int]:
    return [item.version for item in information._some(play, play.plays)]


def test_a_short_play_is_looked_at_as_a_whole() -> None:
    play = played()

    assert versions(play) == [one.version for one in play.plays]


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_of_a_long_play_some_versions_are_looked_at_in_each_play_others(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = played(seed)
    monkeypatch.setattr(information, "MOST_LOOKS", len(play.plays))

    found = versions(play)

    assert found == [one.version for one in play.plays][seed % 4 :: 4]
    assert len(found) * len(play.audiences) <= len(play.plays) + len(play.audiences)
