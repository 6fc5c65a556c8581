"""The law that nothing depends on the order of a set: two processes with different hash seeds play the same.

    python -m nurselog.rules.conformance.hash_seeds nurselog.games.forest_sky:RULES

prints what a few random plays look like, one line for each commit: the commit itself, and a digest of each
thing that can be asked for after it.
"""

import subprocess
import sys
from collections.abc import Iterator
from hashlib import blake2b
from importlib.metadata import EntryPoint
from itertools import zip_longest
from typing import Any, Final

from google.protobuf.message import Message

from nurselog.rules.api import AnyRules, audiences, seats
from nurselog.rules.conformance.suite import require, world_for
from nurselog.rules.fold import Advance
from nurselog.rules.walk import Setting, walk

HASH_SEEDS: Final = ("1", "2")
WALKS: Final = 3
LONGEST: Final = 200


def check(target: str) -> None:
    """Raises `LawBroken` with the first line that differs. The target is `module:attribute` of the rules."""
    printed = [_printed(target, hash_seed) for hash_seed in HASH_SEEDS]
    for one, other in zip_longest(*printed):
        require(one == other, f"under another hash seed a play is another:\n  {one}\n  {other}")


def _printed(target: str, hash_seed: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", __name__, target],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    require(done.returncode == 0, f"the play ended in an error:\n{done.stderr}")
    return done.stdout.splitlines()


def lines(rules: AnyRules) -> Iterator[str]:
    """What plays of every number of seats look like."""
    spec = rules.spec
    for seat_count in range(spec.min_seats, spec.max_seats + 1):
        for seed in range(WALKS):
            options = spec.complete({}, seat_count)
            setting = Setting(options=options, seat_count=seat_count, seed=seed, stop=LONGEST)
            for commit in walk(rules, setting):
                yield " | ".join(_told(rules, commit))


def _told(rules: AnyRules, commit: Advance[Any]) -> Iterator[str]:
    play, entry = commit.play, commit.entry
    yield f"{play.version}. {entry.seat}:{entry.move} {entry.luck} {entry.digest.hex()}"
    for seat in seats(play.seat_count):
        moves = [rules.notation.format(move) for move in rules.legal_moves(play.state, seat)]
        yield f"moves of seat {seat} {_digest(moves)}"
    yield str(play.outcome)
    scored = [(line.category, line.evidence) for sheet in rules.score(play.state) for line in sheet.lines]
    yield f"score {_digest(scored)}"
    for audience in audiences(play.seat_count):
        seen = [_bytes(rules.wire.event_to_proto(event.seen_by(audience))) for event in commit.events]
        yield f"events for {world_for(audience)} {_digest(seen)}"
        yield f"view of {world_for(audience)} {_digest(_bytes(rules.view(play.state, audience)))}"


def _bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def _digest(value: object) -> str:
    return blake2b(repr(value).encode(), digest_size=8).hexdigest()


def main(target: str) -> None:
    rules: AnyRules = EntryPoint("rules", target, "").load()
    sys.stdout.writelines(f"{line}\n" for line in lines(rules))


if __name__ == "__main__":
    main(sys.argv[1])
