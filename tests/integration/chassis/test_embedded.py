"""The embedded store: a real server on a folder of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
import redis

from nurselog.chassis import embedded
from nurselog.chassis.embedded import EmbeddedStore, FolderLocked, StoreError


def client(store: EmbeddedStore) -> redis.Redis:
    return redis.Redis.from_url(store.url)


def test_the_process_that_answers_is_the_one_that_was_started(private_store: EmbeddedStore) -> None:
    with client(private_store) as connection:
        assert connection.info("server")["process_id"] == private_store.pid


def test_it_persists_by_appending_and_listens_on_the_loopback_address_only(
    private_store: EmbeddedStore,
) -> None:
    with client(private_store) as connection:
        wanted = {"appendonly": "yes", "appendfsync": "everysec", "bind": "127.0.0.1", "save": ""}
        assert wanted.items() <= connection.config_get("*").items()
        assert connection.config_get("stream-node-max-bytes") == {"stream-node-max-bytes": "1024"}


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_what_was_written_is_there_after_a_restart(private_store: EmbeddedStore, end: str) -> None:
    with client(private_store) as connection:
        connection.set("x", 1)
    getattr(private_store, end)()
    assert private_store.pid is None
    private_store.start()
    with client(private_store) as connection:
        assert connection.get("x") == b"1"


def test_two_stores_never_share_a_folder(private_store: EmbeddedStore) -> None:
    second = EmbeddedStore(private_store.folder)
    with pytest.raises(FolderLocked, match=f"pid {private_store.pid}, port {private_store.port}"):
        second.start()
    private_store.stop()
    with second:
        assert second.pid is not None


def test_a_folder_stays_locked_while_its_server_lives_though_the_starter_is_gone(tmp_path: Path) -> None:
    script = (
        "import sys, os; from nurselog.chassis.embedded import EmbeddedStore;"
        "store = EmbeddedStore(sys.argv[1]); store.start(); print(store.pid, flush=True);"
        "os.kill(os.getpid(), 9)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=False
    )
    orphan = int(ran.stdout.splitlines()[-1])
    try:
        with pytest.raises(FolderLocked, match=f"pid {orphan}"):
            EmbeddedStore(tmp_path).start()
    finally:
        os.kill(orphan, signal.SIGKILL)


def test_a_port_of_another_store_is_an_error_that_names_it(
    private_store: EmbeddedStore, tmp_path: Path
) -> None:
    second = EmbeddedStore(tmp_path / "second", port=private_store.port)
    with pytest.raises(StoreError, match=f"process {private_store.pid}|Address already in use"):
        second.start()
    assert second.pid is None


def test_a_server_that_cannot_run_says_why(tmp_path: Path) -> None:
    broken = EmbeddedStore(tmp_path, options={"appendfsync": "sometimes"})
    with pytest.raises(StoreError, match="ended at once"):
        broken.start()


def test_stopping_what_does_not_run_is_harmless(tmp_path: Path) -> None:
    EmbeddedStore(tmp_path).stop()


def test_a_platform_without_a_server_is_told_to_set_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(_name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr("importlib.util.find_spec", find)
    with pytest.raises(StoreError, match="REDIS_URL"):
        embedded.binary()
