import pytest

from nurselog.rules.api import AnyRules
from nurselog.rules.conformance import LAWS, Law, LawBroken, check, hash_seeds
from nurselog.rules.fold import Refused
from nurselog.rules.record import RecordError, read_record
from nurselog.rules.walk import StuckPlay
from tests.support.unlawful import UNLAWFUL

LAW = {law.name: law for law in LAWS}
CASES = [
    pytest.param(LAW[name], rules, id=f"{name}-{type(rules).__name__}")
    for name, games in UNLAWFUL.items()
    for rules in games
]


def test_every_law_has_a_breaker() -> None:
    assert set(UNLAWFUL) == set(LAW)


@pytest.mark.parametrize(("law", "rules"), CASES)
def test_the_law_finds_its_breaker(law: Law, rules: AnyRules) -> None:
    with pytest.raises((LawBroken, StuckPlay, Refused, RecordError)):
        check(rules, law)


def test_two_processes_find_who_iterates_a_set() -> None:
    with pytest.raises(LawBroken, match="under another hash seed a play is another"):
        hash_seeds.check("tests.support.unlawful:ITERATES_A_SET")


def test_a_broken_law_shows_the_shortest_play_as_a_record() -> None:
    (rules,) = UNLAWFUL["the_timeout_move_is_legal"]
    with pytest.raises(LawBroken, match="the clock would play") as caught:
        check(rules, LAW["the_timeout_move_is_legal"])
    broken_at = int(str(caught.value).split(",")[0].removeprefix("version "))
    record = read_record(caught.value.__notes__[0])
    assert len(record.entries) == broken_at + 1
