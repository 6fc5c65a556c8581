from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from nurselog.chassis.embedded import EmbeddedStore
from nurselog.cli import data_folder, runfile
from nurselog.cli.memory import readable, resident_bytes


def test_a_folder_has_one_stack(tmp_path: Path) -> None:
    with (
        data_folder.locked(tmp_path),
        pytest.raises(data_folder.FolderInUse, match="NURSELOG_DATA"),
        data_folder.locked(tmp_path),
    ):
        pass
    with data_folder.locked(tmp_path):
        pass


def test_what_is_no_folder_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for data in (file, file / "below"):
        with pytest.raises(data_folder.FolderUnusable, match="set NURSELOG_DATA"), data_folder.locked(data):
            pass


def test_the_session_key_is_made_once_and_nobody_else_reads_it(tmp_path: Path) -> None:
    path = data_folder.session_key(tmp_path)
    first = path.read_text()

    assert data_folder.session_key(tmp_path).read_text() == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(bytes.fromhex(first.strip())) == 32


def test_a_store_that_outlived_its_supervisor_is_ended(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / data_folder.STORE)
    store.start()
    leftover = store.pid

    assert data_folder.end_leftover_store(tmp_path) == leftover
    assert store.wait() == 0
    assert data_folder.end_leftover_store(tmp_path) is None


def test_a_running_stack_is_found_by_its_file(tmp_path: Path) -> None:
    assert runfile.read(tmp_path) is None
    process = runfile.Running("gateway", "127.0.0.1:8080", 7, 1.5, 41_000_000)
    run = runfile.RunFile(os.getpid(), "http://h", "h:1", "redis://r", "", 2.0, (process,))

    run.write(tmp_path)

    assert runfile.read(tmp_path) == run
    assert run.process("gateway") is process
    runfile.remove(tmp_path)
    assert runfile.read(tmp_path) is None


def test_a_file_left_by_a_dead_supervisor_says_nothing(tmp_path: Path) -> None:
    runfile.RunFile(2**22 + 1, "http://h", "h:1", "redis://r", "", 2.0, ()).write(tmp_path)

    assert runfile.read(tmp_path) is None


def test_memory_is_that_of_the_process() -> None:
    assert 5_000_000 < resident_bytes(os.getpid()) < 2_000_000_000
    assert resident_bytes(2**22 + 1) == 0
    assert readable(41_320_000) == "41.3 MB"
    assert readable(7_300) == "7.3 KB"
