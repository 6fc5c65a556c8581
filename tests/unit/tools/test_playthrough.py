from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from nurselog.rules.api import AnyRules, OptionProblem, Options, OptionSpec
from nurselog.rules.record import read_record
from nurselog.rules.verify import verify
from tests.support.stones import STONES, Stones
from tests.support.toy_games import TIDEPOOLS, TOYS
from tools import playthrough as tool
from tools.observed import facts_of, playthrough
from tools.playthrough import plan, texts


def first_sits_there(options: Options, seats: int) -> OptionProblem | None:
    return OptionProblem("first", "nobody sits there") if options.number("first") >= seats else None


class StonesByAge(Stones):
    """Some options exclude some numbers of seats."""

    spec = replace(
        Stones.spec,
        options=(*Stones.spec.options, OptionSpec("first", "Who begins.", ("0", "1", "2", "3"), "0")),
        contradiction=first_sits_there,
    )


def only_four_by_default(options: Options, seats: int) -> OptionProblem | None:
    lonely = options["first"] != "0" and seats != 4
    return OptionProblem("first", "four seats, please") if lonely else None


class StonesForFour(Stones):
    """All option values but the default ones want one number of seats."""

    spec = replace(StonesByAge.spec, contradiction=only_four_by_default)


@pytest.mark.parametrize(
    "rules", [*TOYS, StonesByAge(), StonesForFour()], ids=lambda rules: type(rules).__name__
)
def test_the_plan_has_every_option_value_and_every_number_of_seats(rules: AnyRules) -> None:
    settings = [setting for _, setting in plan(rules)]
    spec = rules.spec
    played = {(name, value) for setting in settings for name, value in setting.options.items()}
    assert played == {(option.name, choice) for option in spec.options for choice in option.choices}
    assert {setting.seat_count for setting in settings} == set(range(spec.min_seats, spec.max_seats + 1))
    assert len({name for name, _ in plan(rules)}) == len(settings) >= 2


def test_one_playthrough_has_all_that_the_house_does() -> None:
    text = dict(texts(TIDEPOOLS))["house.txt"]
    assert "!undo" in text
    assert "!timeout" in text


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: rules.spec.name)
def test_a_playthrough_holds_its_record(rules: AnyRules) -> None:
    for _, text in texts(rules):
        record = read_record(text)
        assert verify(record, rules).ok
        assert playthrough(record, rules) == text


def test_a_long_play_stops_when_all_audiences_have_seen_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "MOST_LOOKS", 9)
    record = read_record(dict(texts(STONES))["02_seats_2.txt"])
    assert len(record.entries) == 1 + 9 // 3
    assert verify(record, STONES).ok


def test_the_plays_of_a_long_plan_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "MANY_PLAYS", 4)
    monkeypatch.setattr(tool, "LOOKS_OF_MANY", 9)
    assert [setting.stop for _, setting in plan(STONES)] == [4, 3, 2, 1, 1]


def test_plays_of_too_many_pages_are_shorter_but_for_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "MOST_LOOKS", 24)
    whole = dict(texts(STONES))
    monkeypatch.setattr(tool, "MOST_BYTES", sum(map(len, whole.values())) // 2)
    short = dict(texts(STONES))

    assert short.keys() == whole.keys()
    assert sum(map(len, short.values())) < sum(map(len, whole.values()))
    assert short["house.txt"] == whole["house.txt"]


def test_a_playthrough_tells_what_everybody_saw() -> None:
    text = dict(texts(TIDEPOOLS))["01_seats_2.txt"]
    setup, first = text.partition("\n0. ")[2].split("\n1. ")[0], text.partition("\n1. ")[2].split("\n2. ")[0]
    assert "everybody is told: number=0, seat=0, what=dealt" in setup
    assert "seat 0 sees: hand=(" in setup
    assert "seat 1 pick #0: p" in setup
    assert first.splitlines()[1].startswith('    "Pick the ')
    assert "seat 0 sees" not in first or "seat 1 sees" not in first


def test_the_end_is_told_with_its_sheets() -> None:
    last = dict(texts(STONES))["01_seats_1.txt"].splitlines()[-1]
    assert last == "    seat 0 scores 7: stones 7"


def test_a_seat_is_shown_only_what_others_do_not_see() -> None:
    lines = dict(texts(STONES))["02_seats_2.txt"].splitlines()
    assert not [line for line in lines if " sees: " in line and "everybody" not in line]


def test_lines_are_not_longer_than_a_page_is_wide() -> None:
    for _, text in texts(TIDEPOOLS):
        assert all(len(line) <= 120 for line in text.splitlines() if not line.startswith("0. @setup"))


def test_messages_are_flat_paths() -> None:
    view = TIDEPOOLS.wire.view_type()
    view.update({"hands": [2, 1], "open": [{"card": 1}, {"card": None}], "over": False})
    assert facts_of(view) == {
        "hands": "(2 1)",
        "open[0].card": "1",
        "open[1].card": "null",
        "over": "false",
    }


def test_the_command_writes_what_is_planned_and_removes_the_rest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tool, "load_rules", lambda _: STONES)
    (tmp_path / "stones").mkdir()
    (tmp_path / "stones" / "99_seats_9.txt").write_text("of another plan")
    written = tool.write("stones", tmp_path)
    assert sorted(written) == sorted((tmp_path / "stones").iterdir())
    names = [path.name for path in written]
    assert names == ["01_seats_1.txt", "02_seats_2.txt", "03_seats_3.txt", "04_seats_4.txt", "house.txt"]
    assert all(one < other for one, other in pairwise(names))
