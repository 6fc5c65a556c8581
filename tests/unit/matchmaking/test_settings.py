from __future__ import annotations

import pytest
from pydantic import ValidationError

from nurselog.matchmaking.conduct import ConductTerms
from nurselog.matchmaking.matching.terms import Terms
from nurselog.matchmaking.penalties import Penalties
from nurselog.matchmaking.settings import MatchingSettings, MatchmakingSettings


def test_the_defaults_of_the_settings_are_those_of_the_rules() -> None:
    settings = MatchmakingSettings()
    assert settings.terms == Terms()
    assert settings.conduct == ConductTerms()
    assert settings.penalties == Penalties()


def test_every_number_can_be_set() -> None:
    names = {name for name in MatchingSettings.model_fields if name.startswith("match_")}
    assert names == {f"match_{name}" for name in Terms.__slots__} - {"match_rounds"}
    assert MatchmakingSettings(match_window_first=10, decline_delays_s=(1,)).terms.window_first == 10


def test_windows_that_shrink_are_refused() -> None:
    with pytest.raises(ValidationError, match="match_window_first is larger than match_window_limit"):
        MatchmakingSettings(match_window_first=900)


@pytest.mark.parametrize(
    ("declined", "delay_ms"), [(0, 0), (1, 0), (2, 30_000), (5, 1_800_000), (9, 1_800_000)]
)
def test_declining_costs_more_each_time(declined: int, delay_ms: int) -> None:
    assert Penalties().delay_ms(declined) == delay_ms
