from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from nurselog.cli.record import app
from nurselog.rules.record import write_record
from nurselog.rules.registry import load_rules
from nurselog.rules.walk import Setting, record_of, walk

RULES = load_rules("forest_sky")


@pytest.fixture(scope="module")
def text() -> str:
    setting = Setting(options=RULES.spec.complete({}, 2), seat_count=2, seed=3)
    return write_record(record_of(RULES, setting, list(walk(RULES, setting))))


def run(*arguments: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments), input=typed)
    return result.exit_code, result.output


def test_a_true_record_is_true(text: str, tmp_path: Path) -> None:
    file = tmp_path / "play"
    file.write_text(text)

    code, out = run("verify", str(file))

    assert (code, "The record is true" in out) == (0, True)
    assert run("verify", "-", typed=text)[0] == 0


def test_a_changed_seed_is_found(text: str) -> None:
    seed = next(line for line in text.splitlines() if line.startswith("[Seed "))

    code, out = run("verify", "-", typed=text.replace(seed, seed.replace("03", "04")))

    assert code == 1
    assert "seed:" in out


def test_luck_without_a_seed_is_not_proven(text: str) -> None:
    kept = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("[Seed "))

    code, out = run("verify", "-", typed=kept)

    assert code == 2
    assert "not proven" in out


def test_a_play_is_told_move_by_move(text: str) -> None:
    code, out = run("show", "-", typed=text)

    assert code == 0
    for told in ("Forest Sky, table walk", "@setup", "walker 0", "Score sheet of walker 1", "Ended by"):
        assert told in out


@pytest.mark.parametrize(
    "damaged", ["", "no record", '[Game "chess"]\n[Rules "1"]\n[Seat0 "a"]\n\n0. @setup {}\n']
)
def test_what_is_no_record_of_ours_is_a_sentence(damaged: str) -> None:
    code, _ = run("show", "-", typed=damaged)

    assert code == 1
    assert run("show", "/nowhere/at/all")[0] == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "No such file"),
        (b"\xff\xfe\x00", "it is not text"),
        (b"hello", "a record begins with tags"),
        (b"", "a record begins with tags"),
    ],
)
def test_a_file_that_is_no_record_is_told_apart(content: bytes | None, told: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)

    code, out = run("verify", str(file))

    assert (code, told in " ".join(out.split())) == (1, True)
