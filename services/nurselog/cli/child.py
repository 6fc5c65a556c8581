"""One child process of the supervisor: a program of ours, or the embedded store.

Both know only how to start, to be waited for and to end; when to restart is the supervisor's business.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from nurselog.chassis.embedded import EmbeddedStore
from nurselog.cli.plan import ProcessPlan, environment_of

LOG_KEEP_BYTES = 10_000_000
"""A log file larger than this is set aside as `.1` when its process starts."""

PR_SET_PDEATHSIG = 1


class Child(Protocol):
    """What the supervisor needs of a process."""

    @property
    def pid(self) -> int | None:
        """The process, while it runs."""
        ...

    async def start(self) -> None:
        """Starts it."""
        ...

    async def wait(self) -> int:
        """Waits for its end; the exit code."""
        ...

    def terminate(self) -> None:
        """Asks it to end."""
        ...

    def kill(self) -> None:
        """Ends it at once."""
        ...

    def last_words(self) -> str:
        """The end of its log."""
        ...


class Program:
    """A Python process of ours; what it says goes to its log file, or to the terminal without one."""

    def __init__(self, plan: ProcessPlan, log_file: Path | None) -> None:
        self._plan = plan
        self._log_file = log_file
        self._process: asyncio.subprocess.Process | None = None
        self._born_at = 0

    @property
    def pid(self) -> int | None:
        """The process, while it runs."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if running and self._process is not None else None

    async def start(self) -> None:
        """Starts it in a session of its own, so that Ctrl-C reaches the supervisor alone."""
        log = self._open_log()
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._plan.argv,
                env=environment_of(self._plan),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_die_with_parent(),
            )
        finally:
            if log is not None:
                log.close()

    async def wait(self) -> int:
        """Waits for its end; the exit code."""
        assert self._process is not None
        return await self._process.wait()

    def terminate(self) -> None:
        """Asks it to end."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it at once."""
        self._send(signal.SIGKILL)

    def last_words(self) -> str:
        """The last lines of its log, none of an earlier life."""
        if self._log_file is None or not self._log_file.exists():
            return ""
        said = self._log_file.read_bytes()[self._born_at :].decode(errors="replace")
        return "\n".join(said.splitlines()[-20:])

    def _send(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)

    def _open_log(self) -> IO[bytes] | None:
        if self._log_file is None:
            return None
        self._log_file.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            if self._log_file.stat().st_size > LOG_KEEP_BYTES:
                self._log_file.replace(self._log_file.with_suffix(".log.1"))
        log = self._log_file.open("ab")
        self._born_at = log.tell()
        return log


class StoreChild:
    """The embedded store as a child of the supervisor."""

    def __init__(self, store: EmbeddedStore) -> None:
        self._store = store

    @property
    def pid(self) -> int | None:
        """The process, while it runs."""
        return self._store.pid

    async def start(self) -> None:
        """Starts it and returns when its data is loaded."""
        await asyncio.to_thread(self._store.start)

    async def wait(self) -> int:
        """Waits for its end; the exit code."""
        return await asyncio.to_thread(self._store.wait)

    def terminate(self) -> None:
        """Asks it to end with its data on disk."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it at once."""
        self._signal(signal.SIGKILL)

    def last_words(self) -> str:
        """The last lines of its log."""
        with suppress(OSError):
            return "\n".join(self._store.log_file.read_text(errors="replace").splitlines()[-20:])
        return ""

    def _signal(self, number: signal.Signals) -> None:
        if (pid := self._store.pid) is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def _die_with_parent() -> Callable[[], None] | None:
    """On Linux, what makes a child end when the supervisor is killed; elsewhere nothing does."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
