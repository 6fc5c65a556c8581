from __future__ import annotations

from pathlib import Path

import pytest

from tools import environment


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in environment.DECIDES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").touch()
    return tmp_path


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What would have been run."""
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(environment, "_run", lambda *command: ran.append(command))
    return ran


def test_the_project_is_installed_with_its_tools(root: Path, commands: list[tuple[str, ...]]) -> None:
    assert environment.prepare(root)

    (command,) = commands
    assert command[0] == str(root / ".venv/bin/python")
    assert command[-2:] == ("--editable", f"{root}[dev]")


def test_a_second_run_does_nothing(root: Path, commands: list[tuple[str, ...]]) -> None:
    environment.prepare(root)
    commands.clear()

    assert not environment.prepare(root)
    assert commands == []


@pytest.mark.parametrize("name", environment.DECIDES)
def test_a_changed_declaration_installs_anew(name: str, root: Path, commands: list[tuple[str, ...]]) -> None:
    environment.prepare(root)
    (root / name).write_text("# changed", encoding="utf-8")

    assert environment.prepare(root)
    assert len(commands) == 2


def test_an_installation_that_failed_is_tried_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: str) -> None:
        raise OSError("no network")

    monkeypatch.setattr(environment, "_run", fail)
    with pytest.raises(OSError, match="no network"):
        environment.prepare(root)

    monkeypatch.setattr(environment, "_run", lambda *_: None)
    assert environment.prepare(root)
