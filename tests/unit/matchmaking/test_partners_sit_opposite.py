"""Matchmaking knows no rules, but one convention of games with partners: seat i is of team i mod teams."""

from __future__ import annotations

from importlib.metadata import entry_points
from itertools import chain

import pytest

from nurselog.matchmaking.catalogue import PARTNERS
from nurselog.rules.api import AnyRules, OptionProblem
from nurselog.rules.chance import SeededChance


def _games_with_partners() -> list[AnyRules]:
    games = [point.load() for point in entry_points(group="nurselog.games")]
    return [rules for rules in games if "teams" in rules.spec.features]


@pytest.mark.parametrize("rules", _games_with_partners(), ids=lambda rules: rules.spec.name)
def test_partners_sit_opposite(rules: AnyRules) -> None:
    switch = {"teams": "on"} if any(one.name == "teams" for one in rules.spec.options) else {}
    seen = 0
    for seats in range(rules.spec.min_seats, rules.spec.max_seats + 1):
        try:
            options = rules.spec.complete(switch, seats)
        except OptionProblem:
            continue
        state = rules.setup(options, seats, SeededChance(b"k" * 32, "t", 0)).state
        teams = rules.teams(state)
        count = seats // PARTNERS
        assert sorted(chain(*teams)) == list(range(seats))
        assert all(len({seat % count for seat in team}) == 1 and len(team) == PARTNERS for team in teams)
        seen += 1
    assert seen
