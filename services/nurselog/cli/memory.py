"""How much memory a process holds, from the operating system."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def resident_bytes(pid: int) -> int:
    """The resident memory of a process; 0 if it is gone."""
    statm = Path(f"/proc/{pid}/statm")
    try:
        if Path("/proc").is_dir():
            return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        answer = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        return int(answer.stdout.strip() or 0) * 1024
    except (OSError, ValueError, IndexError):
        return 0


def readable(size: int) -> str:
    """A size for people, e.g. `41.3 MB`."""
    return f"{size / 1_000_000:.1f} MB" if size >= 100_000 else f"{size / 1_000:.1f} KB"
