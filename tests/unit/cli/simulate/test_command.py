from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from nurselog.cli.crowd import door
from nurselog.cli.simulate import plots
from nurselog.cli.simulate.command import app

PNG = b"\x89PNG"
MATCHMAKING = ("matchmaking", "--model", "--players", "20", "--tickets", "60", "--play", "5")
TOURNAMENT = ("tournament", "--model", "--entrants", "8", "--events", "2")


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize(
    ("arguments", "drawn"),
    [
        (MATCHMAKING, {"waiting_time", "spread", "calibration", "ratings"}),
        (TOURNAMENT, {"standings", "order", "spread", "calibration"}),
    ],
)
def test_a_summary_and_drawings_are_written(
    tmp_path: Path, arguments: tuple[str, ...], drawn: set[str]
) -> None:
    done = simulate(*arguments, "--out", str(tmp_path / "new"), "--json")

    assert done.exit_code == 0, done.output
    written = tmp_path / "new"
    assert {path.name for path in written.iterdir()} == {"summary.json", *(f"{name}.png" for name in drawn)}
    assert all(path.read_bytes().startswith(PNG) for path in written.glob("*.png"))
    assert json.loads(done.stdout) == json.loads((written / "summary.json").read_text())


def test_people_read_a_table_that_says_how_it_was_made(tmp_path: Path) -> None:
    done = simulate(*MATCHMAKING, "--out", str(tmp_path))

    assert "Matchmaking, simulated (model)" in done.stdout
    assert "summary.json" in "".join(done.stdout.split())  # long paths are broken over lines


def test_without_matplotlib_a_sentence_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "can_draw", lambda: False)

    done = simulate(*TOURNAMENT, "--out", str(tmp_path), "--json")

    assert done.exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["summary.json"]
    assert "pip install nurselog[plots]" in done.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("tournament", "--model", "--format", "arena"), "no format is called arena here"),
        (("tournament", "--model", "--entrants", "8", "--rounds", "40"), "rounds"),
        (("matchmaking", "--players", "2", "--tickets", "2", "--url", "http://127.0.0.1:9"), "connect"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_an_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.setattr(door, "TRIES", 2)

    done = simulate(*arguments, "--out", str(tmp_path), "--grpc", "127.0.0.1:9")

    assert done.exit_code != 0
    assert told in done.output.lower()
    assert "Traceback" not in done.output
    assert list(tmp_path.iterdir()) == []
