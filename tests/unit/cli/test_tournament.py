"""The terminal's tournament: what is typed becomes the contract's JSON, what comes back becomes tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf import json_format
from rich.console import Console
from typer.testing import CliRunner

from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.cli.paper import paper
from nurselog.cli.tournament import sheet
from nurselog.cli.tournament.command import app, full
from nurselog.cli.tournament.wish import FORMATS, Wish


def drawn(thing: object) -> str:
    console = Console(width=120, record=True)
    console.print(thing)
    return console.export_text()


@pytest.mark.parametrize("name", FORMATS)
def test_every_wish_is_readable_by_the_contract(name: str) -> None:
    wish = Wish(
        title="Cup",
        game="forest_sky",
        format=name,
        rounds=3,
        seats=(3, 4),
        options=(("expert", "on"),),
        best_of=3,
        minutes=30,
        round_s=600,
        unrated=True,
        manual=True,
    )

    request = json_format.ParseDict({"tournament": wish.to_json()}, pb.CreateTournamentRequest())

    (stage,) = request.tournament.stages
    assert stage.WhichOneof("format") == {"single": "elimination", "double": "elimination"}.get(name, name)
    assert request.tournament.tables.game == "games/forest_sky"
    assert request.tournament.tables.preferred_seats == 4
    assert stage.series.best_of == 3


def test_points_are_whole_half_or_two_decimals() -> None:
    assert [sheet.points(units) for units in (0, 420, 840, 2100, 560)] == ["0", "½", "1", "2½", "0.67"]


STANDINGS = [
    {
        "place": 1,
        "entrant": "a",
        "displayName": "Ann",
        "points": 1680,
        "pointsText": "2",
        "tieBreaks": [{"name": "points", "text": "2"}, {"name": "buchholz_cut1", "text": "1.5"}],
        "rounds": [
            {"opponents": ["b"], "points": 840, "seat": 1, "kind": "played"},
            {"opponents": [], "points": 840, "seat": -1, "kind": "bye"},
        ],
    },
    {
        "place": 2,
        "entrant": "b",
        "displayName": "Bob",
        "points": 0,
        "pointsText": "0",
        "tieBreaks": [{"name": "points", "text": "0"}, {"name": "buchholz_cut1", "text": "2"}],
        "rounds": [{"opponents": ["a"], "points": 0, "seat": 0, "kind": "played"}],
    },
]


def test_standings_show_each_tie_break() -> None:
    text = drawn(sheet.standings(STANDINGS))

    assert "buchholz cut1" in text
    assert "1.5" in text
    assert text.index("Ann") < text.index("Bob")


def test_the_crosstable_says_whom_one_met_from_which_seat_and_what_it_brought() -> None:
    rows = drawn(sheet.crosstable(STANDINGS)).splitlines()

    assert rows[-2].split() == ["1", "Ann", "2b", "1", "bye", "2"]
    assert rows[-1].split() == ["2", "Bob", "1a", "0", "0"]


def test_a_round_shows_seats_results_and_reasons() -> None:
    pairing = {
        "name": "tournaments/t/rounds/1/pairings/p1",
        "kind": "PAIRING_KIND_TABLE",
        "entrants": [{"displayName": "Ann", "points": 420}, {"displayName": "Bob", "points": 420}],
        "reasons": [{"kind": "difference", "value": 420}, {"kind": "relaxed_meeting", "value": 2}],
        "tables": [{"table": "games/forest_sky/tables/e0-1"}],
        "decided": True,
    }

    text = drawn(
        sheet.round_sheet({"name": "tournaments/t/rounds/1", "state": "ROUND_STATE_CLOSED"}, [pairing])
    )

    assert "Ann - Bob" in text
    assert "½ - ½" in text
    assert "difference ½; relaxed meeting 2" in text


def waiting(**more: object) -> dict[str, object]:
    return {
        "name": "tournaments/t/rounds/1/pairings/p1",
        "kind": "PAIRING_KIND_TABLE",
        "entrants": [{"entrant": "a", "displayName": "Ann"}, {"entrant": "b", "displayName": "Bob"}],
        **more,
    }


def test_a_round_says_for_whom_its_pairings_wait() -> None:
    stuck = waiting(trouble="PAIRING_STUCK: 4 tables did not count.")
    choosing = waiting(seatChoice={"entrant": "b", "following": []})

    text = drawn(
        sheet.round_sheet(
            {"name": "tournaments/t/rounds/1", "state": "ROUND_STATE_PLAYING"}, [stuck, choosing]
        )
    )

    assert "waits for its result by hand" in text
    assert "Bob chooses a seat" in text
    assert sheet.seating(choosing) == "0: Ann 1: Bob  Bob chooses a seat"
    assert sheet.seating(waiting()) == "0: Ann 1: Bob"


def test_a_trouble_stands_below_the_head() -> None:
    shown = {"title": "Cup", "state": "TOURNAMENT_STATE_RUNNING", "trouble": "PAIRING_STUCK: set p1 by hand."}

    assert drawn(sheet.head(shown)).splitlines()[1].strip() == "PAIRING_STUCK: set p1 by hand."


def test_an_id_is_enough_of_a_name() -> None:
    assert full("e0-1") == full("tournaments/e0-1") == "tournaments/e0-1"


@pytest.mark.parametrize("words", [["new", "Cup"], ["new", "Cup", "forest_sky", "-f", "lottery"]])
def test_what_cannot_be_wished_is_refused_before_anybody_is_asked(words: list[str]) -> None:
    result = CliRunner().invoke(app, words)

    assert result.exit_code == 2


RUDE = "x[/b] [red]y"


def test_names_that_look_like_markup_are_printed_as_they_are() -> None:
    pairing = {
        "name": "tournaments/t/rounds/1/pairings/p1",
        "kind": "PAIRING_KIND_TABLE",
        "entrants": [{"displayName": RUDE}, {"displayName": "Bob"}],
    }
    line = {"place": 1, "entrant": "a", "displayName": RUDE, "points": 0, "pointsText": "0"}
    shown = {"state": "ROUND_STATE_PLAYING", "name": "tournaments/t/rounds/1"}
    terminal = paper()
    for thing in (sheet.standings([line]), sheet.crosstable([line]), sheet.round_sheet(shown, [pairing])):
        with terminal.capture() as printed:
            terminal.print(thing)
        assert RUDE in printed.get()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read"),
        ("{", "cannot be read"),
        ("[1]", "no object of JSON"),
        ("\ud800", "cannot be read"),
    ],
)
def test_settings_that_cannot_be_read_are_told(tmp_path: Path, content: str | None, sentence: str) -> None:
    file = tmp_path / "event.json"
    if content is not None:
        file.write_bytes(content.encode("utf-8", "surrogatepass"))

    answer = CliRunner().invoke(app, ["new", "Cup", "--file", str(file)], env={"COLUMNS": "400"})

    assert (answer.exit_code, sentence in answer.output) == (2, True)


def test_numbers_of_seats_are_numbers() -> None:
    answer = CliRunner().invoke(app, ["new", "Cup", "forest_sky", "--seats", "2,x"])
    assert (answer.exit_code, "Traceback" in answer.output) == (2, False)
    assert isinstance(answer.exception, SystemExit)


@pytest.mark.parametrize("url", ["nonsense", "ftp://x", "http://exa\tmple"])
def test_what_is_no_address_is_told(url: str, tmp_path: Path) -> None:
    answer = CliRunner().invoke(
        app, ["show", "t", "--url", url], env={"XDG_CONFIG_HOME": str(tmp_path), "COLUMNS": "200"}
    )
    assert (answer.exit_code, "no address of a backend" in answer.output) == (1, True)
