"""Plays a record again and shows what every audience saw: for bug reports and the records of failed tests.

    python -m tools.replay record.txt             # the whole play
    python -m tools.replay record.txt --to 12     # its first twelve moves
    python -m tools.replay record.txt --from 12 --to 12

A playthrough is a record, too. Whether the record tells the truth is found out by `nurselog record verify`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from nurselog.rules.api import AnyRules, OptionProblem
from nurselog.rules.fold import ReplayMismatch
from nurselog.rules.record import NOTE, Record, RecordError, read_record
from nurselog.rules.registry import UnknownGame, load_rules
from tools.observed import playthrough


def shown(record: Record, rules: AnyRules, first: int, last: int | None) -> Iterator[str]:
    """The lines of the commits from the first to the last version."""
    end = len(record.entries) if last is None else last + 1
    times = record.times[:end]
    text = playthrough(replace(record, entries=record.entries[:end], times=times), rules)
    version = -1
    for line in text.partition("\n\n")[2].splitlines():
        version += not line.startswith(NOTE)
        if version >= first:
            yield line


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Play a record again and show what every audience saw.")
    parser.add_argument("file", type=Path, help="a record or a playthrough; - reads standard input")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first version (default: 0)")
    parser.add_argument("--to", dest="last", type=int, help="the last version (default: the end)")
    wish = parser.parse_args(arguments)
    try:
        text = sys.stdin.read() if str(wish.file) == "-" else wish.file.read_text(encoding="utf-8")
        record = read_record(text)
        for line in shown(record, load_rules(record.game), wish.first, wish.last):
            print(line)
    except (OSError, RecordError, UnknownGame, OptionProblem, ReplayMismatch) as problem:
        print(f"{wish.file}: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
