"""Every registered game plays its golden playthroughs as they stand, and has enough of them.

They are made by `make playthrough` (see tools/playthrough.py); whoever makes them anew looks at the diff.
"""

from collections import Counter
from pathlib import Path

import pytest

from nurselog.rules.options import telling
from nurselog.rules.record import read_record
from nurselog.rules.registry import game_names, load_rules
from nurselog.rules.verify import verify
from tools.observed import playthrough
from tools.playthrough import FEWEST, FOLDER

GAMES = game_names()
FILES = sorted(FOLDER.glob("*/*.txt"))
MAKE = "make playthrough ARGS='--game {game}', then look at the diff"


def files_of(game: str) -> list[Path]:
    return [path for path in FILES if path.parent.name == game]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_playthroughs(game: str) -> None:
    assert len(files_of(game)) >= FEWEST, MAKE.format(game=game)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_value_is_played_twice_and_every_number_of_seats_once(game: str) -> None:
    spec = load_rules(game).spec
    records = [read_record(path.read_text(encoding="utf-8")) for path in files_of(game)]
    played = Counter(pair for record in records for pair in record.options.items())
    values = [(option.name, choice) for option in spec.options for choice in telling(option)]
    assert [value for value in values if played[value] < FEWEST] == []
    assert {record.seat_count for record in records} == set(range(spec.min_seats, spec.max_seats + 1))


def test_no_playthrough_is_of_a_game_that_is_not_there() -> None:
    assert {path.parent.name for path in FILES} <= set(GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_playthrough_is_played_as_it_stands(path: Path) -> None:
    golden = path.read_text(encoding="utf-8")
    record = read_record(golden)
    rules = load_rules(path.parent.name)
    report = verify(record, rules)
    assert report.ok, report.findings
    assert record.game == path.parent.name
    assert playthrough(record, rules) == golden, MAKE.format(game=record.game)
