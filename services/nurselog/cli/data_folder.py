"""The data folder of a stack on one machine: its lock, its session key, what an earlier stack left there."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LOCK = "up.lock"
SESSION_KEY = "session.key"
STORE = "store"
LEFTOVER_S = 15.0


class FolderInUse(Exception):
    """Another stack runs on this data folder."""


class FolderUnusable(Exception):
    """The data folder cannot be made, or not be written."""


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """The folder is this process's until the end of the block, or of the process.

    Raises `FolderInUse`, or `FolderUnusable`.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
        handle = os.open(data / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        problem = f"The data folder {data} cannot be used ({error.strerror})"
        raise FolderUnusable(f"{problem}: set NURSELOG_DATA to a folder of yours.") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FolderInUse(f"A stack runs on {data} already. Stop it, or set NURSELOG_DATA.") from None
        yield
    finally:
        os.close(handle)


def session_key(data: Path) -> Path:
    """The file with the key that signs session tokens: made on first use, for its owner's eyes only."""
    path = data / SESSION_KEY
    with suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(32) + "\n")
    return path


def end_leftover_store(data: Path) -> int | None:
    """Ends a store that outlived its supervisor (which was killed); its process id, None if there was none.

    Only for the holder of the folder's lock: then nobody uses that store.
    """
    path = data / STORE / "nurselog.lock"
    if not path.exists() or not (found := re.match(r"pid (\d+)", path.read_text())):
        return None
    if _free(path):
        return None
    pid = int(found[1])
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
    end = time.monotonic() + LEFTOVER_S
    while not _free(path) and time.monotonic() < end:
        time.sleep(0.05)  # it is no child of ours: its end is told to nobody here
    return pid


def _free(path: Path) -> bool:
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        fcntl.flock(file, fcntl.LOCK_UN)
        return True
