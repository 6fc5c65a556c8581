"""Lints the contract and compares it with the one that clients already have: buf, without any network.

    python -m tools.buf lint
    python -m tools.buf breaking                # against main and the last release
    python -m tools.buf breaking --against REF  # against any commit

buf would like to fetch Google's annotations from its own registry. Instead protoc, which knows them
from a Python package, makes the descriptor image and buf reads that. What lives here: making images
and calling buf. What does not: the rules (buf.yaml, with the reason for each exception), and those
that buf has no word for (`tests/contract`).
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.protoc import ROOT, ProtocFailed, proto_files, protoc

BUF = Path(sys.executable).with_name("buf")


def image(root: Path, out: Path) -> str:
    """Writes the descriptors of `root/protos`, imports and comments included; returns protoc's warnings."""
    return protoc(root, ["--include_imports", "--include_source_info", f"--descriptor_set_out={out}"])


def lint(root: Path = ROOT, config: Path = ROOT / "buf.yaml") -> tuple[str, ...]:
    """What is wrong with the contract, one finding a line; empty when it is fine."""
    with tempfile.TemporaryDirectory() as folder:
        now = Path(folder) / "now.binpb"
        # An image keeps no trace of unused imports, so those are protoc's to find.
        warnings = image(root, now).replace(f"{root}/protos/", "").splitlines()
        return (*warnings, *_buf("lint", str(now), "--config", str(config)))


def breaking(ref: str, root: Path = ROOT, config: Path = ROOT / "buf.yaml") -> tuple[str, ...] | None:
    """What would break for clients of the contract at `ref`; `None` when there was no contract yet."""
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        before.mkdir()
        unpack(root, ref, before)
        if not proto_files(before):
            return None
        image(root, Path(folder) / "now.binpb")
        image(before, Path(folder) / "before.binpb")
        against = ("--against", str(Path(folder) / "before.binpb"))
        return _buf("breaking", str(Path(folder) / "now.binpb"), *against, "--config", str(config))


def bases(root: Path = ROOT) -> tuple[str, ...]:
    """The commits whose contract somebody relies on: where this branch left main, and the last release.

    On main itself the first is the last commit, so that what is not committed yet is compared.
    """
    mains = [ref for ref in ("origin/main", "main") if _git(root, "rev-parse", "--verify", "--quiet", ref)]
    left = _git(root, "merge-base", "HEAD", mains[0]) if mains else ""
    release = _git(root, "describe", "--tags", "--abbrev=0", "--match", "v*")
    return tuple(ref for ref in (left, release) if ref)


def unpack(root: Path, ref: str, into: Path) -> None:
    """Puts protos/ as it was at `ref` into a folder; nothing when there was none."""
    if not _git(root, "ls-tree", ref, "protos"):
        return
    command = ["git", "-C", str(root), "archive", ref, "--", "protos"]
    packed = subprocess.run(command, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(into, filter="data")


def _git(root: Path, *arguments: str) -> str:
    """What git answers, empty when it refuses (no such ref, no repository)."""
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def _buf(*arguments: str) -> tuple[str, ...]:
    done = subprocess.run([str(BUF), *arguments], capture_output=True, text=True, check=False)
    findings = tuple(done.stdout.splitlines())
    if done.returncode and not findings:  # it did not judge, it stumbled
        raise RuntimeError(f"buf {arguments[0]}: {done.stderr.strip()}")
    return findings


def _report_breaking(refs: Sequence[str]) -> int:
    if not refs:
        print("breaking: no main and no release to compare with")
    found = 0
    for ref in refs:
        findings = breaking(ref)
        if findings is None:
            print(f"breaking: no contract at {ref[:12]} yet, nothing can break")
            continue
        print(*findings, f"breaking: {len(findings)} findings against {ref[:12]}", sep="\n")
        found += len(findings)
    return 1 if found else 0


def _report_lint() -> int:
    findings = lint()
    print(*findings, f"lint: {len(findings)} findings in {len(proto_files())} protos", sep="\n")
    return 1 if findings else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Lint the contract, or compare it with an older one.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("lint")
    commands.add_parser("breaking").add_argument("--against", metavar="REF")
    options = parser.parse_args(arguments)
    try:
        if options.command == "lint":
            return _report_lint()
        return _report_breaking([options.against] if options.against else bases())
    except ProtocFailed as failure:
        print(failure, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
