"""Generates the Python code of our contract: protos/ in, gen/ out.

What lives here: finding the inputs, running protoc with its plugins, and moving the result into
place. What does not: linting and comparing the contract (`tools/buf.py`), and the call on
installation (`tools/build_hook.py`).

    python tools/protoc.py             # writes gen/ unless it is already fresh
    python tools/protoc.py --check     # writes nothing; exit code 1 says that gen/ is not fresh

Promises: nothing is done when no input changed; several calls at once do not disturb each other; a
process that imports from gen/ meanwhile never finds a file missing or half written. Google's own
files come from the packages `googleapis-common-protos` and `grpcio-tools`; none is copied into this
repository.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMP = ".fresh"

GENERATORS = ("grpcio-tools", "mypy-protobuf", "googleapis-common-protos")
"""Distributions whose version shapes the result, so that an upgrade generates anew."""

STUB_PLUGINS = {"mypy": "main", "mypy_grpc": "grpc"}
"""protoc plugin -> the function of mypy_protobuf.main that serves it."""

DESCRIPTOR_SET = Path("nurselog", "api", "descriptor_set.binpb")
"""The whole contract with its comments (`google.protobuf.FileDescriptorSet`), beside the generated code."""


class ProtocFailed(Exception):
    """protoc refused the files; the message is what it said."""


def generate(root: Path = ROOT) -> bool:
    """Brings `root/gen` up to date with `root/protos`; says whether anything had to be written."""
    gen = root / "gen"
    gen.mkdir(exist_ok=True)
    with _alone(gen):
        wanted = digest(root)
        if _stamp(gen) == wanted:
            return False
        # Beside the target, not in /tmp: moving a file is only atomic within one file system.
        for left_by_a_killed_run in gen.glob(".new-*"):
            shutil.rmtree(left_by_a_killed_run)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=gen) as fresh:
            _run_plugins(root, Path(fresh))
            _replace(Path(fresh), gen)
        _write_stamp(gen, wanted)
    return True


def is_fresh(root: Path = ROOT) -> bool:
    """Whether `root/gen` was made from exactly these inputs."""
    return _stamp(root / "gen") == digest(root)


def proto_files(root: Path = ROOT) -> tuple[str, ...]:
    """Our files, as protoc names them: relative to protos/, sorted."""
    protos = root / "protos"
    return tuple(sorted(path.relative_to(protos).as_posix() for path in protos.rglob("*.proto")))


def digest(root: Path = ROOT) -> str:
    """One hash over everything that the generated code depends on."""
    found = hashlib.sha256(Path(__file__).read_bytes())
    for distribution in GENERATORS:
        found.update(f"\0{distribution} {version(distribution)}".encode())
    for name in proto_files(root):
        found.update(b"\0" + name.encode() + b"\0" + (root / "protos" / name).read_bytes())
    return found.hexdigest()


def protoc(root: Path, arguments: Sequence[str]) -> str:
    """Runs protoc over our files, Google's on its path; returns its warnings, raises its errors."""
    files = proto_files(root)
    if not files:
        return ""
    includes = [f"--proto_path={path}" for path in (root / "protos", *_google_paths())]
    command = [sys.executable, "-m", "grpc_tools.protoc", *includes, *arguments, *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment())
    if done.returncode:
        raise ProtocFailed(done.stderr.strip() or f"protoc ended with {done.returncode}")
    return done.stderr


def _run_plugins(root: Path, out: Path) -> None:
    (out / DESCRIPTOR_SET).parent.mkdir(parents=True)  # protoc makes no folder for this one
    with tempfile.TemporaryDirectory() as launchers:
        protoc(
            root,
            [
                *(f"--plugin=protoc-gen-{name}={_launcher(Path(launchers), name)}" for name in STUB_PLUGINS),
                f"--python_out={out}",
                f"--grpc_python_out={out}",
                f"--mypy_out=quiet:{out}",
                f"--mypy_grpc_out=quiet,only_async:{out}",
                # The gateway's OpenAPI tells what the comments say, which generated code does not carry.
                f"--descriptor_set_out={out / DESCRIPTOR_SET}",
                "--include_imports",
                "--include_source_info",
            ],
        )


def _launcher(folder: Path, plugin: str) -> Path:
    """An executable that runs a stub plugin with *this* interpreter.

    The script that pip installs may lie outside PATH, or belong to another environment (isolated builds).
    """
    path = folder / f"protoc-gen-{plugin}"
    call = f"from mypy_protobuf.main import {STUB_PLUGINS[plugin]} as serve; serve()"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{call}"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def _environment() -> dict[str, str]:
    """Hands our import path on: an isolated build has entries there that PYTHONPATH lacks."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}


def _google_paths() -> tuple[Path, Path]:
    """Where google/api and google/protobuf live; the roots, not the packages."""
    annotations = Path(str(resources.files("google.api").joinpath("annotations.proto")))
    well_known = Path(str(resources.files("grpc_tools").joinpath("_proto")))
    return annotations.parents[2], well_known


def _replace(fresh: Path, gen: Path) -> None:
    """Moves each changed file over its predecessor, then drops what no input makes any more."""
    made = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
    for name in sorted(made):
        target = gen / name
        if target.is_file() and target.read_bytes() == (fresh / name).read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        (fresh / name).replace(target)
    for path in sorted((gen / "nurselog").rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        elif path.is_file() and path.relative_to(gen) not in made:
            path.unlink()


def _stamp(gen: Path) -> str | None:
    path = gen / STAMP
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _write_stamp(gen: Path, value: str) -> None:
    draft = gen / f"{STAMP}.draft"
    draft.write_text(value, encoding="utf-8")
    draft.replace(gen / STAMP)


@contextmanager
def _alone(gen: Path) -> Iterator[None]:
    """One writer at a time; the system frees the lock of a process that dies."""
    with (gen / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Generate gen/ from protos/.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when gen/ is not fresh")
    parser.add_argument("--quiet", action="store_true", help="say nothing when there was nothing to do")
    options = parser.parse_args(arguments)
    if options.check:
        fresh = is_fresh()
        print("gen/ is fresh" if fresh else "gen/ is not fresh: run `make protos`")
        return 0 if fresh else 1
    try:
        written = generate()
    except ProtocFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    if written or not options.quiet:
        print(f"gen/: {'written' if written else 'fresh'}, {len(proto_files())} protos")
    return 0


if __name__ == "__main__":
    sys.exit(main())
