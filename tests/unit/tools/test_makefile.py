from __future__ import annotations

import os
import re
import subprocess

import pytest

from tools.protoc import ROOT

TEXT = (ROOT / "Makefile").read_text(encoding="utf-8")
PROMISED = {
    "help",
    "setup",
    "run",
    "test",
    "test-all",
    "check",
    "protos",
    "bench",
    "playthrough",
    "new-game",
}
"""What the README and the docs tell people to type."""


def make(*arguments: str) -> str:
    # The tests run under make themselves, whose flags are not meant for this one.
    shell = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(
        ["make", *arguments], cwd=ROOT, env=shell, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_help_is_what_a_bare_make_says_and_explains_every_target() -> None:
    listed = set(re.findall(r"(?m)^  make ([a-z-]+) +\S", make("-s")))

    assert listed >= PROMISED
    assert listed == {name for name in re.findall(r"(?m)^([a-z-]+):", TEXT) if not name.startswith("check-")}


@pytest.mark.parametrize("target", sorted(PROMISED - {"help"}))
def test_every_target_sets_up_what_it_needs(target: str) -> None:
    first = make("--dry-run", target).splitlines()[0]

    assert first.endswith("tools/environment.py")


def test_no_target_is_taken_for_a_file() -> None:
    phony = {name for line in re.findall(r"(?m)^\.PHONY: (.+)$", TEXT) for name in line.split()}

    assert phony == set(re.findall(r"(?m)^([a-z-]+):", TEXT))


def test_ci_runs_the_targets_that_people_run() -> None:
    script = ROOT / ".ci/run"

    assert os.access(script, os.X_OK)
    assert re.findall(r"(?m)^make (\w+)$", script.read_text(encoding="utf-8")) == ["setup", "check", "test"]
