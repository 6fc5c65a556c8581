import io
from pathlib import Path

import pytest

from nurselog.rules.record import write_record
from nurselog.rules.walk import Setting, record_of, walk
from tests.support.toy_games import STONES
from tools import replay


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(replay, "load_rules", lambda _: STONES)
    setting = Setting(options=STONES.spec.complete({"pile": "12"}, 2), seat_count=2)
    path = tmp_path / "record.txt"
    path.write_text(write_record(record_of(STONES, setting, list(walk(STONES, setting)))), encoding="utf-8")
    return path


def versions(output: str) -> list[int]:
    return [int(line.partition(".")[0]) for line in output.splitlines() if not line.startswith(" ")]


def test_a_whole_play_is_shown(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main([str(record)]) == 0
    shown = versions(capsys.readouterr().out)
    assert shown == list(range(len(shown)))
    assert len(shown) > 4


def test_a_part_of_a_play_is_shown(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main([str(record), "--from", "2", "--to", "3"]) == 0
    output = capsys.readouterr().out
    assert versions(output) == [2, 3]
    assert "everybody sees: " in output


def test_a_record_is_read_from_standard_input(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(record.read_text(encoding="utf-8")))
    assert replay.main(["-", "--to", "0"]) == 0
    assert versions(capsys.readouterr().out) == [0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[Game", "Game", "line 1: a move is"),
        ("1. 0:", "1. 1:", "version 1: t"),
        ("pile=12", "pile=11", "Option 'pile' is one of 7, 12, not '11'"),
    ],
)
def test_what_cannot_be_replayed_is_told(
    record: Path, old: str, new: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(record.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert replay.main([str(record)]) == 1
    assert message in capsys.readouterr().err


def test_a_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert replay.main([str(tmp_path / "none.txt")]) == 1
    assert "none.txt" in capsys.readouterr().err
