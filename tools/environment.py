"""Makes the virtual environment `.venv` in which everything else runs; `make setup` calls it.

What lives here: the environment and what is installed in it. What does not: generated code
(`tools/protoc.py`). Any Python 3.11+ can run it: only the standard library is used, since nothing
else is there yet. A second run finds its stamp and ends at once.
"""

from __future__ import annotations

import fcntl
import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
DECIDES = ("pyproject.toml", "tools/build_hook.py")
"""Files whose change asks for a new installation."""


def prepare(root: Path = ROOT) -> bool:
    """Brings `root/.venv` up to date; says whether anything had to be installed."""
    venv = root / ".venv"
    venv.mkdir(exist_ok=True)
    with (venv / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # `make run` and `make test` may start together
        stamp, wanted = venv / ".installed", digest(root)
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
            return False
        if not (venv / "bin" / "python").exists():
            create(venv)
        print("installing nurselog with its tools; the first time takes a minute or two", flush=True)
        _run(str(venv / "bin" / "python"), "-m", "pip", *QUIETLY, "install", "--editable", f"{root}[dev]")
        stamp.write_text(wanted, encoding="utf-8")
    return True


QUIETLY = ("--disable-pip-version-check", "--quiet")


def create(venv: Path) -> None:
    """An empty environment with pip, also where the system's Python comes without `ensurepip` (Debian)."""
    print(f"creating {venv.name} with Python {sys.version.split()[0]}", flush=True)
    command = [sys.executable, "-m", "venv", str(venv)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        _run(*command, "--without-pip")
        _run(sys.executable, "-m", "pip", *QUIETLY, "--python", f"{venv}/bin/python", "install", "pip")


def digest(root: Path) -> str:
    """One hash over what decides about the installation: our files, the Python, where the checkout lies."""
    found = hashlib.sha256(f"{sys.version_info[:2]}\0{root}".encode())
    for name in DECIDES:
        found.update(b"\0" + (root / name).read_bytes())
    return found.hexdigest()


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


def main() -> int:
    """The command; returns its exit code."""
    if sys.version_info[:2] < OLDEST:
        print(f"nurselog needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}")
        print("name another one with `make PYTHON=python3.12 ...`")
        return 1
    try:
        written = prepare()
    except subprocess.CalledProcessError as failure:
        print(f"could not be set up: {' '.join(failure.cmd)}", file=sys.stderr)
        return 1
    if written:
        print(".venv is ready", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
