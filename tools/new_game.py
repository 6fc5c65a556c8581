"""Starts a game by copying the nearest one: every room, the contract, the tests, its places in deployments.

    python -m tools.new_game paper_boats --like forest_sky --title "Paper Boats"

The copy is green at once (it *is* the other game, under a new name); then change it rule by rule, beginning
with RULES.md and its tests. Nothing is written when the name is taken or unfit.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.protoc import ROOT

TREES = ("services/nurselog/games", "services/nurselog/cli/draw", "protos/nurselog/api/games", "tests")
"""Where files of one game lie: all those whose path names it."""

LISTS = (
    "pyproject.toml",
    "docker-compose.yml",
    "deploy/kubernetes/config.yaml",
    "deploy/kubernetes/engines.yaml",
    "deploy/observability/prometheus.yml",
)
"""Files that name every game; tests fail for one that is missing there."""

SMALL_WORDS = {"a", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to"}


class Unfit(Exception):
    """The wish cannot be met; the message says why."""


@dataclass(frozen=True)
class Names:
    """How one game is called: `cabin_by_the_sea` in code, `Cabin by the Sea` for people."""

    package: str
    title: str

    @classmethod
    def of(cls, package: str, title: str | None = None) -> Names:
        """The names of a game; its title is made of its package unless it is given."""
        words = [word if word in SMALL_WORDS else word.capitalize() for word in package.split("_")]
        return cls(package, title or " ".join(words))

    @property
    def forms(self) -> tuple[str, ...]:
        """The name as it is written in modules, host names, classes, constants, and sentences."""
        words = self.package.split("_")
        camel = "".join(word.capitalize() for word in words)
        return self.package, "-".join(words), camel, self.package.upper(), self.title


def create(new: Names, like: Names, root: Path = ROOT) -> tuple[Path, ...]:
    """Copies one game and registers the copy; returns what was written."""
    _check(new, like, root)
    written = {target: rename(_text(source), like, new) for source, target in _copies(new, like, root)}
    written |= {root / name: register(_text(root / name), like, new) for name in LISTS}
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tuple(sorted(written))


def rename(text: str, old: Names, new: Names) -> str:
    """The text with each form of one name replaced by the same form of the other."""
    for before, after in zip(old.forms, new.forms, strict=True):
        text = re.sub(rf"(?<![A-Za-z]){re.escape(before)}(?![a-z])", after, text)
    return text


def register(text: str, like: Names, new: Names) -> str:
    """The text with everything it says of one game said of the other, too."""
    package, dashed, *_ = like.forms
    if "\n---\n" in text:
        parts = text.rstrip("\n").split("\n---\n")
        mine = [rename(part, like, new) for part in parts if f"\n  name: engine-{dashed}\n" in part]
        return "\n---\n".join([*parts, *mine]) + "\n"
    address = re.compile(rf'(?<![\w-]){package}=[^\s",]+')
    text = address.sub(lambda match: f"{match[0]},{rename(match[0], like, new)}", text)
    # A line about the game, with what is indented below it.
    block = re.compile(rf"^( *)(?:(?:- )?engine-{dashed}:|{package} = ).*\n(?:\1 +.*\n)*", re.MULTILINE)
    return block.sub(lambda match: _twice(match[0], rename(match[0], like, new)), text)


def _twice(block: str, copy: str) -> str:
    several_lines = block.count("\n") > 1
    return f"{block}\n{copy}" if several_lines else f"{block}{copy}"


def _check(new: Names, like: Names, root: Path) -> None:
    games = root / "services/nurselog/games"
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", new.package):
        raise Unfit(f"{new.package!r} is no name for a game: lower case words joined by underscores, please")
    if (games / new.package).exists():
        raise Unfit(f"there is a game {new.package} already")
    if not (games / like.package).is_dir():
        raise Unfit(f"there is no game {like.package} to copy")


def _copies(new: Names, like: Names, root: Path) -> Iterator[tuple[Path, Path]]:
    for path in sorted(file for tree in TREES for file in (root / tree).rglob("*") if file.is_file()):
        target = root / rename(path.relative_to(root).as_posix(), like, new)
        if target != path and "__pycache__" not in path.parts:
            yield path, target


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Start a game by copying the nearest one.")
    parser.add_argument("name", help="the package, e.g. paper_boats")
    parser.add_argument("--like", default="forest_sky", help="the game to copy (default: %(default)s)")
    parser.add_argument("--title", help="the name for people (default: made of the package)")
    wish = parser.parse_args(arguments)
    try:
        written = create(Names.of(wish.name, wish.title), Names.of(wish.like))
    except Unfit as refusal:
        print(refusal, file=sys.stderr)
        return 1
    print(*(path.relative_to(ROOT) for path in written), sep="\n")
    print(f"\nnext: `make test ARGS='-k {wish.name}'`, then services/nurselog/games/{wish.name}/RULES.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
